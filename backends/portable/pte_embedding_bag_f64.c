/* SPDX-License-Identifier: 0BSD
 * Bags of rows of doubles. */
#include "pte_kernels.h"

#define T        pte_f64
#define KERNEL   pte_embedding_bag_f64
#define FN(name) pte_embedding_bag_f64_##name
#include "embedding_bag.inc"
