/* SPDX-License-Identifier: 0BSD
 * Calls of the user's functions, and their prototypes. */
#include "emit/foreign.h"
#include "base/identifier.h"
#include "emit/checks.h"
#include "emit/pauses.h"
#include "emit/text/cexpr.h"
#include "emit/text/text.h"
#include "emit/value.h"
#include "graph/build.h"
#include "graph/foreign.h"
#include "model.h"

#include <inttypes.h>
#include <string.h>

static int count_results(const ForeignFunction *f)
{
    int n = 0;
    for (int i = 0; i < f->nparams; i++)
        n += f->param[i].result;
    return n;
}

/* Makes a name for a parameter, since the file has none. */
static const char *numbered_name(const ForeignFunction *f, int i)
{
    int before = 0;
    for (int k = 0; k < i; k++)
        before += f->param[k].result;
    if (!f->param[i].result)
        return fmt_text("arg%d", i);
    return count_results(f) == 1 ? "out" : fmt_text("out%d", before);
}

static const char *parameter_name(const ForeignFunction *f, int i)
{
    bool named = f->row && f->row->schema;
    return named ? c_identifier(f->row->arg[i].name) : numbered_name(f, i);
}

static bool is_list(FileKind kind)
{
    return kind >= FV_INT_LIST;
}

static const char *item_type(const ForeignArg *param)
{
    switch (param->kind) {
    case FV_INT:
    case FV_INT_LIST:
        return "int64_t";
    case FV_DOUBLE:
    case FV_DOUBLE_LIST:
        return "double";
    case FV_BOOL:
    case FV_BOOL_LIST:
        return "bool";
    case FV_STRING:
        return "const char *";
    case FV_NULL:
        return "const void *";
    default:
        return param->result ? "const pte_out *" : "const pte_in *";
    }
}

/* Makes the type of a list's items const, since a call does not change them. */
static const char *constant(const char *type)
{
    bool pointer = type[strlen(type) - 1] == '*';
    return pointer ? fmt_text("%sconst", type) : fmt_text("const %s", type);
}

static void add_param(Text *t, const ForeignFunction *f, int i)
{
    const ForeignArg *param = &f->param[i];
    const char *type = item_type(param), *name = parameter_name(f, i), *comma = i ? ", " : "";
    const char *space = type[strlen(type) - 1] == '*' ? "" : " ";
    if (is_list(param->kind))
        text_add(t, "%s%s *%s, int32_t %s_count", comma, constant(type), name, name);
    else
        text_add(t, "%s%s%s%s", comma, type, space, name);
}

static void add_prototype(Text *t, const ForeignFunction *f)
{
    Text params = {0};
    for (int k = 0; k < f->nparams; k++)
        add_param(&params, f, k);
    add_wrapped(t, fmt_text("pte_status %s(%s)", f->name, params.data));
}

void add_foreign_prototypes(Text *t, const Model *m)
{
    for (int i = 0; i < m->nforeign; i++) {
        const ForeignFunction *f = m->foreign[i];
        text_add(t, "/* Yours: the operator %s. A status that is not PTE_OK ends the call. */\n",
                 f->op);
        add_prototype(t, f);
        text_add(t, ";\n");
    }
}

bool has_stubs(const Model *m)
{
    for (int i = 0; i < m->nforeign; i++)
        if (m->foreign[i]->row->schema)
            return true;
    return false;
}

static void add_stub(Text *t, const ForeignFunction *f)
{
    text_add(t, "\n/* %s */\n", f->row->schema);
    add_prototype(t, f);
    text_add(t, "\n{\n");
    for (int i = 0; i < f->nparams; i++) {
        const char *name = parameter_name(f, i);
        text_add(t, "    (void)%s;\n", name);
        if (is_list(f->param[i].kind))
            text_add(t, "    (void)%s_count;\n", name);
    }
    text_add(t, "    return PTE_NOT_SUPPORTED;\n}\n");
}

void add_stubs(Text *t, const Model *m)
{
    const char *name = m->options->name;
    text_add(t,
             "/* Functions that %s.c calls, for you to write. ptec has made this file since there "
             "was none;\n * it does not touch it again. */\n#include \"%s.h\"\n",
             name, name);
    for (int i = 0; i < m->nforeign; i++)
        if (m->foreign[i]->row->schema)
            add_stub(t, m->foreign[i]);
}

/* Writes a number that the program computes. */
static void add_number(Text *t, const Graph *g, const Value *v)
{
    if (!v->scalar)
        text_add(t, "*(const pte_%s *)(", c_suffix(v->type.dtype));
    add_value(t, g, v);
    text_add(t, v->scalar ? "" : ")");
}

/* Writes the extents in the program's order of axes; the operand has them in the order of
 * memory. */
static void add_extents(Text *t, const ForeignArg *arg, const Value *v)
{
    for (int axis = 0; axis < v->type.rank; axis++) {
        int at = axis;
        for (int k = 0; arg->order && k < v->type.rank; k++)
            at = arg->order[k] == axis ? k : at;
        text_add(t, ", ");
        add_c_int32(t, v->type.dim[at]);
    }
}

static void add_tensor(Text *t, const Graph *g, const Step *s, const ForeignArg *arg,
                       const char *dims)
{
    const Value *v = arg->result ? s->out[arg->operand] : s->in[arg->operand];
    const char *type = upper_case(dtype_name((int)v->type.dtype));
    bool plain = v->type.rank > 0 && !arg->extent;
    if (plain)
        text_add(t, arg->result ? "PTE_OUT(%s, " : "PTE_IN(%s, ", type);
    else
        text_add(t, arg->result ? "(const pte_out){" : "(const pte_in){");
    add_value(t, g, v);
    if (plain)
        add_extents(t, arg, v);
    else
        text_add(t, ", PTE_%s, %d, %s", type, v->type.rank, arg->extent ? dims : "NULL");
    text_add(t, plain ? ")" : "}");
}

static void add_argument(Text *t, const Graph *g, const Step *s, const ForeignArg *arg,
                         const ForeignArg *param, const char *dims);

static void add_list(Text *t, const Graph *g, const Step *s, const ForeignArg *arg,
                     const ForeignArg *param, const char *dims)
{
    if (!arg->nitems) { /* or None */
        text_add(t, "NULL, 0");
        return;
    }
    text_add(t, "(%s[]){", constant(item_type(param)));
    for (int i = 0; i < arg->nitems; i++) {
        text_add(t, i ? ", " : "");
        add_argument(t, g, s, &arg->item[i], &arg->item[i], fmt_text("%s_%d", dims, i));
    }
    text_add(t, "}, %d", arg->nitems);
}

static void add_argument(Text *t, const Graph *g, const Step *s, const ForeignArg *arg,
                         const ForeignArg *param, const char *dims)
{
    if (is_list(param->kind)) {
        add_list(t, g, s, arg, param, dims);
    } else if (arg->kind == FV_TENSOR) {
        text_add(t, "&");
        add_tensor(t, g, s, arg, dims);
    } else if (arg->operand < 0) {
        add_c_literal(t, arg->kind, &arg->literal);
    } else {
        text_add(t, param->kind != arg->kind ? "(double)" : "");
        add_number(t, g, s->in[arg->operand]);
    }
}

/* Is called for each result whose sizes the function computes, with the name of the variable that
 * it sets. */
typedef void ExtentsVisit(Text *t, const ForeignArg *arg, const char *dims);

static void for_item_extents(Text *t, const ForeignArg *arg, const char *dims, ExtentsVisit *visit)
{
    if (arg->extent)
        visit(t, arg, dims);
    for (int i = 0; i < arg->nitems; i++)
        for_item_extents(t, &arg->item[i], fmt_text("%s_%d", dims, i), visit);
}

static const char *dims_name(const Foreign *f, int i)
{
    return fmt_text("%s_dims", numbered_name(f->function, i));
}

static void for_extents(Text *t, const Foreign *f, ExtentsVisit *visit)
{
    for (int i = 0; i < f->function->nparams; i++)
        for_item_extents(t, &f->arg[i], dims_name(f, i), visit);
}

static void add_largest(Text *t, const ForeignArg *arg, const char *dims)
{
    const FileTensor *f = arg->literal.tensor;
    text_add(t, "        int32_t %s[] = {", dims);
    for (int i = 0; i < f->rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", f->size[i]);
    text_add(t, "};\n");
}

static void add_extent_check(Text *t, const ForeignArg *arg, const char *dims)
{
    const FileTensor *f = arg->literal.tensor;
    text_add(t, "        if (!PTE_FITS(%" PRIu64, f->bytes / dtype_bytes(f->dtype));
    for (int i = 0; i < f->rank; i++)
        text_add(t, ", %s[%d]", dims, i);
    text_add(t, "))\n            return PTE_OUT_OF_RESOURCES;\n");
}

static void add_computed(Text *t, const ForeignArg *arg, const char *dims)
{
    for (int i = 0; i < arg->literal.tensor->rank; i++)
        text_add(t, "        %s = %s[%d];\n", arg->extent[i]->name, dims, i);
}

void add_foreign_step(Text *t, const Graph *g, const Step *s)
{
    const Foreign *f = s->foreign;
    Text call = {0}, largest = {0};
    for_extents(&largest, f, add_largest);
    const char *margin = largest.size ? "        " : "    ";
    text_add(&call, "%s%sSTEP(%s, ", margin, f->delegate ? "    " : "", s->name);
    add_value(&call, g, s->out[0]);
    text_add(&call, ", %" PRId64 ", status = ", value_bound_bytes(s->out[0]));
    if (f->delegate)
        text_add(&call, "%s.execute(STATE(handle, delegates)[%d], ", f->delegate->name,
                 f->delegate->index + 1);
    else
        text_add(&call, "%s(", f->function->name);
    for (int i = 0; i < f->function->nparams; i++) {
        text_add(&call, i ? ", " : "");
        add_argument(&call, g, s, &f->arg[i], &f->function->param[i], dims_name(f, i));
    }
    if (f->delegate) {
        text_add(&call, ", ");
        if (step_scratch(s))
            add_value(&call, g, step_scratch(s));
        else
            text_add(&call, "NULL");
    }
    text_add(&call, "));");
    if (largest.size)
        text_add(t, "    {\n%s", largest.data);
    if (f->delegate)
        text_add(t, "%sdo {\n", margin);
    add_wrapped(t, call.data);
    if (f->delegate)
        text_add(t, "\n%s} while (status == PTE_MORE%s);", margin,
                 g->model->options->by_steps ? " && !run" : "");
    text_add(t, "\n%sif (status != PTE_OK)\n%s    return status;\n", margin, margin);
    if (has_checks(g))
        for_extents(t, f, add_extent_check);
    for_extents(t, f, add_computed);
    text_add(t, largest.size ? "    }\n" : "");
    for (int i = 0; i < f->nextents; i++) {
        add_kept_size(t, g, f->extent[i]);
        add_forced_checks(t, g, f->extent[i]);
    }
}
