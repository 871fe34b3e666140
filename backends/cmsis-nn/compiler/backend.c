/* SPDX-License-Identifier: 0BSD
 * Calls of Arm's CMSIS-NN. */
#include "backends/cmsis-nn/compiler/pack.h"
#include "backends/cmsis-nn/compiler/params.h"
#include "backends/cmsis-nn/compiler/takes.h"

#define BACKEND cmsis_nn_backend
#define ROWS    "backends/cmsis-nn/kernels.def"
#include "kernels/rows.inc"

const Backend cmsis_nn_backend = {
    .name = "cmsis-nn",
    .prefix = "pte_cmsis_",
    .header = "pte_cmsis_kernels.h",
    .macs = 2,
    KERNELS,
    .scratch = cmsis_scratch,
    .library = "CMSIS-NN",
};
