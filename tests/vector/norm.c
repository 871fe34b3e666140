/* SPDX-License-Identifier: 0BSD
 * Softmax and layer normalisation by vector kernels, of one row after the other.
 * exit 77: this processor has not the instructions */
#include "pte_vec_kernels.h"

#define SOFTMAX    pte_vec_softmax_f32
#define LAYER_NORM pte_vec_layer_norm_f32
enum { MOST_INNER = 1 };
#include "../unit/norm.c"
