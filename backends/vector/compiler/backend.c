/* SPDX-License-Identifier: 0BSD
 * Kernels for vector instructions, by the vector extensions of gcc and clang. */
#include "backends/vector/compiler/pack.h"
#include "backends/vector/compiler/pack_s8.h"
#include "backends/vector/compiler/takes.h"
#include "backends/vector/pte_tile.h"
#include "graph/layouts.h"
#include "graph/pieces.h"

#define BACKEND vector_backend
#define ROWS    "backends/vector/kernels.def"
#include "kernels/rows.inc"

/* Does a kernel take the convolution or product, once its operands are laid out for it? */
static bool will_take(const Step *s)
{
    return s->kind == K_CONV ? vector_takes(s) : vector_takes_gemm(s);
}

const Backend vector_backend = {
    .name = "vector",
    .prefix = "pte_vec_",
    .header = "pte_vec_kernels.h",
    .macs = 32,
    KERNELS,
    .averages_in_floats = true,
    .automatic = true,
    .passes = "widen transposed epilogues tables planes rows ",
    .yields = true,
    .will_take = will_take,
    .wants_channels_last = vector_takes,
    .reads_planes = reads_planes,
    .fills_epilogue = vector_takes,
    .adds_and_gates = true,
    .lanes = true,
    .align = VECTOR_ALIGN,
    .panel = PTE_PANEL,
    .caches = true,
};
