/* SPDX-License-Identifier: 0BSD
 * Values as arguments of calls. */
#include "emit/value.h"
#include "emit/arenas.h"
#include "emit/text/cexpr.h"
#include "emit/text/csize.h"
#include "graph/build.h"
#include "graph/kernel.h"
#include "select/registry.h"

#include <inttypes.h>

static void add_base(Text *t, const Graph *g, const Value *root)
{
    const Buffer *b = root->buffer;
    switch (b->kind) {
    case B_INPUT:
        text_add(t, "%s%s", root->type.dtype == BOOL ? "(const pte_u8 *)" : "",
                 g->input[b->index].name);
        return;
    case B_OUTPUT:
        if (root->type.dtype == BOOL)
            text_add(t, "(pte_u8 *)");
        else if (root->type.dtype != g->output[b->index].value->type.dtype)
            text_add(t, "(pte_%s *)(void *)", c_suffix(root->type.dtype));
        text_add(t, "%s", g->output[b->index].name);
        return;
    case B_CONST:
        if (b->bound == 0)
            text_add(t, "(const void *)\"\""); /* no elements */
        else if (b->fetch)
            text_add(t, "%s(%s, %s)", arena_access(g->model, 0), c_suffix(root->type.dtype),
                     b->name);
        else
            text_add(t, "W(%s)", b->name);
        return;
    case B_STATE:
        text_add(t, "STATE(%s, %s)", c_suffix(root->type.dtype), b->name);
        return;
    default:
        text_add(t, "%s(%s, %s)", arena_access(g->model, b->memory), c_suffix(root->type.dtype),
                 b->name);
        if (b->ring)
            text_add(t, " + part * %" PRId64,
                     b->ring / (int64_t)dtype_bytes((int)root->type.dtype));
    }
}

void add_value(Text *t, const Graph *g, const Value *v)
{
    if (!v) {
        text_add(t, "NULL");
        return;
    }
    if (v->scalar) {
        if (v->size)
            add_c_size(t, v->size);
        else
            text_add(t, "%s", v->name);
        return;
    }
    const Value *root = value_root((Value *)v);
    const int64_t bytes = value_start(v);
    bool retyped = root->type.dtype != v->type.dtype;
    if (retyped)
        text_add(t, "(pte_%s *)(void *)(", c_suffix(v->type.dtype));
    if (bytes && root->buffer->kind == B_CONST) /* with PTE_DEBUG_MEMORY, W() has no type */
        text_add(t, "(const pte_%s *)", c_suffix(root->type.dtype));
    add_base(t, g, root);
    int64_t size = (int64_t)dtype_bytes((int)root->type.dtype);
    if (bytes)
        text_add(t, " + %" PRId64, bytes / size);
    text_add(t, retyped ? ")" : "");
}

void use_kernel(Emit *e, const char *symbol)
{
    int *at = dict_number(&e->kernel_index, symbol);
    if (*at >= 0)
        return;
    *at = e->nkernels;
    PUSH(e->kernel, e->nkernels, symbol);
}

/* Does the step's kernel take a table? */
static bool looks_up(const Step *s)
{
    return s->kernel->pack && backend_asks(s->kernel->backend, "tables") && s->in[CONV_MULT] &&
           requantises_by_float(s);
}

bool keeps_together(const Step *s)
{
    return s->kernel->backend->keeps_together && s->requant != RQ_ROWS;
}

int passed_operands(const Step *s)
{
    bool plain = s->requant == RQ_NONE;
    if (keeps_together(s) && s->kind != K_MAP) /* which has no weights to keep them in */
        return CONV_WEIGHT + 1;
    if (s->kind == K_CONV && plain)
        return CONV_BIAS + 1;
    if (s->kind == K_GEMM && plain)
        return GEMM_C + 1;
    if (s->kind == K_CONV || s->kind == K_GEMM)
        return (looks_up(s) ? CONV_TABLE : CONV_QUANT) + 1;
    return s->nin;
}

/* Does the kernel take the operand as an argument? Kernels that requantise by a float take no
 * shifts; some have all that belongs to a channel in the weights. */
bool is_passed(const Step *s, int operand)
{
    bool inside =
        (s->kind == K_CONV || s->kind == K_GEMM) && s->requant != RQ_NONE && !s->in[CONV_MULT];
    bool shifts = !requantises_by_float(s) && s->requant != RQ_F32_TWICE;
    return inside ? operand < CONV_BIAS || operand == CONV_QUANT : shifts || operand != CONV_SHIFT;
}

/* Returns the elements from one row of the operand, or result, to the next. */
int64_t row_step(const Step *s, const Value *v)
{
    enum { ROWS = 2 };
    const Value *like = s->kind == K_REDUCE ? s->in[0] : s->out[0];
    return size_value(v->layout.stride[ROWS - (like->type.rank - v->type.rank)]);
}

bool is_of_strip(const Step *s, const Value *v)
{
    return v->def && v->def->strip == s->strip;
}
