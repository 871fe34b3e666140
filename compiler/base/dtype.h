/* SPDX-License-Identifier: 0BSD
 * Types of elements, with ExecuTorch's numbers. */
#ifndef PTEC_BASE_DTYPE_H
#define PTEC_BASE_DTYPE_H

#include "base/util.h"

#define MAX_RANK 16

/* ExecuTorch's ScalarType numbers (schema/scalar_type.fbs). */
typedef enum DType {
    U8 = 0,
    I8 = 1,
    I16 = 2,
    I32 = 3,
    I64 = 4,
    F16 = 5,
    F32 = 6,
    F64 = 7,
    C32 = 8,
    C64 = 9,
    C128 = 10,
    BOOL = 11,
    BF16 = 15,
    U16 = 27,
    U32 = 28,
    U64 = 29,
    NO_DTYPE = -1
} DType;

size_t dtype_bytes(int dtype);     /* 0 if ptec does not know the type */
const char *dtype_name(int dtype); /* "f32" */
const char *dtype_c(int dtype);    /* "float"; of complex types, the type of one part */
DType dtype_part(int dtype);       /* the type of a complex number's two parts; else NO_DTYPE */
void swap_elements(void *data, size_t bytes, int dtype); /* swaps each one's bytes */
bool dtype_is_float(int dtype);                          /* f16, bf16, f32, f64 */
bool dtype_is_int(int dtype);                            /* all integers, not bool */
DType dtype_promote(DType a, DType b); /* PyTorch's table; NO_DTYPE if there is none */

#endif
