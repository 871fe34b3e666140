/* SPDX-License-Identifier: 0BSD
 * What calls of nnlib's functions share. */
#ifndef PTE_XA_H
#define PTE_XA_H

#include "pte_math.h"
#include "pte_xa_kernels.h"

#include <float.h>
#include <xa_nnlib_api.h>

enum { PTE_XA_F32 = -1, PTE_XA_S8 = 8 }; /* what its functions for sizes call the types */

PTE_INLINE pte_status pte_xa_status(WORD32 error)
{
    return error ? PTE_INTERNAL : PTE_OK;
}

/* Do so many bytes do? Less than none is a refusal. */
PTE_INLINE pte_status pte_xa_room(WORD32 bytes, const pte_xa_window *p)
{
    return bytes < 0 ? PTE_INTERNAL : bytes > p->room ? PTE_OUT_OF_RESOURCES : PTE_OK;
}

/* Results within their range, if there are any. The library's function for that wants them
 * elsewhere. */
PTE_INLINE pte_status pte_xa_clamp(pte_status status, pte_f32 *out, int32_t n, float lo, float hi)
{
    const bool bounded = lo >= -FLT_MAX || hi <= FLT_MAX;

    for (int32_t i = 0; status == PTE_OK && bounded && i < n; i++)
        out[i] = pte_clamp_f32(out[i], lo, hi);
    return status;
}

#endif
