/* SPDX-License-Identifier: 0BSD
 * Recorded outputs against ours: the rules of tolerance, and where the largest error is. */
#include "tools/exec/compare.h"
#include "graph/build.h"
#include "tools/exec/tensor.h"

#include <math.h>
#include <string.h>

/* Returns NULL if the tensors agree in dtype and sizes; the order in memory does not matter. */
const char *shape_mismatch(const FileTensor *a, const FileTensor *b)
{
    bool same = a->dtype == b->dtype && a->rank == b->rank;
    for (int i = 0; same && i < a->rank; i++)
        same = a->size[i] == b->size[i];
    if (same)
        return NULL;
    Text t = {0};
    text_add(&t, "is ");
    add_shape(&t, a);
    text_add(&t, ", expected ");
    add_shape(&t, b);
    return t.data;
}

/* Writes the index, such as [2, 0, 1], of the element at position `at` in memory. */
static void write_place(const FileTensor *t, int64_t at, char *text, size_t room)
{
    int64_t index[MAX_RANK];
    for (int i = t->rank - 1; i >= 0; i--) {
        int axis = t->dim_order[i];
        index[axis] = at % t->size[axis];
        at /= t->size[axis];
    }
    size_t used = (size_t)snprintf(text, room, "[");
    for (int i = 0; i < t->rank && used < room; i++) {
        used += (size_t)snprintf(text + used, room - used, "%s%lld", i ? ", " : "",
                                 (long long)index[i]);
    }
    if (used < room)
        snprintf(text + used, room - used, "]");
}

/* Counts an unequal element and keeps the largest error; a NaN or infinity where the other has none
 * is the largest of all. */
static void note(Difference *d, int64_t *largest_at, int64_t at, double got, double want)
{
    bool both_finite = isfinite(got) && isfinite(want);
    double error = both_finite ? fabs(got - want) : (double)INFINITY;
    d->unequal++;
    if (*largest_at < 0 || error > d->largest) {
        *largest_at = at;
        d->largest = error;
        d->got = got;
        d->want = want;
    }
    if (want != 0)
        d->relative = fmax(d->relative, both_finite ? error / fabs(want) : (double)INFINITY);
    d->noise += both_finite ? error * error : 0;
}

/* Returns the distance of `x` to the next number of a type of 16 bits; of others 0, since they have
 * more bits than the tolerance needs. */
static double unit_in_last_place(int dtype, double x)
{
    int exponent, bits = dtype == F16 ? 11 : 8, least = dtype == F16 ? -13 : -125;
    if (dtype != F16 && dtype != BF16)
        return 0;
    frexp(x, &exponent);
    return ldexp(1, (exponent > least && x != 0 ? exponent : least) - bits);
}

static bool float_within(const Tolerance *t, int dtype, double got, double want)
{
    if (!isfinite(got) || !isfinite(want))
        return false;
    double error = fabs(got - want);
    if (t->rounding && error <= unit_in_last_place(dtype, fmax(fabs(got), fabs(want))))
        return true;
    /* A step is a float's multiple, so its own rounding has to pass. */
    return error <= t->atol + fabs(t->rtol * want) ||
           (t->step > 0 && error <= t->steps * t->step * (1 + 1e-4));
}

static int64_t compare_floats(Difference *d, const FileTensor *got, const FileTensor *want,
                              const Tolerance *t)
{
    int64_t largest_at = -1;
    for (int64_t i = 0; i < d->count; i++) {
        double a = tensor_number(got->dtype, got->data.data, i);
        double b = tensor_number(want->dtype, want->data.data, i);
        d->signal += isfinite(b) ? b * b : 0;
        if (a != b && !(isnan(a) && isnan(b))) {
            double unit = unit_in_last_place(want->dtype, b);
            note(d, &largest_at, i, a, b);
            d->units = unit > 0 ? fmax(d->units, fabs(a - b) / unit) : 0;
            d->outside += !float_within(t, want->dtype, a, b);
        }
    }
    return largest_at;
}

static int64_t compare_integers(Difference *d, const FileTensor *got, const FileTensor *want,
                                const Tolerance *t)
{
    int64_t largest_at = -1;
    bool is_unsigned = want->dtype == U64;
    for (int64_t i = 0; i < d->count; i++) {
        int64_t a = tensor_integer(got->dtype, got->data.data, i);
        int64_t b = tensor_integer(want->dtype, want->data.data, i);
        double y = tensor_number(want->dtype, want->data.data, i);
        d->signal += y * y;
        if (a != b) {
            bool above = is_unsigned ? (uint64_t)a > (uint64_t)b : a > b;
            uint64_t apart = above ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
            note(d, &largest_at, i, tensor_number(got->dtype, got->data.data, i), y);
            d->outside += want->dtype == BOOL || apart > (uint64_t)t->steps;
        }
    }
    return largest_at;
}

Difference compare_values(const CaseValue *got, const CaseValue *want, const Tolerance *t)
{
    Difference d = {0};
    if (got->kind != want->kind) {
        d.mismatch = "is of another kind (tensor, int, double or bool) than expected";
        return d;
    }
    FileTensor a = tensor_of(got), b = tensor_of(want);
    d.mismatch = shape_mismatch(&a, &b);
    if (d.mismatch)
        return d;
    a = tensor_in_order(&a, b.dim_order);
    d.exact = !dtype_is_float(b.dtype);
    d.dtype = b.dtype;
    d.count = tensor_count(&b);
    int64_t at = d.exact ? compare_integers(&d, &a, &b, t) : compare_floats(&d, &a, &b, t);
    if (at >= 0)
        write_place(&b, at, d.place, sizeof d.place);
    return d;
}

static const char *number_mismatch(const FileValue *fixed, const CaseValue *v)
{
    if (v->kind != fixed->kind)
        return "is of another kind than the program's";
    /* The tolerance by which ExecuTorch compares them. */
    if (v->kind == FV_DOUBLE ? fabs(v->d - fixed->d) <= 1e-5 + 1e-4 * fabs(fixed->d)
                             : v->i == fixed->i)
        return NULL;
    return v->kind == FV_DOUBLE ? fmt_text("is %g, but the program was made for %g", v->d, fixed->d)
                                : fmt_text("is %lld, but the program was made for %lld",
                                           (long long)v->i, (long long)fixed->i);
}

const char *input_mismatch(const Arg *a, const CaseValue *v)
{
    if (!a->given)
        return number_mismatch(a->file, v);
    FileTensor given = tensor_of(v), want = *a->file->tensor;
    if (arg_is_dynamic(a)) /* the emitted code judges the extents that it is given */
        memcpy(want.size, given.size, sizeof want.size);
    else
        for (int i = 0; i < want.rank; i++)
            want.size[i] = size_value(a->value->type.dim[i]);
    const char *mismatch = shape_mismatch(&given, &want);
    size_t bytes = (size_t)tensor_count(&given) * dtype_bytes(given.dtype);
    if (!mismatch && given.data.size < bytes)
        mismatch = fmt_text("holds %zu bytes instead of %zu", given.data.size, bytes);
    return mismatch;
}
