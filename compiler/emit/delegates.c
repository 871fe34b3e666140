/* SPDX-License-Identifier: 0BSD
 * Delegates that the user provides: their handles lie in the state, behind a number that says how
 * many there are. */
#include "emit/delegates.h"
#include "emit/checks.h"
#include "emit/text/cexpr.h"
#include "emit/text/text.h"
#include "graph/foreign.h"
#include "model.h"

#include <string.h>

void add_delegate_declarations(Text *t, const Emit *e)
{
    const Model *m = e->m;
    Dict seen = {0};
    if (!m->ndelegates)
        return;
    text_add(t, "/* Yours: what runs the delegates' parts of the program. */\n");
    for (int i = 0; i < m->ndelegates; i++)
        if (dict_add(&seen, m->delegate[i]->name))
            text_add(t, "extern const pte_delegate %s;\n", m->delegate[i]->name);
    text_add(t,
             "/* Initialises the delegates, before the first call of a method; ends that. */\n"
             "pte_status %s_init(void);\n"
             "pte_status %s_init_with(const %s_ctx *ctx);\n"
             "void %s_destroy(void);\n"
             "void %s_destroy_with(const %s_ctx *ctx);\n",
             e->name, e->name, e->name, e->name, e->name, e->name);
}

static void add_specs(Text *t, const FileDelegate *file)
{
    if (!file->nspecs) {
        text_add(t, "NULL, 0");
        return;
    }
    text_add(t, "(const pte_spec[]){");
    for (int i = 0; i < file->nspecs; i++) {
        const FileSpec *spec = &file->spec[i];
        text_add(t, i ? ", {" : "{");
        add_c_string(t, (Bytes){(const uint8_t *)spec->key, strlen(spec->key)});
        text_add(t, ", ");
        add_c_string(t, spec->value);
        text_add(t, ", %zu}", spec->value.size);
    }
    text_add(t, "}, %d", file->nspecs);
}

static void add_init(Text *t, const Emit *e)
{
    text_add(t,
             "\npte_status %s_init_with(const %s_ctx *ctx)\n{\n"
             "    if (!ctx || !pte_aligned(ctx->state, %s_STATE_ALIGN)\n"
             "        || !pte_aligned(ctx->weights, %s_WEIGHTS_ALIGN))\n"
             "        return PTE_INVALID_ARGUMENT;\n"
             "    unsigned char *const s = ctx->state;\n"
             "    const %s_weights_t *const w = ctx->weights;\n"
             "    pte_s32 *const ready = STATE(s32, delegates);\n"
             "    pte_status status;\n"
             "    void *handle;\n\n"
             "    *ready = 0;\n",
             e->name, e->name, e->upper, e->upper, e->name);
    for (int i = 0; i < e->m->ndelegates; i++) {
        const Delegate *d = e->m->delegate[i];
        Text call = {0};
        const char *data = d->file->blob.size ? fmt_text("w->%s", d->data->buffer->name) : "\"\"";
        text_add(&call, "    status = %s.init(&(const pte_blob){%s, %zu, ", d->name, data,
                 d->file->blob.size);
        add_specs(&call, d->file);
        text_add(&call, "}, &handle);");
        text_add(t, "    handle = NULL;\n");
        add_wrapped(t, call.data);
        text_add(t,
                 "\n    if (status != PTE_OK) {\n"
                 "        %s_destroy_with(ctx);\n"
                 "        return status;\n"
                 "    }\n"
                 "    STATE(handle, delegates)[%d] = handle;\n"
                 "    *ready = %d;\n",
                 e->name, i + 1, i + 1);
    }
    text_add(t, "    return PTE_OK;\n}\n");
    text_add(t, "\npte_status %s_init(void)\n{\n    return %s_init_with(&image);\n}\n", e->name,
             e->name);
}

static void add_destroy(Text *t, const Emit *e)
{
    text_add(t,
             "\nvoid %s_destroy_with(const %s_ctx *ctx)\n{\n"
             "    unsigned char *const s = ctx->state;\n"
             "    pte_s32 *const ready = STATE(s32, delegates);\n\n",
             e->name, e->name);
    for (int i = e->m->ndelegates; i-- > 0;)
        text_add(t,
                 "    if (*ready > %d)\n"
                 "        %s.destroy(STATE(handle, delegates)[%d]);\n",
                 i, e->m->delegate[i]->name, i + 1);
    text_add(t, "    *ready = 0;\n}\n");
    text_add(t, "\nvoid %s_destroy(void)\n{\n    %s_destroy_with(&image);\n}\n", e->name, e->name);
}

void add_delegate_functions(Text *t, const Emit *e)
{
    if (!e->m->ndelegates)
        return;
    add_destroy(t, e);
    add_init(t, e);
}

void add_ready_check(Text *t, const Graph *g)
{
    bool any = false;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            any |= s->foreign && s->foreign->delegate;
    if (any && has_checks(g))
        text_add(t,
                 "    if (*STATE(s32, delegates) != %d)\n"
                 "        return PTE_INVALID_STATE;\n",
                 g->model->ndelegates);
}
