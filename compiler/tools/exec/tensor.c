/* SPDX-License-Identifier: 0BSD
 * Values of any dtype as numbers and as text. */
#include "read/tensor.h"
#include "tools/exec/tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t tensor_count(const FileTensor *t)
{
    int64_t n = 1;
    for (int i = 0; i < t->rank; i++)
        n *= t->size[i];
    return n;
}

void tensor_strides(const FileTensor *t, int64_t *stride)
{
    int64_t n = 1;
    for (int i = t->rank - 1; i >= 0; i--) {
        stride[t->dim_order[i]] = n;
        n *= t->size[t->dim_order[i]];
    }
}

/* Returns the tensor with its elements laid out in another order of the axes. */
FileTensor tensor_in_order(const FileTensor *t, const uint8_t *dim_order)
{
    int64_t from[MAX_RANK], to[MAX_RANK], index[MAX_RANK] = {0};
    FileTensor u = *t;
    memcpy(u.dim_order, dim_order, (size_t)t->rank);
    tensor_strides(t, from);
    tensor_strides(&u, to);
    if (memcmp(from, to, (size_t)t->rank * sizeof *from) == 0)
        return u;
    size_t size = dtype_bytes(t->dtype);
    uint8_t *data = NEW(uint8_t, t->data.size);
    for (int64_t n = tensor_count(t); n > 0; n--) {
        int64_t a = 0, b = 0;
        for (int i = 0; i < t->rank; i++) {
            a += index[i] * from[i];
            b += index[i] * to[i];
        }
        memcpy(data + (size_t)b * size, t->data.data + (size_t)a * size, size);
        for (int i = t->rank; i-- > 0 && ++index[i] == t->size[i];)
            index[i] = 0;
    }
    u.data.data = data;
    return u;
}

FileTensor tensor_in_rows(const FileTensor *t)
{
    static const uint8_t rows[MAX_RANK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return tensor_in_order(t, rows);
}

FileTensor tensor_of(const CaseValue *v)
{
    FileTensor t = {.dtype = I64, .has_data = true, .bytes = 8};
    switch (v->kind) {
    case FV_TENSOR:
        return tensor_in_parts(&v->tensor);
    case FV_DOUBLE:
        t.dtype = F64;
        t.data = (Bytes){(const uint8_t *)&v->d, sizeof v->d};
        return t;
    default:
        t.data = (Bytes){(const uint8_t *)&v->i, sizeof v->i};
        return t;
    }
}

static double half_number(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double x = exponent == 0    ? ldexp(mantissa, -24)
               : exponent != 31 ? ldexp(mantissa + 1024, exponent - 25)
               : mantissa       ? (double)NAN
                                : (double)INFINITY;
    return bits >> 15 ? -x : x;
}

static double bfloat_number(uint16_t bits)
{
    uint32_t wide = (uint32_t)bits << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return (double)x;
}

#define LOAD(T, name)                                                                              \
    T name;                                                                                        \
    memcpy(&name, (const uint8_t *)data + (size_t)i * sizeof name, sizeof name)

int64_t tensor_integer(int dtype, const void *data, int64_t i)
{
    switch (dtype_bytes(dtype)) {
    case 1: {
        LOAD(uint8_t, x);
        return dtype == I8 ? (int8_t)x : x;
    }
    case 2: {
        LOAD(uint16_t, x);
        return dtype == I16 ? (int16_t)x : x;
    }
    case 4: {
        LOAD(uint32_t, x);
        return dtype == I32 ? (int32_t)x : (int64_t)x;
    }
    default: {
        LOAD(int64_t, x);
        return x;
    }
    }
}

double tensor_number(int dtype, const void *data, int64_t i)
{
    switch (dtype) {
    case F16:
    case C32: {
        LOAD(uint16_t, x);
        return half_number(x);
    }
    case BF16: {
        LOAD(uint16_t, x);
        return bfloat_number(x);
    }
    case F32:
    case C64: {
        LOAD(float, x);
        return (double)x;
    }
    case F64:
    case C128: {
        LOAD(double, x);
        return x;
    }
    case U64:
        return (double)(uint64_t)tensor_integer(dtype, data, i);
    default:
        return (double)tensor_integer(dtype, data, i);
    }
}

enum { WHOLE = 1000, EDGE = 3, LINE = 80 }; /* elements, elements at each end, columns */

/* Says how the numbers of one tensor are written, all to one width. */
typedef struct Style {
    const FileTensor *tensor;
    int64_t stride[MAX_RANK];
    bool abbreviated;
    enum { STYLE_INTEGER, STYLE_WHOLE, STYLE_FIXED, STYLE_SCIENTIFIC } form;
    int width;
} Style;

static int write_number(const Style *s, int64_t i, char *text, size_t room)
{
    int dtype = s->tensor->dtype;
    const void *data = s->tensor->data.data;
    double x = tensor_number(dtype, data, i);
    if (dtype == BOOL)
        return snprintf(text, room, "%s", tensor_integer(dtype, data, i) ? "true" : "false");
    if (s->form == STYLE_INTEGER) {
        return dtype == U64
                   ? snprintf(text, room, "%llu",
                              (unsigned long long)tensor_integer(dtype, data, i))
                   : snprintf(text, room, "%lld", (long long)tensor_integer(dtype, data, i));
    }
    if (!isfinite(x))
        return snprintf(text, room, "%s", isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
    return s->form == STYLE_WHOLE   ? snprintf(text, room, "%.0f.", x)
           : s->form == STYLE_FIXED ? snprintf(text, room, "%.4f", x)
                                    : snprintf(text, room, "%.4e", x);
}

/* Chooses the form of the numbers by PyTorch's rule: scientific where fixed notation would hide the
 * size of some. */
static void choose_form(Style *s, double least, double most, bool whole)
{
    bool wide = most > 1e8 || (!whole && (least < 1e-4 || most / least > 1000));
    s->form = wide ? STYLE_SCIENTIFIC : whole ? STYLE_WHOLE : STYLE_FIXED;
}

static int64_t next_shown(const Style *s, int64_t i, int64_t n)
{
    return s->abbreviated && n > 2 * EDGE && i == EDGE - 1 ? n - EDGE : i + 1;
}

/* Calls `visit` for every element that is shown. */
static void for_shown(Style *s, int axis, int64_t at, void (*visit)(Style *, int64_t, void *),
                      void *context)
{
    if (axis == s->tensor->rank) {
        visit(s, at, context);
        return;
    }
    int64_t n = s->tensor->size[axis];
    for (int64_t i = 0; i < n; i = next_shown(s, i, n))
        for_shown(s, axis + 1, at + i * s->stride[axis], visit, context);
}

typedef struct Extent {
    double least, most;
    bool whole;
} Extent;

static void visit_extent(Style *s, int64_t at, void *context)
{
    Extent *e = context;
    double x = fabs(tensor_number(s->tensor->dtype, s->tensor->data.data, at));
    if (isfinite(x)) {
        e->whole = e->whole && x == floor(x);
        e->most = fmax(e->most, x);
        e->least = x > 0 ? fmin(e->least, x) : e->least;
    }
}

static void visit_width(Style *s, int64_t at, void *context)
{
    char text[100];
    int width = write_number(s, at, text, sizeof text);
    s->width = width > s->width ? width : s->width;
    (void)context;
}

static Style choose_style(const FileTensor *t)
{
    Style s = {.tensor = t, .abbreviated = tensor_count(t) > WHOLE};
    tensor_strides(t, s.stride);
    if (dtype_is_float(t->dtype)) {
        Extent e = {.least = INFINITY, .whole = true};
        for_shown(&s, 0, 0, visit_extent, &e);
        choose_form(&s, e.least, e.most, e.whole);
    }
    for_shown(&s, 0, 0, visit_width, NULL);
    return s;
}

static void add_row(Text *t, const Style *s, int64_t at)
{
    int axis = s->tensor->rank - 1, column = axis + 1;
    int64_t n = s->tensor->size[axis], next;
    for (int64_t i = 0; i < n; i = next) {
        char element[100];
        next = next_shown(s, i, n);
        const char *comma = next > i + 1 ? ", ...," : next < n ? "," : "";
        int width = s->width + (int)strlen(comma);
        if (i > 0 && column + 1 + width > LINE) {
            text_add(t, "\n%*s", axis + 1, "");
            column = axis + 1;
        } else if (i > 0) {
            text_add(t, " ");
            column++;
        }
        write_number(s, at + i * s->stride[axis], element, sizeof element);
        text_add(t, "%*s%s", s->width, element, comma);
        column += width;
    }
}

static void add_axis(Text *t, const Style *s, int axis, int64_t at)
{
    int rank = s->tensor->rank;
    text_add(t, "[");
    if (axis == rank - 1) {
        add_row(t, s, at);
    } else {
        const char *lines = axis < rank - 2 ? "\n\n" : "\n";
        int64_t n = s->tensor->size[axis], next;
        for (int64_t i = 0; i < n; i = next) {
            add_axis(t, s, axis + 1, at + i * s->stride[axis]);
            next = next_shown(s, i, n);
            if (next < n)
                text_add(t, ",%s%*s", lines, axis + 1, "");
            if (next > i + 1)
                text_add(t, "...,%s%*s", lines, axis + 1, "");
        }
    }
    text_add(t, "]");
}

void add_shape(Text *t, const FileTensor *tensor)
{
    text_add(t, "%s [", dtype_name(tensor->dtype));
    for (int i = 0; i < tensor->rank; i++)
        text_add(t, "%s%lld", i ? ", " : "", (long long)tensor->size[i]);
    text_add(t, "]");
}

void add_tensor(Text *t, const CaseValue *v)
{
    FileTensor tensor = tensor_of(v);
    Style style = choose_style(&tensor);
    if (v->kind == FV_TENSOR) {
        add_shape(t, &tensor);
        text_add(t, "\n");
    }
    if (tensor.rank) {
        add_axis(t, &style, 0, 0);
    } else {
        char element[100];
        write_number(&style, 0, element, sizeof element);
        text_add(t, "%s", v->kind == FV_BOOL ? (v->i ? "true" : "false") : element);
    }
    text_add(t, "\n");
}
