/* SPDX-License-Identifier: 0BSD
 * Calls of Cadence's nnlib for HiFi. */
#include "backends/cadence/compiler/pack.h"
#include "backends/cadence/compiler/params.h"
#include "backends/cadence/compiler/takes.h"
#include "kernels/elementwise.h"

#define BACKEND cadence_backend
#define ROWS    "backends/cadence/kernels.def"
#include "kernels/rows.inc"

const Backend cadence_backend = {
    .name = "cadence",
    .prefix = "pte_xa_",
    .header = "pte_xa_kernels.h",
    .macs = 2,
    KERNELS,
    .scratch = nnlib_scratch,
    .library = "nnlib",
    .passes = "epilogues ",
    .wants_channels_last = nnlib_takes_conv,
    .fills_epilogue = nnlib_takes_conv,
};
