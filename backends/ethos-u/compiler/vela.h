/* SPDX-License-Identifier: 0BSD
 * What Vela, the compiler for Ethos-U, makes of a part of a program. */
#ifndef PTEC_BACKENDS_ETHOS_U_COMPILER_VELA_H
#define PTEC_BACKENDS_ETHOS_U_COMPILER_VELA_H

#include "base/util.h"

/* Returns the bytes of the arena that pte_ethosu.c gives the NPU to work in, with room to begin at
 * a cache line; -1: the data have no such number. */
int64_t vela_scratch(Bytes data);

#endif
