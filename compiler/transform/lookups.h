/* SPDX-License-Identifier: 0BSD
 * Maps that read a table at each byte of a tensor: vector kernels look up many bytes at once,
 * those of products before they leave the processor; kernels for microcontrollers those of
 * products. */
#ifndef PTEC_TRANSFORM_LOOKUPS_H
#define PTEC_TRANSFORM_LOOKUPS_H

#include "graph/graph.h"

void look_up_at_once(Graph *g); /* gives tables to kernels that look up many bytes */

#endif
