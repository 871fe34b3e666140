/* SPDX-License-Identifier: 0BSD
 * A stand-in for the function of nnlib that models call: it checks the arguments as the library
 * documents them, then computes the result in the plainest way. */
#include <xa_nnlib_api.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define DEMAND(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s: the caller does not keep the contract: %s\n", __func__,           \
                    #condition);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static int is_float(const void *p)
{
    return p && (uintptr_t)p % sizeof(FLOAT32) == 0;
}

/* Is the result apart from a matrix of so many rows? */
static int is_apart(const FLOAT32 *out, int64_t outs, const FLOAT32 *in, int64_t ins)
{
    uintptr_t p = (uintptr_t)out, q = (uintptr_t)in;
    return p + (uintptr_t)outs * sizeof *out <= q || q + (uintptr_t)ins * sizeof *in <= p;
}

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
    DEMAND(is_apart(out, outs, mat1, (int64_t)(rows - 1) * row_stride + cols));
    DEMAND(is_apart(out, outs, mat2, (int64_t)(vec_count - 1) * vec_offset + cols));
    for (WORD32 v = 0; v < vec_count; v++)
        for (WORD32 r = 0; r < rows; r++) {
            float sum = 0;
            for (WORD32 k = 0; k < cols; k++)
                sum += mat1[r * row_stride + k] * mat2[v * vec_offset + k];
            out[v * out_offset + r * out_stride] = bias ? sum + bias[r] : sum;
        }
    return 0;
}
