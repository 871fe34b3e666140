/* SPDX-License-Identifier: 0BSD
 * The table of targets. */
#include "tools/exec/targets.h"

const Target targets[] = {
#define TARGET(...) {__VA_ARGS__},
#include "tools/exec/targets.def"
#undef TARGET
    {0}};
_Static_assert(sizeof targets / sizeof *targets <= MOST_TARGETS, "main.c lists them");
