/* SPDX-License-Identifier: 0BSD
 * Sampling of double images at positions that another tensor gives. */
#include "pte_kernels.h"
#include "pte_math.h"

#define T        pte_f64
#define KERNEL   pte_grid_sampler2d_f64
#define FN(name) pte_grid_sampler2d_f64_##name
#define ABS      pte_abs_f64
#define CLAMP    pte_clamp_f64
#define FLOOR    pte_floor_f64
#define FMOD     pte_fmod_f64
#define RINT     pte_rint_f64
#include "grid_sampler2d.inc"
