/* SPDX-License-Identifier: 0BSD
 * The registry of kernel libraries: the rows of each one's kernels.def, with their conditions. */
#include "select/registry.h"
#include "backends/cadence/compiler/pack.h"
#include "backends/cadence/compiler/params.h"
#include "backends/cadence/compiler/takes.h"
#include "backends/cmsis-nn/compiler/pack.h"
#include "backends/cmsis-nn/compiler/params.h"
#include "backends/cmsis-nn/compiler/takes.h"
#include "backends/fusion-g3/compiler/params.h"
#include "backends/fusion-g3/compiler/takes.h"
#include "backends/mcu/compiler/pack.h"
#include "backends/mcu/compiler/params.h"
#include "backends/mcu/compiler/takes.h"
#include "backends/portable/compiler/params.h"
#include "backends/vector/compiler/pack.h"
#include "backends/vector/compiler/pack_s8.h"
#include "backends/vector/compiler/takes.h"
#include "backends/xnnpack/compiler/pack.h"
#include "backends/xnnpack/compiler/params.h"
#include "backends/xnnpack/compiler/takes.h"
#include "backends/xnnpack/compiler/takes_maps.h"
#include "backends/xnnpack/compiler/takes_resize.h"
#include "graph/build.h"
#include "graph/layouts.h"
#include "graph/pieces.h"
#include "pte_xnn_features.h"

#include <string.h>

static bool first_is(const Step *s, DType type)
{
    return s->in[0]->type.dtype == type && s->out[0]->type.dtype == type;
}

static bool all_are(const Step *s, DType type)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && s->in[i]->type.dtype != type)
            return false;
    return first_is(s, type);
}

static bool is_plain(const Step *s, DType type)
{
    return all_are(s, type) && s->requant == RQ_NONE;
}

static bool are_s8(const Step *s, int data, int weight, RequantKind requant)
{
    return s->in[data]->type.dtype == I8 && s->in[weight]->type.dtype == I8 && first_is(s, I8) &&
           s->requant == requant;
}

static bool is_s8(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_Q31_DOUBLE);
}

static bool is_s8_rne(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_RNE);
}

static bool is_s8_fbias(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_BIAS);
}

static bool is_s8_twice(const Step *s, int data, int weight)
{
    return are_s8(s, data, weight, RQ_F32_TWICE);
}

static bool is_s8_rows(const Step *s)
{
    const Value *a = s->in[GEMM_A], *b = s->in[GEMM_B];
    return s->requant == RQ_ROWS && a->type.dtype == I8 && b->type.dtype == I8 &&
           s->out[0]->type.dtype == F32 && a->layout.stride[1] == size_const(1) &&
           b->layout.stride[0] == size_const(1);
}

static bool is_s8_batch(const Step *s)
{
    return s->requant == RQ_ROWS && s->in[CONV_IN]->type.dtype == I8 &&
           s->in[CONV_WEIGHT]->type.dtype == I8 && s->out[0]->type.dtype == F32;
}

static bool dense_rows(const Step *s)
{
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && !layout_is_row_major(s->in[i]))
            return false;
    return layout_is_row_major(s->out[0]);
}

/* Does the SOFTMAX go over the last axis that has more than one element? */
static bool is_over_rows(const Step *s)
{
    int axis = s->in[0]->type.rank - 1;
    while (axis > 0 && !(s->axes >> axis & 1) && s->in[0]->type.dim[axis] == size_const(1))
        axis--;
    return axis < 0 || s->axes >> axis & 1;
}

/* Does the attention step have operands of `type`, with the elements of every token adjacent? */
static bool attends(const Step *s, DType type)
{
    bool fits = (s->nin > ATTEND_QUANT) == (type == I8);
    for (int i = ATTEND_QUERY; i <= ATTEND_VALUE; i++)
        fits = fits && s->in[i]->type.dtype == type && s->in[i]->layout.stride[3] == size_const(1);
    return fits && s->out[0]->type.dtype == F32 && s->out[0]->layout.stride[3] == size_const(1);
}

static bool is_fn(const Step *s, const char *fn)
{
    return strcmp(s->fn, fn) == 0;
}

static size_t element_bytes(const Step *s)
{
    for (int i = 0; i < (s->kind == K_MOVE ? s->nin : 1); i++)
        if (s->in[i]->type.dtype != s->out[0]->type.dtype)
            return 0;
    return dtype_bytes((int)s->out[0]->type.dtype);
}

/* Does the step draw numbers of `type`? Their order in memory does not matter. */
static bool draws(const Step *s, DType type)
{
    return s->out[0]->type.dtype == type && layout_is_dense(s->out[0]);
}

/* Returns the bytes of an element of the rows that COMPACT takes; 0 if they are not dense. */
static size_t row_bytes(const Step *s)
{
    bool same = s->nin == 2 && s->in[1]->type.dtype == s->out[0]->type.dtype && dense_rows(s);
    return same ? dtype_bytes((int)s->out[0]->type.dtype) : 0;
}

/* Are the operands and the result as the vector kernels of convolutions read and write them? */
static bool in_order(const Step *s)
{
    return vector_takes(s) && channels_last(s->out[0]) &&
           (channels_last(s->in[CONV_IN]) || reads_planes(s)) &&
           (!s->in[CONV_ADD] || channels_last(s->in[CONV_ADD]));
}

#define KERNEL(symbol, kind, condition, params)                                                    \
    static bool accepts_##symbol##_##kind(const Graph *g, const Step *s)                           \
    {                                                                                              \
        (void)g;                                                                                   \
        return condition;                                                                          \
    }
#define PACKED(symbol, kind, condition, params, pack) KERNEL(symbol, kind, condition, params)
#define VARIANT(symbol, use, variant, kind, params)
#include "../../backends/cadence/kernels.def"
#include "../../backends/cmsis-nn/kernels.def"
#include "../../backends/fusion-g3/kernels.def"
#define OPERATOR(symbol, kind, feature, condition, params, order)                                  \
    PACKED(symbol, kind, condition, params, order)
#include "../../backends/mcu/kernels.def"
#include "../../backends/portable/kernels.def"
#include "../../backends/vector/kernels.def"
#include "../../backends/vector/winograd.def"
#include "../../backends/xnnpack/kernels.def"
#undef KERNEL
#undef PACKED

/* Indexes `backends`. */
enum { PORTABLE, VECTOR, WINOGRAD, MCU, CMSIS, CADENCE, G3, XNNPACK };

#define KERNEL(symbol, kind, condition, params)                                                    \
    {#symbol,         &backends[BACKEND], K_##kind, accepts_##symbol##_##kind,                     \
     params_##params, "pte_" #params,     NULL,     false},
#define BACKEND PORTABLE
static const Kernel portable[] = {
#include "../../backends/portable/kernels.def"
#undef BACKEND
};

#define pack_nothing NULL
static const Kernel vector[] = {
#define PACKED(symbol, kind, condition, params, pack)                                              \
    {#symbol,         &backends[BACKEND], K_##kind,    accepts_##symbol##_##kind,                  \
     params_##params, "pte_" #params,     pack_##pack, false},
#define BACKEND VECTOR
#include "../../backends/vector/kernels.def"
#undef BACKEND
};
static const Kernel cadence[] = {
#define BACKEND CADENCE
#include "../../backends/cadence/kernels.def"
#undef BACKEND
};
static const Kernel g3[] = {
#define BACKEND G3
#include "../../backends/fusion-g3/kernels.def"
#undef BACKEND
};
static const Kernel cmsis[] = {
#define BACKEND CMSIS
#include "../../backends/cmsis-nn/kernels.def"
#undef BACKEND
#undef KERNEL
};
static const Kernel winograd[] = {
#define BACKEND WINOGRAD
#include "../../backends/vector/winograd.def"
#undef BACKEND
};
static const Kernel mcu[] = {
#define BACKEND MCU
#include "../../backends/mcu/kernels.def"
#undef BACKEND
};
#undef OPERATOR
#define OPERATOR(symbol, kind, feature, condition, params, order)                                  \
    {#symbol,         &backends[BACKEND], K_##kind,     accepts_##symbol##_##kind,                 \
     params_##params, "pte_" #params,     pack_##order, !PTE_XNN_HAS_##feature},
static const Kernel xnnpack[] = {
#define BACKEND XNNPACK
#include "../../backends/xnnpack/kernels.def"
#undef BACKEND
#undef PACKED
#undef VARIANT
#undef OPERATOR
};

#define KERNELS(table) table, sizeof table / sizeof *table
/* Lists all kernel libraries. A prefix comes before longer ones that start with it, since
 * backend_of() takes the last that fits. */
const Backend backends[] = {
    [PORTABLE] = {"portable", "pte_", "pte_kernels.h", "pte_turns.h", 2, KERNELS(portable),
                  .library = NULL},
    [VECTOR] = {"vector", "pte_vec_", "pte_vec_kernels.h", NULL, 32, KERNELS(vector),
                .library = NULL},
    [WINOGRAD] = {"winograd", "pte_vec_winograd_", "pte_vec_winograd.h", NULL, 64,
                  KERNELS(winograd), .library = NULL},
    [MCU] = {"mcu", "pte_mcu_", "pte_mcu_kernels.h", "pte_mcu_turns.h", 2, KERNELS(mcu),
             .scratch = mcu_scratch, .keeps_together = true},
    [CMSIS] = {"cmsis-nn", "pte_cmsis_", "pte_cmsis_kernels.h", NULL, 2, KERNELS(cmsis),
               .scratch = cmsis_scratch, .library = "CMSIS-NN"},
    [CADENCE] = {"cadence", "pte_xa_", "pte_xa_kernels.h", NULL, 2, KERNELS(cadence),
                 .scratch = nnlib_scratch, .library = "nnlib"},
    [G3] = {"fusion-g3", "pte_g3_", "pte_g3_kernels.h", NULL, 2, KERNELS(g3),
            .library = "nnlib for Fusion G3"},
    [XNNPACK] = {"xnnpack", "pte_xnn_", "pte_xnn_kernels.h", NULL, 32, KERNELS(xnnpack),
                 .library = "XNNPACK", .makes_operators = true},
    {.name = NULL},
};
const char *const backend_names[] = {"portable", "vector",    "winograd", "mcu",  "cmsis-nn",
                                     "cadence",  "fusion-g3", "xnnpack",  "auto", NULL};

const Backend *backend_find(const char *name)
{
    for (const Backend *b = backends; b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

const char *kernel_names(const Options *o)
{
    Text t = {0};
    if (o->measured)
        return "auto";
    for (int i = 0; i < o->nbackends; i++)
        text_add(&t, "%s%s", i ? "," : "", o->backend[i]->name);
    return t.size ? t.data : "portable";
}

const Backend *backend_of(const char *symbol)
{
    const Backend *of = NULL;
    for (const Backend *b = backends; b->name; b++)
        if (strncmp(symbol, b->prefix, strlen(b->prefix)) == 0)
            of = b;
    return of;
}

bool uses_backend(const Graph *g, const char *name)
{
    const Options *o = g->model->options;
    for (int i = 0; i < o->nbackends; i++)
        if (strcmp(o->backend[i]->name, name) == 0)
            return true;
    return false;
}

/* Do the kernels of library `name` come before those of `other`? Not if they have to be faster by
 * measurement. */
bool prefers_backend(const Graph *g, const char *name, const char *other)
{
    const Options *o = g->model->options;
    for (int i = 0; i < o->nbackends && strcmp(o->backend[i]->name, other) != 0; i++)
        if (strcmp(o->backend[i]->name, name) == 0)
            return !o->measured;
    return false;
}

bool makes_operator(const Step *s)
{
    return s->kernel && s->kernel->backend->makes_operators;
}

static const struct {
    const char *symbol;
    VariantUse use;
    Kernel kernel;
} variants[] = {
#define KERNEL(symbol, kind, condition, params)
#define VARIANT(symbol, use, variant, kind, params)                                                \
    {#symbol,                                                                                      \
     VARIANT_##use,                                                                                \
     {#variant, &backends[BACKEND], K_##kind, NULL, params_##params, "pte_" #params, NULL,         \
      false}},
#define PACKED(symbol, kind, condition, params, pack)
#define BACKEND MCU
#include "../../backends/mcu/kernels.def"
#undef BACKEND
#define BACKEND PORTABLE
#include "../../backends/portable/kernels.def"
#undef BACKEND
#define BACKEND VECTOR
#include "../../backends/vector/kernels.def"
#undef BACKEND
#undef PACKED
#undef KERNEL
#undef VARIANT
};

const Kernel *kernel_variant(const Kernel *k, VariantUse use)
{
    for (size_t i = 0; k && i < sizeof variants / sizeof *variants; i++)
        if (variants[i].use == use && strcmp(variants[i].symbol, k->symbol) == 0)
            return strcmp(variants[i].kernel.symbol, k->symbol) == 0 ? k : &variants[i].kernel;
    return NULL;
}

bool backend_is_missing(const Backend *b)
{
    bool missing = b->nkernels > 0;
    for (int i = 0; i < b->nkernels; i++)
        missing &= b->kernel[i].missing;
    return missing;
}
