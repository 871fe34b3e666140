/* SPDX-License-Identifier: 0BSD
 * Behind the emitted C of a program, what mutant.h wants to know of it. */
#include "describe.h"
#include "base/files.h"
#include "emit/output.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "model.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>

static void add_arg_info(Text *t, const Arg *a, double step)
{
    const Type *type = &a->value->type;
    text_add(t, "    {%d, %d, {", (int)type->dtype, type->rank);
    for (int i = 0; i < type->rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", a->file->tensor->size[i]);
    text_add(t, "%s}, %d, %.17g},\n", type->rank ? "" : "0", arg_is_dynamic(a) ? arg_rank(a) : 0,
             isfinite(step) ? step : 0);
}

/* One function with the same arguments for every method. */
static void add_call(Text *t, const char *name, int opt, const Graph *g)
{
    text_add(t,
             "static int %s_%d_%s_call(void *work, void *kept, void *const *arg, int32_t *const "
             "*dims)\n{\n",
             name, opt, g->name);
    text_add(t,
             "    const %s_%d_ctx ctx = {.arena = work, .state = kept, .weights = "
             "%s_%d_weights};\n    (void)arg;\n    "
             "(void)dims;\n",
             name, opt, name, opt);
    text_add(t, "    return (int)%s_%d_%s_with(&ctx", name, opt, g->name);
    for (int i = 0, n = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (!a->given)
            continue;
        text_add(t, ", arg[%d]", n);
        if (arg_is_dynamic(a))
            text_add(t, ", dims[%d]", n);
        n++;
    }
    text_add(t, ");\n}\n");
}

static int count_given(const Arg *a, int n)
{
    int given = 0;
    for (int i = 0; i < n; i++)
        given += a[i].given;
    return given;
}

static bool is_float(const Value *v)
{
    return v && dtype_is_float((int)v->type.dtype);
}

static bool shows_bytes_of_floats(const Value *v)
{
    return v && v->view_of && !is_float(v) && is_float(value_root((Value *)v));
}

/* MutantMethod.slack: vector kernels sum floats in another order than portable ones, and integers
 * that -O2 sums for floats are rounded elsewhere. */
static int slack_of(const Graph *g)
{
    int slack = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            bool sums = s->kind == K_CONV || s->kind == K_GEMM || s->kind == K_REDUCE ||
                        s->kind == K_POOL || s->kind == K_NORM || s->kind == K_SOFTMAX;
            if (sums && (is_float(s->out[0]) || s->requant == RQ_F32_BIAS))
                slack = 1;
            for (int i = 0; i < s->nin; i++)
                if (shows_bytes_of_floats(s->in[i]))
                    return -1;
        }
    for (int i = 0; i < g->noutputs; i++)
        if (shows_bytes_of_floats(g->output[i].value))
            return -1;
    return slack;
}

/* Returns how many: constant ones have no functions. */
static int add_methods(Text *t, const char *name, const Model *m)
{
    int n = 0;
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        if (is_constant_method(g))
            continue;
        add_call(t, name, 0, g);
        add_call(t, name, 2, g);
        text_add(t, "static const MutantArg %s_%s_args[] = {\n", name, g->name);
        for (int i = 0; i < g->ninputs + g->noutputs; i++)
            if (arg_at(g, i)->given)
                add_arg_info(t, arg_at(g, i), i < g->ninputs ? 0 : output_step(g, i - g->ninputs));
        text_add(t, "    {0}\n};\n");
    }
    text_add(t, "static const MutantMethod %s_methods[] = {\n", name);
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        if (is_constant_method(g))
            continue;
        n++;
        text_add(t, "    {\"%s\", %d, %d, %d, %s_%s_args, {%s_0_%s_call, %s_2_%s_call}},\n",
                 g->name, count_given(g->input, g->ninputs), count_given(g->output, g->noutputs),
                 slack_of(g), name, g->name, name, g->name, name, g->name);
    }
    text_add(t, "    {0}\n};\n");
    return n;
}

static void add_resets(Text *t, const char *name)
{
    for (int opt = 0; opt <= 2; opt += 2)
        text_add(t,
                 "static void %s_%d_clear(void *kept)\n{\n    const %s_%d_ctx ctx = {.state = "
                 "kept, .weights = %s_%d_weights};\n"
                 "    %s_%d_reset_with(&ctx);\n}\n",
                 name, opt, name, opt, name, opt, name, opt);
}

/* Behind the -O2 form: the description of both. */
static void add_description(Text *t, const char *name, const Model *m)
{
    bool state = m->state_bytes > 0;
    char *upper = fmt_text("%s", name);
    for (char *p = upper; *p; p++)
        *p = (char)toupper((unsigned char)*p);
    text_add(t, "#include \"%s_0.h\"\n#include \"mutant.h\"\n", name);
    int methods = add_methods(t, name, m);
    if (state)
        add_resets(t, name);
    text_add(t,
             "extern const Mutant %s;\nconst Mutant %s = {\"%s\", {%s_0_ARENA_BYTES, "
             "%s_2_ARENA_BYTES},\n",
             name, name, name, upper, upper);
    text_add(t, "    {%s_0_STATE_BYTES, %s_2_STATE_BYTES}, ", upper, upper);
    text_add(t, state ? "{%s_0_clear, %s_2_clear}" : "{0}", name, name);
    text_add(t, ", %s_methods, %d};\n", name, methods);
}

static void append_file(const char *path, const Text *t)
{
    FILE *f = fopen(path, "a");
    if (!f || fwrite(t->data, 1, t->size, f) != t->size || fclose(f) != 0)
        fatal(path, "cannot be written");
}

void write_form(Model *m, const char *name)
{
    const Options *o = m->options;
    Text t = {0};
    emit_files(m);
    files_place();
    text_add(&t, "\n#include \"%s_weights.c\"\n", o->name);
    if (o->opt == 2)
        add_description(&t, name, m);
    append_file(fmt_text("%s/%s.c", o->out_dir, o->name), &t);
}
