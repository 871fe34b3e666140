/* SPDX-License-Identifier: 0BSD
 * Bags of rows of floats. */
#include "pte_kernels.h"

#define T        pte_f32
#define KERNEL   pte_embedding_bag_f32
#define FN(name) pte_embedding_bag_f32_##name
#include "embedding_bag.inc"
