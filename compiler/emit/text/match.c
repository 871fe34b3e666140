/* SPDX-License-Identifier: 0BSD
 * Finds each step of an earlier output in the new program, so that it keeps its name. */
#include "emit/text/match.h"
#include "base/digest.h"
#include "base/identifier.h"
#include "base/progress.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/dump.h"
#include "model.h"

#include <string.h>

static void add_type(Text *t, const char *before, const Value *v)
{
    text_add(t, "%s%s %s", before, dtype_name((int)v->type.dtype), shape_text(v));
}

const char *step_what(const Step *s)
{
    Text t = {0}, label = {0};
    add_op_label(&label, s);
    text_add(&t, "%s %s", step_kind(s->kind), c_identifier(label.data));
    for (int i = 0; i < s->nin; i++)
        if (s->in[i])
            add_type(&t, i ? ", " : " ", s->in[i]);
    for (int i = 0; i < s->nout; i++)
        if (s->out[i])
            add_type(&t, i ? ", " : " -> ", s->out[i]);
    return t.data;
}

int step_constants(const Step *s, Buffer **constant)
{
    int n = 0;
    for (int i = 0; i < s->nin; i++) {
        Value *v = s->in[i] ? value_root(s->in[i]) : NULL;
        bool seen = !v || !value_is_const(v);
        for (int k = 0; k < n && !seen; k++)
            seen = constant[k] == v->buffer;
        if (!seen)
            constant[n++] = v->buffer;
    }
    return n;
}

const char *buffer_digest(Buffer *b)
{
    char hex[65];
    if (!b->digest) {
        progress_late("ptec: digest of %s", b->name);
        sha256_hex(b->data, (size_t)b->bound, hex);
        b->digest = fmt_text("%.8s", hex);
    }
    return b->digest;
}

static PairEntry make_entry(const char *file, const char *what, const char *const *digest, int n)
{
    Text exact = {0};
    if (file)
        what = fmt_text("file %s", file);
    text_add(&exact, "%s", what);
    for (int i = 0; i < n && !file; i++)
        text_add(&exact, " %s", digest[i]);
    return (PairEntry){.exact = exact.data, .alike = what, .partner = -1};
}

PairSide side_of_steps(const OldMethod *m)
{
    PairSide side = {.entry = NEW(PairEntry, m->nsteps), .n = m->nsteps};
    for (int i = 0; i < m->nsteps; i++) {
        const OldStep *s = &m->step[i];
        side.entry[i] = make_entry(s->file, s->what, s->digest, s->nconstants);
    }
    return side;
}

static PairSide new_side(const Graph *g)
{
    PairSide side = {.entry = NEW(PairEntry, g->nsteps), .n = 0};
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Buffer **constant = NEW(Buffer *, s->nin);
            const char **digest = NEW(const char *, s->nin);
            int n = step_constants(s, constant);
            for (int i = 0; i < n; i++)
                digest[i] = buffer_digest(constant[i]);
            side.entry[side.n++] = make_entry(layer_name(s), step_what(s), digest, n);
        }
    return side;
}

static const OldMethod *old_method(const Manifest *old, const char *name)
{
    for (int i = 0; i < old->nmethods; i++)
        if (strcmp(old->method[i].name, name) == 0)
            return &old->method[i];
    return NULL;
}

void match_steps(Graph *g)
{
    const OldMethod *old = g->model->old ? old_method(g->model->old, g->name) : NULL;
    if (!old)
        return;
    PairSide side[2] = {side_of_steps(old), new_side(g)};
    pair_unique(side);
    pair_alike(side);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            int partner = side[1].entry[s->index].partner;
            s->old = partner < 0 ? NULL : &old->step[partner];
        }
}
