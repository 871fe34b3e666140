/* SPDX-License-Identifier: 0BSD
 * mylib::mirror of tests/export/table_custom.py, which takes no negative number. */
#include "model.h"

pte_status mylib_mirror_out(const pte_in *arg0, const pte_out *out)
{
    const float *x = arg0->data;
    float *y = out->data;
    const int32_t columns = out->dims[1];

    for (int32_t i = 0; i < out->dims[0] * columns; i++) {
        if (x[i] < 0)
            return PTE_INVALID_ARGUMENT;
        y[i] = x[i / columns * columns + columns - 1 - i % columns];
    }
    return PTE_OK;
}
