/* SPDX-License-Identifier: 0BSD
 * What the passes share that prepare steps for the vector kernels. */
#ifndef PTEC_BACKENDS_VECTOR_COMPILER_VECTOR_H
#define PTEC_BACKENDS_VECTOR_COMPILER_VECTOR_H

enum { PANEL = 48 };        /* columns of a panel of packed products: PTE_PANEL of pte_tile.h */
enum { WINOGRAD_ROWS = 4 }; /* rows of a block: WINOGRAD_RESULTS of pte_vec_winograd_f32.c */

#endif
