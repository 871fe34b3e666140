/* SPDX-License-Identifier: 0BSD
 * Operators of the installed XNNPACK. */
#include "backends/xnnpack/compiler/measured.h"
#include "backends/xnnpack/compiler/pack.h"
#include "backends/xnnpack/compiler/params.h"
#include "backends/xnnpack/compiler/takes.h"
#include "backends/xnnpack/compiler/takes_maps.h"
#include "backends/xnnpack/compiler/takes_resize.h"
#include "pte_xnn_features.h"

#define HAS(feature) PTE_XNN_HAS_##feature
#define BACKEND      xnnpack_backend
#define ROWS         "backends/xnnpack/kernels.def"
#include "kernels/rows.inc"

static bool wants_channels_last(const Step *s)
{
    return xnnpack_takes(s) || xnnpack_takes_resize(s);
}

static const OperatorText operators = {.library = "XNNPACK",
                                       .type = "pte_xnn",
                                       .variable = "xnn",
                                       .constants = "XNN",
                                       .header = "pte_xnn_cache.h"};

const Backend xnnpack_backend = {
    .name = "xnnpack",
    .prefix = "pte_xnn_",
    .header = "pte_xnn_kernels.h",
    .macs = 32,
    KERNELS,
    .library = "XNNPACK",
    .operators = &operators,
    .automatic = true,
    .refusal = measured_refusal,
    .time_class = measured_class,
    .passes = "epilogues halves ",
    .wants_channels_last = wants_channels_last,
    .fills_epilogue = xnnpack_fills,
};
