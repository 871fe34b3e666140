/* SPDX-License-Identifier: 0BSD
 * Kernels for microcontrollers. */
#include "backends/mcu/compiler/pack.h"
#include "backends/mcu/compiler/pack_lanes.h"
#include "backends/mcu/compiler/params.h"
#include "backends/mcu/compiler/takes.h"
#include "graph/layouts.h"
#include "kernels/bytes.h"
#include "kernels/four_bits.h"
#include "model.h"

#define BACKEND mcu_backend
#define ROWS    "backends/mcu/kernels.def"
#include "kernels/rows.inc"

/* Leaves look-ups and weights of 4 bits out of kernels for models that have none, and brings in
 * code that is faster and larger, for weights of 16 bits, too, or only that for weights that are
 * folded. */
static const char *bundle_head(const Model *m)
{
    const Options *o = m->options;
    return fmt_text("%s%s%s", m->looks_up ? "" : "#define PTE_MCU_TABLES 0\n",
                    m->four_bits ? "" : "#define PTE_MCU_FOUR_BITS 0\n",
                    o->speed && o->lanes == LANES_DSP    ? "#define PTE_MCU_SPEED 1\n"
                    : o->speed && o->lanes == LANES_NONE ? "#define PTE_MCU_FOLDS 1\n"
                                                         : "");
}

const Backend mcu_backend = {
    .name = "mcu",
    .prefix = "pte_mcu_",
    .header = "pte_mcu_kernels.h",
    .turns = "pte_mcu_turns.h",
    .macs = 2,
    KERNELS,
    .scratch = mcu_scratch,
    .passes = "epilogues tables sums ",
    .fills_epilogue = mcu_fits_floats,
    .overlap = mcu_overlap,
    .keeps_together = true,
    .bundle_head = bundle_head,
};
