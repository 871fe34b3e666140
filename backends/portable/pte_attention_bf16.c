/* SPDX-License-Identifier: 0BSD
 * Attention of bfloat16 numbers, summed as floats. */
#include "pte_kernels.h"
#include "pte_math.h"
#include "pte_window.h"

#define T        pte_u16
#define KERNEL   pte_attention_bf16
#define FN(name) pte_attention_bf16_##name
#define LOAD(v)  pte_f32_from_bf16(v)
#include "attention_real.inc"
