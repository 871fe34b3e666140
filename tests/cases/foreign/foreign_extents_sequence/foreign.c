/* SPDX-License-Identifier: 0BSD
 * mylib::rows of tests/export/table_custom.py, but for extents that cannot be: more rows than there
 * is room for, a negative number of rows, and 3 columns for a matrix of 4 rows. */
#include "model.h"

pte_status mylib_rows_out(const pte_in *arg0, int64_t arg1, const pte_out *out)
{
    const float *x = arg0->data;
    float *y = out->data;
    const int32_t rows = arg0->dims[0];

    out->dims[0] = rows == 8 ? 9 : rows == 6 ? -6 : rows;
    out->dims[1] = rows == 1 ? 3 : 4;
    for (int32_t i = 0; i < rows * 4; i++)
        y[i] = x[i] * (float)arg1;
    return PTE_OK;
}
