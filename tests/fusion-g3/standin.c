/* SPDX-License-Identifier: 0BSD
 * Stand-ins for the functions of nnlib for Fusion G3 that models call: they check the arguments as
 * the library documents them, then compute the result in the plainest way. */
#include "demand.h"

#include <xa_nnlib_kernels_api.h>

#include <math.h>

static bool is_float(const void *p)
{
    return is_aligned(p, sizeof(FLOAT32));
}

static size_t bytes_of(int64_t floats)
{
    return (size_t)floats * sizeof(FLOAT32);
}

static bool is_shape(const WORD32 *shape, WORD32 dims)
{
    bool holds = is_aligned(shape, sizeof *shape) && dims > 0 && dims <= 5;
    for (WORD32 i = 0; holds && i < dims; i++)
        holds = shape[i] > 0;
    return holds;
}

static WORD32 product(const WORD32 *shape, WORD32 from, WORD32 to)
{
    WORD32 n = 1;
    for (WORD32 i = from; i < to; i++)
        n *= shape[i];
    return n;
}

WORD32 xa_nn_softmax_f32_f32(FLOAT32 *out, const FLOAT32 *inp, const WORD32 *inp_shape,
                             WORD32 num_inp_dims, WORD32 *axis)
{
    DEMAND(is_float(out) && is_float(inp) && is_shape(inp_shape, num_inp_dims));
    DEMAND(*axis >= 0 && *axis < num_inp_dims);
    WORD32 n = inp_shape[*axis], inner = product(inp_shape, *axis + 1, num_inp_dims);
    WORD32 all = product(inp_shape, 0, num_inp_dims);
    DEMAND(is_apart(out, bytes_of(all), inp, bytes_of(all)));
    for (WORD32 i = 0; i < all / n; i++) {
        WORD32 at = i / inner * n * inner + i % inner;
        float most = inp[at], sum = 0;
        for (WORD32 k = 1; k < n; k++)
            most = inp[at + k * inner] > most ? inp[at + k * inner] : most;
        for (WORD32 k = 0; k < n; k++)
            sum += out[at + k * inner] = expf(inp[at + k * inner] - most);
        for (WORD32 k = 0; k < n; k++)
            out[at + k * inner] /= sum;
    }
    return 0;
}

WORD32 xa_nn_native_layer_norm_f32_f32(FLOAT32 *out, FLOAT32 *mean, FLOAT32 *std,
                                       const FLOAT32 *inp, const WORD32 *inp_shape,
                                       WORD32 num_inp_dims, WORD32 axis, const FLOAT32 *weight,
                                       const FLOAT32 *bias, FLOAT32 eps)
{
    DEMAND(is_float(out) && is_float(mean) && is_float(std) && is_float(inp));
    DEMAND(is_float(weight) && is_float(bias) && is_shape(inp_shape, num_inp_dims) && eps > 0);
    DEMAND(axis >= 0 && axis < num_inp_dims);
    WORD32 outer = product(inp_shape, 0, axis), n = product(inp_shape, axis, num_inp_dims);
    DEMAND(is_apart(out, bytes_of(outer * n), inp, bytes_of(outer * n)));
    for (WORD32 i = 0; i < outer; i++) {
        const FLOAT32 *row = inp + i * n;
        double sum = 0, squares = 0;
        for (WORD32 k = 0; k < n; k++)
            sum += row[k];
        for (WORD32 k = 0; k < n; k++)
            squares += (row[k] - sum / n) * (row[k] - sum / n);
        mean[i] = (float)(sum / n);
        std[i] = (float)(1 / sqrt(squares / n + eps));
        for (WORD32 k = 0; k < n; k++)
            out[i * n + k] = (row[k] - mean[i]) * std[i] * weight[k] + bias[k];
    }
    return 0;
}

WORD32 xa_nn_mean_f32_f32(FLOAT32 *out, const WORD32 *out_shape, WORD32 num_out_dims,
                          const FLOAT32 *inp, const WORD32 *inp_shape, WORD32 num_inp_dims,
                          const WORD32 *axis, WORD32 num_axis_dims)
{
    DEMAND(is_float(out) && is_float(inp) && is_shape(inp_shape, num_inp_dims));
    DEMAND(is_shape(out_shape, num_out_dims) && is_aligned(axis, sizeof *axis));
    DEMAND(num_axis_dims == 1 && *axis >= 0 && *axis < num_inp_dims); /* as we call it */
    WORD32 n = inp_shape[*axis], inner = product(inp_shape, *axis + 1, num_inp_dims);
    WORD32 all = product(inp_shape, 0, num_inp_dims), results = all / n;
    DEMAND(product(out_shape, 0, num_out_dims) == results);
    DEMAND(is_apart(out, bytes_of(results), inp, bytes_of(all)));
    for (WORD32 i = 0; i < results; i++) {
        float sum = 0;
        for (WORD32 k = 0; k < n; k++)
            sum += inp[(i / inner * n + k) * inner + i % inner];
        out[i] = sum / (float)n;
    }
    return 0;
}

WORD32 xa_nn_elm_clamp_scalar_f32_f32(FLOAT32 *out, const FLOAT32 *inp, FLOAT32 min, FLOAT32 max,
                                      WORD32 num_elm)
{
    DEMAND(is_float(out) && is_float(inp) && num_elm > 0 && min <= max);
    DEMAND(is_apart(out, bytes_of(num_elm), inp, bytes_of(num_elm)));
    for (WORD32 i = 0; i < num_elm; i++)
        out[i] = inp[i] < min ? min : inp[i] > max ? max : inp[i];
    return 0;
}

#define UNARY(name, formula)                                                                       \
    WORD32 xa_nn_##name(FLOAT32 *out, const FLOAT32 *inp, WORD32 n)                                \
    {                                                                                              \
        DEMAND(is_float(out) && is_float(inp) && n > 0);                                           \
        DEMAND(is_apart(out, bytes_of(n), inp, bytes_of(n)));                                      \
        for (WORD32 i = 0; i < n; i++) {                                                           \
            float x = inp[i];                                                                      \
            out[i] = formula;                                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
UNARY(sigmoid_f32_f32, 1 / (1 + expf(-x)))
UNARY(tanh_f32_f32, tanhf(x))
UNARY(elm_exp_f32_f32, expf(x))
UNARY(elm_sqrt_f32_f32, sqrtf(x))
UNARY(elm_rsqrt_f32_f32, 1 / sqrtf(x))

/* holds: of its argument of its own */
#define BINARY(name, argument, holds, formula)                                                     \
    WORD32 xa_nn_##name(FLOAT32 *out, const FLOAT32 *inp1, const FLOAT32 *inp2, argument WORD32 n) \
    {                                                                                              \
        DEMAND(is_float(out) && is_float(inp1) && is_float(inp2) && n > 0 && holds);               \
        DEMAND(is_apart(out, bytes_of(n), inp1, bytes_of(n)));                                     \
        DEMAND(is_apart(out, bytes_of(n), inp2, bytes_of(n)));                                     \
        for (WORD32 i = 0; i < n; i++) {                                                           \
            float x = inp1[i], y = inp2[i];                                                        \
            out[i] = formula;                                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
#define ALPHA FLOAT32 alpha,
#define MODE  WORD32 mode,
#define NONE
BINARY(elm_add_f32xf32_f32, ALPHA, true, x + alpha * y)
BINARY(elm_sub_f32xf32_f32, ALPHA, true, x - alpha * y)
BINARY(elm_mul_f32xf32_f32, NONE, true, x *y)
BINARY(elm_div_f32xf32_f32, MODE, mode == 0, x / y)
