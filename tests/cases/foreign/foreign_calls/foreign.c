/* SPDX-License-Identifier: 0BSD
 * mylib::scale of tests/export/table_custom.py: of floats and integers, of any rank. */
#include "model.h"

static int32_t elements(int32_t rank, const int32_t *dims)
{
    int32_t n = 1;
    for (int32_t i = 0; i < rank; i++)
        n *= dims[i];
    return n;
}

pte_status mylib_scale_out(const pte_in *arg0, double arg1, const pte_in *arg2, const pte_out *out)
{
    const int32_t n = elements(out->rank, out->dims);

    if (arg0->dtype != out->dtype || arg0->rank != out->rank)
        return PTE_INVALID_ARGUMENT;
    for (int32_t i = 0; i < n; i++) {
        if (out->dtype == PTE_F32) {
            const float add = arg2 ? ((const float *)arg2->data)[i] : 0;
            ((float *)out->data)[i] = ((const float *)arg0->data)[i] * (float)arg1 + add;
        } else if (out->dtype == PTE_I64) {
            ((int64_t *)out->data)[i] = ((const int64_t *)arg0->data)[i] * (int64_t)arg1;
        } else {
            return PTE_NOT_SUPPORTED;
        }
    }
    return PTE_OK;
}
