/* SPDX-License-Identifier: 0BSD
 * mylib::mirror, wrong in one number where it is compiled for a target that asks for that. */
#include "model.h"

pte_status right_mirror(const pte_in *arg0, const pte_out *out);
#define mylib_mirror_out right_mirror
#include "../cases/foreign/foreign_channels_last/foreign.c"
#undef mylib_mirror_out

pte_status mylib_mirror_out(const pte_in *arg0, const pte_out *out)
{
    const pte_status status = right_mirror(arg0, out);
#ifdef STOPS
    __builtin_trap();
#elif defined(WRONG)
    ((float *)out->data)[WRONG] += 1;
#endif
    return status;
}
