/* SPDX-License-Identifier: 0BSD
 * What the passes share that prepare steps for the vector kernels. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_VECTOR_H
#define PTEC_BACKENDS_VECTOR_COMPILER_VECTOR_H

enum { PANEL = 48 }; /* PTE_PANEL of pte_tile.h */

#endif
