/* SPDX-License-Identifier: 0BSD
 * Attention of floats. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define T        pte_f32
#define KERNEL   pte_attention_f32
#define FN(name) pte_attention_f32_##name
#define LOAD(v)  (v)
#include "attention_real.inc"
