/* SPDX-License-Identifier: 0BSD
 * mylib::kinds of tests/export/table_custom.py. */
#include "model.h"

static bool is_mode(const char *mode)
{
    static const char want[] = "a\"b\\?";
    for (size_t i = 0; i < sizeof want; i++)
        if (mode[i] != want[i])
            return false;
    return true;
}

pte_status mylib_kinds_out(const pte_in *arg0, const char *arg1, const int64_t *arg2,
                           int32_t arg2_count, const double *arg3, int32_t arg3_count,
                           const bool *arg4, int32_t arg4_count, double arg5, bool arg6,
                           const void *arg7, double arg8, const pte_out *out)
{
    const float *x = arg0->data;
    float *y = out->data;

    if (!is_mode(arg1) || arg2_count != 2 || arg3_count != 2 || arg4_count != 2 || !arg4[0] ||
        arg4[1] || arg7 || out->rank != 2 || out->dims[0] != 3 || out->dims[1] != 4)
        return PTE_INVALID_ARGUMENT;
    for (int i = 0; i < arg0->dims[0] * arg0->dims[1]; i++) {
        const float square = arg6 ? x[i] * x[i] : x[i];
        y[i] =
            square * (float)(arg5 * arg3[0] * arg3[1]) + (float)(arg2[0] - arg2[1]) + (float)arg8;
    }
    return PTE_OK;
}
