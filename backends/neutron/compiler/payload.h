/* SPDX-License-Identifier: 0BSD
 * What the compiler for NXP's Neutron makes of a part of a program. */
#ifndef PTEC_BACKENDS_NEUTRON_COMPILER_PAYLOAD_H
#define PTEC_BACKENDS_NEUTRON_COMPILER_PAYLOAD_H

#include "graph/foreign.h"

extern const DelegateFormat neutron_format;

#endif
