/* SPDX-License-Identifier: 0BSD
 * Finds each step of an earlier output in the new program, so that it keeps its name. */
#include "emit/text/match.h"
#include "base/digest.h"
#include "base/progress.h"
#include "base/identifier.h"
#include "emit/text/labels.h"
#include "graph/build.h"
#include "graph/dump.h"
#include "model.h"

#include <stdlib.h>
#include <string.h>

/* Is a step of one side. `exact` tells it from all others as long as nobody trains the layer anew;
 * `alike` is what stays the same even then. */
typedef struct Entry {
    const char *exact, *alike;
    int partner; /* on the other side, or -1 */
    int symbol;  /* equal ones may be partners */
} Entry;

typedef struct Side {
    Entry *entry;
    int n;
} Side;

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

static Entry make_entry(const char *file, const char *what, const char *const *digest, int n)
{
    Text exact = {0};
    if (file)
        what = fmt_text("file %s", file);
    text_add(&exact, "%s", what);
    for (int i = 0; i < n && !file; i++)
        text_add(&exact, " %s", digest[i]);
    return (Entry){.exact = exact.data, .alike = what, .partner = -1};
}

static Side old_side(const OldMethod *m)
{
    Side side = {.entry = NEW(Entry, m->nsteps), .n = m->nsteps};
    for (int i = 0; i < m->nsteps; i++) {
        const OldStep *s = &m->step[i];
        side.entry[i] = make_entry(s->file, s->what, s->digest, s->nconstants);
    }
    return side;
}

static Side new_side(const Graph *g)
{
    Side side = {.entry = NEW(Entry, g->nsteps), .n = 0};
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

typedef struct Word {
    const char *text;
    int side, at;
} Word;

static int by_text(const void *a, const void *b)
{
    const Word *x = a, *y = b;
    int c = strcmp(x->text, y->text);
    return c ? c : x->side != y->side ? x->side - y->side : x->at - y->at;
}

static Word *sorted_words(const Side side[2], bool exact)
{
    Word *word = NEW(Word, side[0].n + side[1].n);
    int n = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < side[k].n; i++) {
            const Entry *e = &side[k].entry[i];
            word[n++] = (Word){exact ? e->exact : e->alike, k, i};
        }
    qsort(word, (size_t)n, sizeof *word, by_text);
    return word;
}

static void pair_up(Side side[2], int a, int b)
{
    side[0].entry[a].partner = b;
    side[1].entry[b].partner = a;
}

static void pair_unique(Side side[2])
{
    int n = side[0].n + side[1].n;
    const Word *w = sorted_words(side, true);
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && strcmp(w[j].text, w[i].text) == 0;)
            j++;
        if (j - i == 2 && w[i].side != w[i + 1].side)
            pair_up(side, w[i].at, w[i + 1].at);
    }
}

static void give_symbols(Side side[2])
{
    int n = side[0].n + side[1].n, symbol = 0;
    const Word *w = sorted_words(side, false);
    for (int i = 0; i < n; i++) {
        symbol += i > 0 && strcmp(w[i].text, w[i - 1].text) != 0;
        side[w[i].side].entry[w[i].at].symbol = symbol;
    }
    for (int i = 0; i < side[0].n; i++) {
        int partner = side[0].entry[i].partner;
        if (partner >= 0)
            side[0].entry[i].symbol = side[1].entry[partner].symbol = n + i;
    }
}

/* Returns the furthest point on diagonal `k` that `d` edits reach, from the points that d - 1 edits
 * reach (`before`). */
static int step_on(const int *before, int d, int k, bool *down)
{
    *down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
    return *down ? before[k + 1 + d - 1] : before[k - 1 + d - 1] + 1;
}

/* Pairs steps on the way back from the end, over the points that each number of edits has
 * reached. */
static void pair_back(Side side[2], int **reach, int d, int from, int n, int m)
{
    int x = n, y = m;
    for (;; d--) {
        bool down = false;
        int k = x - y, start = d ? step_on(reach[d - 1], d, k, &down) : 0;
        for (; x > start; x--, y--)
            pair_up(side, from + x - 1, from + y - 1);
        if (d == 0)
            return;
        x -= !down;
        y -= down;
    }
}

/* Pairs n and m steps from `from` on (Myers, "An O(ND) difference algorithm and its variations").
 * If they have hardly anything in common, they stay without partners. */
static void pair_middle(Side side[2], int from, int n, int m)
{
    enum { EDITS = 1000 };
    const Entry *a = side[0].entry + from, *b = side[1].entry + from;
    int *reach[EDITS + 1];
    for (int d = 0; d <= EDITS; d++) {
        reach[d] = NEW(int, 2 * d + 1);
        for (int k = -d; k <= d; k += 2) {
            bool down;
            int x = d ? step_on(reach[d - 1], d, k, &down) : 0;
            while (x < n && x - k < m && a[x].symbol == b[x - k].symbol)
                x++;
            reach[d][k + d] = x;
            if (x >= n && x - k >= m) {
                pair_back(side, reach, d, from, n, m);
                return;
            }
        }
    }
}

static void pair_alike(Side side[2])
{
    Entry *a = side[0].entry, *b = side[1].entry;
    int n = side[0].n, m = side[1].n, head = 0;
    give_symbols(side);
    for (; head < n && head < m && a[head].symbol == b[head].symbol; head++)
        pair_up(side, head, head);
    for (; n > head && m > head && a[n - 1].symbol == b[m - 1].symbol; n--, m--)
        pair_up(side, n - 1, m - 1);
    pair_middle(side, head, n - head, m - head);
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
    Side side[2] = {old_side(old), new_side(g)};
    pair_unique(side);
    pair_alike(side);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            int partner = side[1].entry[s->index].partner;
            s->old = partner < 0 ? NULL : &old->step[partner];
        }
}
