/* SPDX-License-Identifier: 0BSD
 * Steps whose kernels are operators of a library: NAME_init makes them, the state leads to them,
 * NAME_free ends that. */
#include "emit/operators.h"
#include "base/words.h"
#include "emit/checks.h"
#include "emit/params.h"
#include "emit/text/text.h"
#include "emit/value.h"
#include "graph/build.h"
#include "select/registry.h"

#include <inttypes.h>
#include <string.h>

/* Counts the bytes of constants that the library packs anew. */
static int64_t packed_bytes(const Model *m)
{
    int64_t sum = 0;
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                for (int k = 0; makes_operator(s) && k < s->nin; k++)
                    if (s->in[k] && value_is_const(value_root(s->in[k])))
                        sum += value_root(s->in[k])->buffer->bound;
    return sum;
}

/* Returns the parameters of NAME_init. */
static const char *init_parameters(const Model *m)
{
    return fmt_text("%s_cache *cache%s", operators_of(m)->type,
                    m->options->threads > 1 ? ", struct pthreadpool *pool" : "");
}

void add_operator_declarations(Text *t, const Emit *e)
{
    if (!e->m->noperators)
        return;
    const char *parameters = init_parameters(e->m), *library = operators_of(e->m)->library;
    text_add(t,
             "/* %s_init makes the %d operators of %s that %s runs, before the first call of a\n"
             " * method. It allocates by malloc() what %s needs for each, with a copy of its\n"
             " * weights as it packs them: at least %s bytes in all. Calls allocate nothing.\n"
             " * %s_free ends that. cache: packed weights that models share, or NULL.\n%s"
             " * %s_INPUT_MARGIN bytes behind each input are read too: they have to be there. */\n"
             "#define %s_USES_HEAP 1\n"
             "#define %s_INPUT_MARGIN PTE_%s_MARGIN\n",
             e->name, e->m->noperators, library, e->name, library,
             grouped((uint64_t)packed_bytes(e->m)), e->name,
             e->m->options->threads > 1
                 ? " * pool: threads that run the operators; NULL: the caller's alone.\n"
                 : "",
             e->upper, e->upper, e->upper, operators_of(e->m)->constants);
    text_add(t,
             "pte_status %s_init(%s);\n"
             "pte_status %s_init_with(const %s_ctx *ctx, %s);\n"
             "void %s_free(void);\n"
             "void %s_free_with(const %s_ctx *ctx);\n",
             e->name, parameters, e->name, e->name, parameters, e->name, e->name, e->name);
}

static const char *place_of(const Model *m)
{
    return fmt_text("STATE(%s_place, %s)", operators_of(m)->variable, m->operators->name);
}

/* Returns the enum by which steps name their operators. */
const char *operator_names(const Emit *e)
{
    if (!e->m->noperators)
        return "";
    const OperatorText *of = operators_of(e->m);
    Text t = {0};
    text_add(&t, "\n/* Operators of %s. */\nenum {\n", of->library);
    for (int i = 0; i < e->m->ngraphs; i++)
        FOR_BLOCKS(b, e->m->graph[i])
            FOR_STEPS(s, b)
                if (makes_operator(s))
                    text_add(&t, "    %s_%s,\n", of->constants, s->name);
    text_add(&t, "    %s_OPERATORS\n};\n", of->constants);
    return t.data;
}

void add_operators_check(Text *t, const Graph *g)
{
    bool any = false;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            any |= makes_operator(s);
    if (!any)
        return;
    const OperatorText *of = operators_of(g->model);
    text_add(t, "    %s *const %s = %s_at(%s, %s_OPERATORS);\n", of->type, of->variable, of->type,
             place_of(g->model), of->constants);
    if (has_checks(g))
        text_add(t, "    if (!%s)\n        return PTE_INVALID_STATE;\n", of->variable);
}

/* Is the operand, a constant, worked into the operator when that is made? Of the others there are
 * one or two. */
static bool is_made_in(const Value *v)
{
    return !v || value_is_const(value_root((Value *)v));
}

void add_operator_run(Text *t, Emit *e, const Graph *g, const Step *s)
{
    int operands = 0;
    const OperatorText *of = operator_text(s);
    use_kernel(e, fmt_text("%s_run", of->type));
    text_add(t, "%s_run(%s, %s_%s, ", of->type, of->variable, of->constants, s->name);
    add_value(t, g, s->out[0]);
    if (s->requant == RQ_ROWS) {
        text_add(t, ", ");
        add_value(t, g, s->in[GEMM_A]);
        text_add(t, ", &(const %s_rows){", of->type);
        add_value(t, g, s->in[GEMM_SHIFT]);
        text_add(t, ", ");
        add_value(t, g, s->in[GEMM_QUANT]);
        text_add(t, "})");
        return;
    }
    for (int i = 0; i < s->nin; i++) {
        if (is_made_in(s->in[i]))
            continue;
        text_add(t, ", ");
        add_value(t, g, s->in[i]);
        operands++;
    }
    text_add(t, operands < 2 ? ", NULL)" : ")");
}

/* Is the operand none of the operator's? No operator has tables behind sums, or the bias of a
 * product of computed matrices; tables of a lookup it computes by itself. */
static bool is_left_out(const Step *s, int operand)
{
    bool sums = s->kind == K_CONV || s->kind == K_GEMM;
    return s->kind == K_LOOKUP || (sums && operand == CONV_TABLE) ||
           (sums && operand == GEMM_C && !is_made_in(s->in[GEMM_B]));
}

static void add_making(Text *t, Emit *e, const Graph *g, const Step *s)
{
    Text call = {0};
    use_kernel(e, s->kernel->symbol);
    const OperatorText *of = operator_text(s);
    text_add(&call, "    %s(%s, %s_%s", s->kernel->symbol, of->variable, of->constants, s->name);
    for (int i = 0; i < passed_operands(s); i++)
        if (is_passed(s, i) && is_made_in(s->in[i]) && !is_left_out(s, i)) {
            text_add(&call, ", ");
            add_value(&call, g, s->in[i]);
        }
    text_add(&call, ", &%s);", param_name(e, s, 0));
    add_wrapped(t, call.data);
    text_add(t, "\n");
}

static void add_init(Text *t, Emit *e)
{
    const Model *m = e->m;
    const OperatorText *of = operators_of(m);
    Text making = {0};
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (makes_operator(s))
                    add_making(&making, e, m->graph[i], s);
    bool weights = strstr(making.data, "W(");
    const char *parameters = init_parameters(m), *pool = m->options->threads > 1 ? "pool" : "NULL";
    text_add(t, "\npte_status %s_init_with(const %s_ctx *ctx, %s)\n{\n", e->name, e->name,
             parameters);
    text_add(t,
             "    if (!ctx || !pte_aligned(ctx->state, %s_STATE_ALIGN)\n"
             "        || !pte_aligned(ctx->weights, %s_WEIGHTS_ALIGN))\n"
             "        return PTE_INVALID_ARGUMENT;\n"
             "    unsigned char *const s = ctx->state;\n",
             e->upper, e->upper);
    if (weights)
        text_add(t,
                 "    PTE_DEBUG_START();\n"
                 "    const %s_weights_t *const w = ctx->weights;\n",
                 e->name);
    text_add(t,
             "    %s *const %s = %s_start(%s_OPERATORS, cache, %s);\n\n%s"
             "    return %s_finish(%s, %s);\n}\n",
             of->type, of->variable, of->type, of->constants, pool, making.data, of->type,
             place_of(m), of->variable);
    text_add(t,
             "\npte_status %s_init(%s)\n{\n"
             "    return %s_init_with(&image, cache%s);\n}\n",
             e->name, parameters, e->name, m->options->threads > 1 ? ", pool" : "");
}

static void add_free(Text *t, const Emit *e)
{
    text_add(t,
             "\nvoid %s_free_with(const %s_ctx *ctx)\n{\n"
             "    unsigned char *const s = ctx->state;\n\n"
             "    %s_free(%s);\n}\n"
             "\nvoid %s_free(void)\n{\n    %s_free_with(&image);\n}\n",
             e->name, e->name, operators_of(e->m)->type, place_of(e->m), e->name, e->name);
}

void add_operator_functions(Text *t, Emit *e)
{
    if (!e->m->noperators)
        return;
    add_init(t, e);
    add_free(t, e);
}
