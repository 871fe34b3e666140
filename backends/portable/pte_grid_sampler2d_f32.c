/* SPDX-License-Identifier: 0BSD
 * Sampling of float images at positions that another tensor gives. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f32
#define KERNEL   pte_grid_sampler2d_f32
#define FN(name) pte_grid_sampler2d_f32_##name
#define ABS      pte_abs_f32
#define CLAMP    pte_clamp_f32
#define FLOOR    pte_floor_f32
#define FMOD     pte_fmod_f32
#define RINT     pte_rint_f32
#include "grid_sampler2d.inc"
