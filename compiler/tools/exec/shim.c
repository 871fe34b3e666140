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
    if (streams(g->model))
        text_add(t, "    const %s_ctx own = streaming((const %s_ctx *)ctx);\n    ctx = &own;\n",
                 prefix, prefix);
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

/* Writes a stream over the weights that `ctx` has in memory, which reads by sectors, as storage
 * does. Until it has waited there is garbage where the weights come to lie. */
static void add_stream(Text *t, const char *prefix)
{
    text_add(
        t,
        "\nstatic struct { const unsigned char *file, *from; unsigned char *to; size_t bytes; } "
        "reading;\n"
        "static pte_status start_reading(const pte_stream *stream, void *to, uint32_t offset, "
        "uint32_t bytes)\n{\n"
        "    (void)stream;\n"
        "    if (reading.bytes || ((uintptr_t)to | offset | bytes) %% 64)\n"
        "        return PTE_INTERNAL;\n"
        "    reading.from = reading.file + offset, reading.to = to, reading.bytes = bytes;\n"
        "    for (size_t i = 0; i < bytes; i++)\n        reading.to[i] = 0x7F;\n"
        "    return PTE_OK;\n}\n"
        "static pte_status end_reading(const pte_stream *stream)\n{\n"
        "    unsigned char sector[512];\n"
        "    (void)stream;\n"
        "    for (size_t at = 0; at < reading.bytes; at++) {\n"
        "        const size_t in = (size_t)(reading.from + at - reading.file);\n"
        "        if (at == 0 || in %% 512 == 0)\n"
        "            for (size_t i = in %% 512; i < 512 && i - in %% 512 < reading.bytes - at; "
        "i++)\n"
        "                sector[i] = reading.file[in / 512 * 512 + i];\n"
        "        reading.to[at] = sector[in %% 512];\n"
        "    }\n"
        "    reading.bytes = 0;\n"
        "    return PTE_OK;\n}\n"
        "const pte_stream %s_stream = {start_reading, end_reading};\n"
        "static %s_ctx streaming(const %s_ctx *ctx)\n{\n"
        "    %s_ctx own = *ctx;\n"
        "    reading.file = (const void *)ctx->weights;\n"
        "    own.weights = &%s_stream;\n"
        "    return own;\n}\n",
        prefix, prefix, prefix, prefix, prefix);
}

void add_shims(Text *t, const Model *m)
{
    const char *prefix = m->options->name;
    if (streams(m))
        add_stream(t, prefix);
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
