/* SPDX-License-Identifier: 0BSD
 * The portable kernels: scalar C for every compiler. */
#include "graph/layouts.h"
#include "graph/pieces.h"
#include "kernels/four_bits.h"

#define BACKEND portable_backend
#define ROWS    "backends/portable/kernels.def"
#include "kernels/rows.inc"

const Backend portable_backend = {
    .name = "portable",
    .prefix = "pte_",
    .header = "pte_kernels.h",
    .turns = "pte_turns.h",
    .macs = 2,
    KERNELS,
    .automatic = true,
};
