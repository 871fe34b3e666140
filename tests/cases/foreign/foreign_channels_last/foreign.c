/* SPDX-License-Identifier: 0BSD
 * mylib::mirror of tests/export/table_custom.py: each row from its end. */
#include "model.h"

pte_status mylib_mirror_out(const pte_in *arg0, const pte_out *out)
{
    const float *x = arg0->data;
    float *y = out->data;
    const int32_t *n = out->dims, columns = n[3];

    for (int32_t row = 0; row < n[0] * n[1] * n[2]; row++)
        for (int32_t i = 0; i < columns; i++)
            y[row * columns + i] = x[row * columns + columns - 1 - i];
    return PTE_OK;
}
