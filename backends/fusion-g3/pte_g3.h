/* SPDX-License-Identifier: 0BSD
 * What calls of its functions share. */
#ifndef PTE_G3_H
#define PTE_G3_H

#include "pte_g3_kernels.h"

#include <xa_nnlib_kernels_api.h>

PTE_INLINE pte_status pte_g3_status(WORD32 error)
{
    return error ? PTE_INTERNAL : PTE_OK;
}

#endif
