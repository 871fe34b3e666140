/* SPDX-License-Identifier: 0BSD
 * What Vela, the compiler for Ethos-U, makes of a part of a program. */
#ifndef PTEC_BACKENDS_ETHOS_U_COMPILER_VELA_H
#define PTEC_BACKENDS_ETHOS_U_COMPILER_VELA_H

#include "graph/foreign.h"

extern const DelegateFormat vela_format;

#endif
