/* SPDX-License-Identifier: 0BSD
 * What the stand-ins demand of their callers. */
#include "standin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void demand(const char *function, bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s: the caller does not keep the contract: %s\n", function, what);
    abort();
}

bool is_word(const void *p)
{
    return p && (uintptr_t)p % sizeof(int32_t) == 0;
}

bool is_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return p + a_bytes <= q || q + b_bytes <= p;
}

void spoil(const cmsis_nn_context *ctx)
{
    if (ctx->buf)
        memset(ctx->buf, 0xa5, (size_t)ctx->size);
}

size_t count(const cmsis_nn_dims *d)
{
    return (size_t)d->n * (size_t)d->h * (size_t)d->w * (size_t)d->c;
}

bool is_result(int32_t size, int32_t kernel, int32_t stride, int32_t padding, int32_t dilation,
               int32_t result)
{
    int32_t span = dilation * (kernel - 1) + 1;
    return kernel > 0 && stride > 0 && padding >= 0 && dilation > 0 &&
           result == (size + 2 * padding - span) / stride + 1;
}

bool is_range(const cmsis_nn_activation *a)
{
    return a->min >= INT8_MIN && a->min <= a->max && a->max <= INT8_MAX;
}

bool is_offset(int32_t input_offset, int32_t output_offset)
{
    return input_offset >= -INT8_MAX && input_offset <= -INT8_MIN && output_offset >= INT8_MIN &&
           output_offset <= INT8_MAX;
}

static int64_t halves_away(int64_t n, int shift)
{
    int64_t unit = INT64_C(1) << shift, half = unit / 2;
    return n < 0 ? -((-n + half) / unit) : (n + half) / unit;
}

int8_t requantised(int32_t sum, int32_t multiplier, int32_t shift, int32_t offset,
                   const cmsis_nn_activation *a)
{
    demand(__func__, multiplier >= 0, "multiplier >= 0");
    demand(__func__, shift >= -31 && shift <= 31, "a shift by at most 31");
    int left = shift > 0 ? shift : 0;
    int64_t shifted = sum * (INT64_C(1) << left);
    demand(__func__, shifted >= INT32_MIN && shifted <= INT32_MAX, "32 bits, shifted to the left");
    int64_t product = shifted * multiplier + (INT64_C(1) << 30); /* halves upwards here */
    int64_t high = product >= 0 ? product >> 31 : -((-product + (INT64_C(1) << 31) - 1) >> 31);
    int64_t v = halves_away(high, left - shift) + offset;
    return (int8_t)(v < a->min ? a->min : v > a->max ? a->max : v);
}

/* -- recorded sizes -- */

typedef struct Row {
    cmsis_nn_dims in, filter;
    int32_t helium, dsp;
} Row;
/* CONV, DEPTHWISE: rows, columns and channels of the input; filters, their rows, columns and
 * channels; PRODUCT: the sums' terms, and how many there are */
#define CONV(h, w, c, n, kh, kw, kc, helium, dsp) {{1, h, w, c}, {n, kh, kw, kc}, helium, dsp},
#define DEPTHWISE(h, w, c, n, kh, kw, kc, helium, dsp)
#define PRODUCT(k, n, helium, dsp)
static const Row convs[] = {
#include "sizes.def"
};
#undef CONV
#undef DEPTHWISE
#define CONV(h, w, c, n, kh, kw, kc, helium, dsp)
#define DEPTHWISE(h, w, c, n, kh, kw, kc, helium, dsp) {{1, h, w, c}, {n, kh, kw, kc}, helium, dsp},
static const Row depthwise[] = {
#include "sizes.def"
};
#undef DEPTHWISE
#undef PRODUCT
#define DEPTHWISE(h, w, c, n, kh, kw, kc, helium, dsp)
#define PRODUCT(k, n, helium, dsp) {{1, 1, 1, k}, {k, 1, 1, n}, helium, dsp},
static const Row products[] = {
#include "sizes.def"
};

static bool same(const cmsis_nn_dims *a, const cmsis_nn_dims *b)
{
    return a->n == b->n && a->h == b->h && a->w == b->w && a->c == b->c;
}

static int32_t find(const char *function, const Row *row, size_t rows, const cmsis_nn_dims *in,
                    const cmsis_nn_dims *filter)
{
    for (size_t i = 0; i < rows; i++) {
#ifdef ARM_MATH_MVEI
        int32_t bytes = row[i].helium;
#else
        int32_t bytes = row[i].dsp;
#endif
        if (same(&row[i].filter, filter) && row[i].in.h == in->h && row[i].in.w == in->w &&
            row[i].in.c == in->c)
            return bytes;
    }
    fprintf(stderr, "%s: %dx%dx%d by %dx%dx%dx%d is not in sizes.def: tests/export/cmsis_nn.py\n",
            function, in->h, in->w, in->c, filter->n, filter->h, filter->w, filter->c);
    abort();
}
#define FIND(rows, in, filter) find(__func__, rows, sizeof rows / sizeof *rows, in, filter)

int32_t room_of_conv(const cmsis_nn_dims *in, const cmsis_nn_dims *filter)
{
    return FIND(convs, in, filter);
}

int32_t room_of_depthwise(const cmsis_nn_dims *in, const cmsis_nn_dims *filter)
{
    return FIND(depthwise, in, filter);
}

int32_t room_of_product(const cmsis_nn_dims *filter)
{
    const cmsis_nn_dims in = {1, 1, 1, filter->n};
    return FIND(products, &in, filter);
}
