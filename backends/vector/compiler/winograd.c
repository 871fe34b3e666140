/* SPDX-License-Identifier: 0BSD
 * Winograd's convolutions, which are faster than the other vector kernels, and less exact. */
#include "backends/vector/compiler/pack.h"
#include "backends/vector/compiler/takes.h"
#include "backends/vector/pte_vec_winograd.h"
#include "graph/layouts.h"

#define BACKEND winograd_backend
#define ROWS    "backends/vector/winograd.def"
#include "kernels/rows.inc"

const Backend winograd_backend = {
    .name = "winograd",
    .prefix = "pte_vec_winograd_",
    .header = "pte_vec_winograd.h",
    .macs = 64,
    KERNELS,
    .row_block = PTE_WINOGRAD_RESULTS,
};
