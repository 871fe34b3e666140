/* SPDX-License-Identifier: 0BSD
 * Stand-ins for the functions of nnlib that models call, over matrices and vectors: they check the
 * arguments as the library documents them, then compute the result in the plainest way. */
#include "standin.h"

#include <math.h>

static bool is_float(const void *p)
{
    return is_aligned(p, sizeof(FLOAT32));
}

static size_t bytes_of(int64_t floats)
{
    return (size_t)floats * sizeof(FLOAT32);
}

/* -- a product of matrices -- */

WORD32 xa_nn_matmul_f32xf32_f32(FLOAT32 *out, const FLOAT32 *mat1, const FLOAT32 *mat2,
                                const FLOAT32 *bias, WORD32 rows, WORD32 cols, WORD32 row_stride,
                                WORD32 vec_count, WORD32 vec_offset, WORD32 out_offset,
                                WORD32 out_stride)
{
    DEMAND(is_float(out) && is_float(mat1) && is_float(mat2) && (!bias || is_float(bias)));
    DEMAND(rows > 0 && cols > 0 && vec_count > 0);
    DEMAND(row_stride >= cols && vec_offset >= cols);
    DEMAND(out_offset > 0 && out_stride > 0);
    int64_t outs = (int64_t)(vec_count - 1) * out_offset + (int64_t)(rows - 1) * out_stride + 1;
    DEMAND(is_apart(out, bytes_of(outs), mat1, bytes_of((int64_t)(rows - 1) * row_stride + cols)));
    DEMAND(is_apart(out, bytes_of(outs), mat2,
                    bytes_of((int64_t)(vec_count - 1) * vec_offset + cols)));
    for (WORD32 v = 0; v < vec_count; v++)
        for (WORD32 r = 0; r < rows; r++) {
            float sum = 0;
            for (WORD32 k = 0; k < cols; k++)
                sum += mat1[r * row_stride + k] * mat2[v * vec_offset + k];
            out[v * out_offset + r * out_stride] = bias ? sum + bias[r] : sum;
        }
    return 0;
}

/* -- vectors -- */

WORD32 xa_nn_vec_activation_min_max_f32_f32(FLOAT32 *out, const FLOAT32 *vec,
                                            FLOAT32 activation_min, FLOAT32 activation_max,
                                            WORD32 vec_length)
{
    DEMAND(is_float(out) && is_float(vec));
    DEMAND(is_apart(out, bytes_of(vec_length), vec, bytes_of(vec_length)));
    DEMAND(vec_length > 0 && activation_min <= activation_max);
    for (WORD32 i = 0; i < vec_length; i++)
        out[i] = vec[i] < activation_min   ? activation_min
                 : vec[i] > activation_max ? activation_max
                                           : vec[i];
    return 0;
}

WORD32 xa_nn_vec_softmax_f32_f32(FLOAT32 *out, const FLOAT32 *vec, WORD32 vec_length)
{
    DEMAND(is_float(out) && is_float(vec) && vec_length > 0);
    DEMAND(is_apart(out, bytes_of(vec_length), vec, bytes_of(vec_length)));
    float most = vec[0], sum = 0;
    for (WORD32 i = 1; i < vec_length; i++)
        most = vec[i] > most ? vec[i] : most;
    for (WORD32 i = 0; i < vec_length; i++)
        sum += out[i] = expf(vec[i] - most);
    for (WORD32 i = 0; i < vec_length; i++)
        out[i] /= sum;
    return 0;
}

#define UNARY(name, formula)                                                                       \
    WORD32 xa_nn_##name(FLOAT32 *out, const FLOAT32 *inp, WORD32 num_elm)                          \
    {                                                                                              \
        DEMAND(is_float(out) && is_float(inp) && num_elm > 0);                                     \
        DEMAND(is_apart(out, bytes_of(num_elm), inp, bytes_of(num_elm)));                          \
        for (WORD32 i = 0; i < num_elm; i++) {                                                     \
            float x = inp[i];                                                                      \
            out[i] = formula;                                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
UNARY(vec_sigmoid_f32_f32, 1 / (1 + expf(-x)))
UNARY(vec_tanh_f32_f32, tanhf(x))
UNARY(elm_abs_f32_f32, fabsf(x))
UNARY(elm_neg_f32_f32, -x)
UNARY(elm_floor_f32_f32, floorf(x))
UNARY(elm_ceil_f32_f32, ceilf(x))
UNARY(elm_round_f32_f32, rintf(x))
UNARY(elm_square_f32_f32, x *x)
UNARY(elm_sqrt_f32_f32, sqrtf(x))
UNARY(elm_rsqrt_f32_f32, 1 / sqrtf(x))
UNARY(elm_logn_f32_f32, logf(x))
UNARY(elm_sine_f32_f32, sinf(x))
UNARY(elm_cosine_f32_f32, cosf(x))

#define BINARY(name, formula)                                                                      \
    WORD32 xa_nn_##name(FLOAT32 *out, const FLOAT32 *inp1, const FLOAT32 *inp2, WORD32 num_elm)    \
    {                                                                                              \
        DEMAND(is_float(out) && is_float(inp1) && is_float(inp2) && num_elm > 0);                  \
        DEMAND(is_apart(out, bytes_of(num_elm), inp1, bytes_of(num_elm)));                         \
        DEMAND(is_apart(out, bytes_of(num_elm), inp2, bytes_of(num_elm)));                         \
        for (WORD32 i = 0; i < num_elm; i++) {                                                     \
            float x = inp1[i], y = inp2[i];                                                        \
            out[i] = formula;                                                                      \
        }                                                                                          \
        return 0;                                                                                  \
    }
BINARY(elm_add_f32xf32_f32, x + y)
BINARY(elm_sub_f32xf32_f32, x - y)
BINARY(elm_mul_f32xf32_f32, x *y)
BINARY(elm_div_f32xf32_f32, x / y)
