/* SPDX-License-Identifier: 0BSD
 * mylib::split of tests/export/table_custom.py: the lesser and the greater of two, the latter by a
 * gain. */
#include "model.h"

pte_status mylib_split_out(const pte_in *const *arg0, int32_t arg0_count, const pte_in *const *arg1,
                           int32_t arg1_count, const pte_out *out0, const pte_out *out1)
{
    if (arg0_count != 2 || arg1_count != 2 || arg1[0])
        return PTE_INVALID_ARGUMENT;
    const float *a = arg0[0]->data, *b = arg0[1]->data, *gain = arg1[1]->data;
    float *low = out0->data, *high = out1->data;
    for (int32_t i = 0; i < out0->dims[0] * out0->dims[1]; i++) {
        low[i] = a[i] < b[i] ? a[i] : b[i];
        high[i] = (a[i] < b[i] ? b[i] : a[i]) * gain[i];
    }
    return PTE_OK;
}
