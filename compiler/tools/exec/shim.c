/* SPDX-License-Identifier: 0BSD
 * The C functions by which exec.c calls every method alike, whatever its arguments. */
#include "tools/exec/shim.h"
#include "graph/build.h"
#include "model.h"

#include <ctype.h>

char *shim_name(const Graph *g)
{
    return fmt_text("ptec_shim_%s", g->name);
}

static void add_arg(Text *t, const Arg *a, const char *array, int i)
{
    if (!a->given)
        return;
    text_add(t, ", %s[%d]", array, i);
    if (arg_is_dynamic(a))
        text_add(t, ", %s_dims[%d]", array, i);
}

/* Writes a call of the method `name` step by step. */
static void add_steps(Text *t, const char *name, const char *args)
{
    text_add(t,
             "    %s_run run;\n"
             "    int status = (int)%s_start_with(&run, ctx%s);\n"
             "    while (status == PTE_MORE)\n"
             "        status = (int)%s_step(&run);\n"
             "    return status;\n}\n",
             name, name, args, name);
}

static void add_shim(Text *t, const Graph *g, const char *prefix)
{
    const char *name = shim_name(g);
    const char *params = "const void *ctx, void *const *in, const int32_t *const *in_dims, "
                         "void *const *out, int32_t *const *out_dims";
    text_add(t, "int %s(%s);\nint %s(%s)\n{\n", name, params, name, params);
    text_add(t, "    (void)in;\n    (void)in_dims;\n    (void)out;\n    (void)out_dims;\n");
    if (is_constant_method(g)) {
        text_add(t, "    (void)ctx;\n    return 0;\n}\n");
        return;
    }
    Text args = {0};
    for (int i = 0; i < g->ninputs; i++)
        add_arg(&args, &g->input[i], "in", i);
    for (int i = 0; i < g->noutputs; i++)
        add_arg(&args, &g->output[i], "out", i);
    if (g->model->options->by_steps)
        add_steps(t, fmt_text("%s_%s", prefix, g->name), text_string(&args));
    else
        text_add(t, "    return (int)%s_%s_with(ctx%s);\n}\n", prefix, g->name, text_string(&args));
}

void add_shims(Text *t, const Model *m)
{
    const char *prefix = m->options->name;
    char *upper = fmt_text("%s", prefix);
    for (char *c = upper; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    /* The buffers that ptec provides are those of its plan. */
    text_add(t, "\n_Static_assert(%s_ARENA_BYTES <= %lld && %s_STATE_BYTES <= %lld,\n", upper,
             (long long)m->in_memory[0], upper, (long long)m->state_bytes);
    text_add(t, "               \"the header asks for more memory than the plan has\");\n");
    for (int i = 0; i < m->ngraphs; i++)
        add_shim(t, m->graph[i], prefix);
}
