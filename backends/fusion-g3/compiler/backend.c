/* SPDX-License-Identifier: 0BSD
 * Calls of Cadence's nnlib for Fusion G3. */
#include "backends/fusion-g3/compiler/params.h"
#include "backends/fusion-g3/compiler/takes.h"
#include "kernels/elementwise.h"

#define BACKEND fusion_g3_backend
#define ROWS    "backends/fusion-g3/kernels.def"
#include "kernels/rows.inc"

const Backend fusion_g3_backend = {
    .name = "fusion-g3",
    .prefix = "pte_g3_",
    .header = "pte_g3_kernels.h",
    .macs = 2,
    KERNELS,
    .library = "nnlib for Fusion G3",
};
