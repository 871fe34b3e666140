/* SPDX-License-Identifier: 0BSD
 * `ptec diff --code`: what two outputs differ in, as C by steps. */
#include "tools/diff/code.h"
#include "base/grid.h"
#include "base/pairs.h"
#include "tools/units.h"

#include <string.h>

enum { WAS, IS };

/* Holds what is told of a step: what of it has changed, and lines of C, each with - or + before
 * it. */
typedef struct Change {
    Text what, lines;
    UnitKind last; /* that `what` names */
} Change;

typedef struct Code {
    Units side[2];
    Dict at[2]; /* units by key */
    CodeForm form;
    Text body;
    int lines, steps; /* told so far */
} Code;

static const Unit *find(Code *c, int side, const char *key)
{
    int at = *dict_number(&c->at[side], key);
    return at < 0 ? NULL : &c->side[side].unit[at];
}

static PairSide side_of_lines(const Unit *u)
{
    int n = u ? u->nlines : 0;
    PairSide side = {.entry = NEW(PairEntry, n + 1), .n = n};
    for (int i = 0; i < n; i++)
        side.entry[i] = (PairEntry){.alike = masked_line(u->line[i]), .partner = -1};
    return side;
}

static void add_line(Code *c, Change *change, char sign, const char *line)
{
    const bool coloured = c->form == CODE_COLOURS;
    text_add(&change->lines, "%s%s%c %s%s\n", c->form == CODE_MARKDOWN ? "" : "    ",
             !coloured     ? ""
             : sign == '-' ? "\033[31m"
                           : "\033[32m",
             sign, line, coloured ? "\033[0m" : "");
    c->lines++;
}

static void add_what(Change *change, const Unit *u)
{
    static const char *const what[] = {"parameters", "loop", "weights", "place in memory", "call"};
    if (u->kind == U_OTHER || (change->what.size && change->last == u->kind))
        return;
    text_add(&change->what, "%s its %s", change->what.size ? "," : "", what[u->kind]);
    if (u->users > 1 && (u->kind == U_PARAMS || u->kind == U_LOOP))
        text_add(&change->what, " (of %d steps)", u->users);
    change->last = u->kind;
}

/* Adds the lines that only one of the units has; either may be NULL. */
static void add_unit(Code *c, Change *change, const Unit *was, const Unit *is)
{
    PairSide side[2] = {side_of_lines(was), side_of_lines(is)};
    const int before = c->lines;
    pair_alike(side);
    for (int i = 0, k = 0; i < side[WAS].n || k < side[IS].n;)
        if (i < side[WAS].n && side[WAS].entry[i].partner < 0)
            add_line(c, change, '-', was->line[i++]);
        else if (k < side[IS].n && side[IS].entry[k].partner < 0)
            add_line(c, change, '+', is->line[k++]);
        else
            i++, k++;
    if (c->lines > before)
        add_what(change, is ? is : was);
}

/* Collects what belongs to a step, which is one of either side (-1: not of this one), or to none,
 * if both are -1. */
static Change change_of(Code *c, int was, int is)
{
    Change change = {0};
    for (UnitKind kind = 0; kind <= U_OTHER; kind++) {
        for (int i = 0; i < c->side[IS].count; i++) {
            const Unit *u = &c->side[IS].unit[i];
            if (u->kind == kind && u->step == is && (is >= 0 || was < 0))
                add_unit(c, &change, find(c, WAS, u->key), u);
        }
        for (int i = 0; i < c->side[WAS].count; i++) {
            const Unit *u = &c->side[WAS].unit[i];
            if (u->kind == kind && u->step == was && (was >= 0 || is < 0) && !find(c, IS, u->key))
                add_unit(c, &change, u, NULL);
        }
    }
    return change;
}

static void tell(Code *c, const char *title, const Change *change)
{
    const bool markdown = c->form == CODE_MARKDOWN, coloured = c->form == CODE_COLOURS;
    text_add(&c->body, "%s%s%s%s\n", markdown ? "\n" : "", coloured ? "\033[1m" : "", title,
             coloured ? "\033[0m" : "");
    if (markdown && change->lines.size)
        text_add(&c->body, "\n```diff\n%s```\n", change->lines.data);
    else
        text_add(&c->body, "%s", text_string(&change->lines));
}

static PairSide side_of_names(const Units *u)
{
    PairSide side = {.entry = NEW(PairEntry, u->nsteps + 1), .n = u->nsteps};
    for (int i = 0; i < u->nsteps; i++)
        side.entry[i] = (PairEntry){.alike = u->step[i], .partner = -1};
    return side;
}

static void tell_step(Code *c, int was, int is, bool moved)
{
    const Units *u = &c->side[IS];
    const Change change = change_of(c, was, is);
    const char *what = text_string(&change.what);
    Text title = {0};
    text_add(&title, "step %s", u->step[is]);
    if (was < 0)
        text_add(&title, " added");
    if (moved)
        text_add(&title, " moved: now %s%s", is ? "behind " : "first", is ? u->step[is - 1] : "");
    if (was >= 0 && change.lines.size)
        text_add(&title, "%s changed:%s", moved ? ";" : "", what);
    if (was >= 0 && !moved && !change.lines.size)
        return;
    c->steps++;
    tell(c, title.data, &change);
}

static void tell_steps(Code *c)
{
    PairSide side[2] = {side_of_names(&c->side[WAS]), side_of_names(&c->side[IS])};
    pair_alike(side);
    for (int i = 0; i < c->side[IS].nsteps; i++) {
        const Unit *was = find(c, WAS, fmt_text("%d %s", (int)U_CALL, c->side[IS].step[i]));
        tell_step(c, was ? was->step : -1, i, was && side[IS].entry[i].partner < 0);
    }
    for (int i = 0; i < c->side[WAS].nsteps; i++) {
        const char *name = c->side[WAS].step[i];
        if (find(c, IS, fmt_text("%d %s", (int)U_CALL, name)))
            continue;
        const Change change = change_of(c, i, -1);
        tell(c, fmt_text("step %s removed", name), &change);
        c->steps++;
    }
}

void report_code(Text *t, const Text *was, const Text *is, CodeForm form)
{
    Code c = {.side = {units_of(was), units_of(is)}, .form = form};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < c.side[k].count; i++)
            *dict_number(&c.at[k], c.side[k].unit[i].key) = i;
    tell_steps(&c);
    const Change rest = change_of(&c, -1, -1);
    if (rest.lines.size)
        tell(&c, "outside of the steps", &rest);
    if (!c.steps && !c.lines)
        text_add(t, "no differences in the C of %s, digests aside\n",
                 plural((uint64_t)c.side[IS].nsteps, "step"));
    else
        text_add(t, "%s with differences, %s of C\n", plural((uint64_t)c.steps, "step"),
                 plural((uint64_t)c.lines, "line"));
    text_bytes(t, text_string(&c.body), c.body.size);
}
