/* SPDX-License-Identifier: 0BSD
 * What `ptec diff` prints, for a terminal and for a comment on a change. */
#include "tools/diff/report.h"
#include "base/grid.h"
#include "base/words.h"

#include <string.h>

typedef struct Line {
    const char *name, *was, *is; /* the last two may be NULL */
} Line;

typedef struct Section {
    const char *title;
    Line *line;
    int count;
} Section;

enum { MOST_LINES = 60 }; /* of a section in Markdown, since comments may not be large */

static const char matching[] =
    "Steps are matched by the file's name of their layer; without one, by operator, types, shapes "
    "and\nweights, then by fewer of these and in order.\n";

/* Returns the text with `?` for what Markdown or a terminal might take for more than text: a
 * manifest may have anything in it. */
static const char *plain_text(const char *s)
{
    char *plain = fmt_text("%s", s);
    for (char *p = plain; *p; p++)
        if (*p < ' ' || *p > '~' || strchr("`|<&\\", *p))
            *p = '?';
    return plain;
}

/* Returns a path as printable() does, and fit to stand between backticks. */
static const char *path_text(const char *path)
{
    char *text = fmt_text("%s", printable(path));
    for (char *p = text; *p; p++)
        *p = *p == '`' ? '?' : *p;
    return text;
}

static void add_line(Section *s, const char *name, const char *was, const char *is)
{
    PUSH(s->line, s->count, ((Line){name, was, is}));
}

static Section one_sided(const char *title, const DiffStep *step, int count)
{
    Section s = {.title = title};
    for (int i = 0; i < count; i++) {
        const OldStep *one = step[i].is ? step[i].is : step[i].was;
        add_line(&s, one->name, NULL, one->what);
    }
    return s;
}

static const char *description(const OldStep *s)
{
    return fmt_text("%s, by %s", s->what, s->kernel ? s->kernel : "a loop");
}

/* Names a step as the new output does, and as the old one if that is another name. */
static const char *both_names(const DiffStep *s)
{
    return strcmp(s->was->name, s->is->name) == 0
               ? s->is->name
               : fmt_text("%s (was %s)", s->is->name, s->was->name);
}

static Section steps_changed(const Diff *d)
{
    Section s = {.title = "steps changed"};
    for (int i = 0; i < d->nchanged; i++)
        add_line(&s, both_names(&d->changed[i]), description(d->changed[i].was),
                 description(d->changed[i].is));
    return s;
}

/* Adds a line for each step, which lists its constants. */
static void add_weights(Section *s, const Diff *d, bool quantisation)
{
    const OldStep *last = NULL;
    for (int i = 0; i < d->nweights; i++) {
        const DiffWeight *w = &d->weight[i];
        if (w->quantisation != quantisation)
            continue;
        if (w->step == last)
            s->line[s->count - 1].is = fmt_text("%s, %s", s->line[s->count - 1].is, w->brief);
        else
            add_line(s, w->step->name, NULL, w->brief);
        last = w->step;
    }
}

static Section quantisation_changed(const Diff *d)
{
    Section s = {.title = "quantisation changed, by steps"};
    for (int i = 0; i < d->nchanged; i++)
        if (d->changed[i].types[0])
            add_line(&s, d->changed[i].is->name, fmt_text("types %s", d->changed[i].types[0]),
                     fmt_text("types %s", d->changed[i].types[1]));
    add_weights(&s, d, true);
    return s;
}

static Section weights_changed(const Diff *d)
{
    Section s = {.title = "weights changed, by steps"};
    add_weights(&s, d, false);
    return s;
}

static Section shared_changed(const Diff *d)
{
    Section s = {.title = "parameters and loops changed"};
    for (int i = 0; i < d->nshared; i++)
        add_line(&s, d->shared[i], NULL, NULL);
    return s;
}

static void add_text_section(Text *t, const Section *s)
{
    int width = 0;
    text_add(t, "%s: %d\n", s->title, s->count);
    for (int i = 0; i < s->count; i++)
        if ((int)strlen(s->line[i].name) > width)
            width = (int)strlen(s->line[i].name);
    for (int i = 0; i < s->count; i++) {
        const Line *l = &s->line[i];
        if (l->was)
            text_add(t, "    %s\n        was %s\n        is  %s\n", l->name, plain_text(l->was),
                     plain_text(l->is));
        else if (l->is)
            text_add(t, "    %-*s  %s\n", width, l->name, plain_text(l->is));
        else
            text_add(t, "    %s\n", l->name);
    }
}

static void add_markdown_section(Text *t, const Section *s)
{
    text_add(t, "\n<details><summary>%s: %d</summary>\n\n", s->title, s->count);
    for (int i = 0; i < s->count && i < MOST_LINES; i++) {
        const Line *l = &s->line[i];
        text_add(t, "- `%s`", l->name);
        if (l->was)
            text_add(t, "<br>was `%s`<br>is `%s`", plain_text(l->was), plain_text(l->is));
        else if (l->is)
            text_add(t, ": `%s`", plain_text(l->is));
        text_add(t, "\n");
    }
    if (s->count > MOST_LINES)
        text_add(t, "- and %d more, which `ptec diff` lists without `--markdown`\n",
                 s->count - MOST_LINES);
    text_add(t, "\n</details>\n");
}

static const char *number(int64_t n)
{
    return n < 0 ? "?" : grouped((uint64_t)n);
}

static const char *delta(const Total *t)
{
    int64_t more = t->is - t->was;
    if (t->was < 0 || t->is < 0)
        return "?";
    return more < 0 ? fmt_text("-%s", grouped((uint64_t)-more))
                    : fmt_text("%s%s", more ? "+" : "", grouped((uint64_t)more));
}

static const char *percent(const Total *t)
{
    if (t->was <= 0 || t->is < 0 || t->was == t->is)
        return "";
    return fmt_text("%+.1f %%", 100.0 * (double)(t->is - t->was) / (double)t->was);
}

static void add_totals(Text *t, const Diff *d)
{
    Grid grid = {.align = "lrrrr"};
    static const char *const head[] = {"", "old", "new", "delta", ""};
    for (int i = 0; i < 5; i++)
        grid_add(&grid, head[i]);
    for (TotalId i = 0; i < TOTALS; i++) {
        const Total *one = &d->total[i];
        if (!one->name)
            continue;
        grid_add(&grid, one->title);
        grid_add(&grid, number(one->was));
        grid_add(&grid, number(one->is));
        grid_add(&grid, delta(one));
        grid_add(&grid, percent(one));
    }
    grid_print(t, &grid);
}

static void add_markdown_totals(Text *t, const Diff *d)
{
    text_add(t, "\n| | old | new | delta | |\n|---|--:|--:|--:|--:|\n");
    for (TotalId i = 0; i < TOTALS; i++) {
        const Total *one = &d->total[i];
        if (!one->name)
            continue;
        text_add(t, "| %s | %s | %s | %s | %s |\n", one->title, number(one->was), number(one->is),
                 delta(one), percent(one));
    }
}

void report_diff(Text *t, const Diff *d, DiffForm form)
{
    const Section section[] = {one_sided("steps added", d->added, d->nadded),
                               one_sided("steps removed", d->removed, d->nremoved),
                               steps_changed(d),
                               quantisation_changed(d),
                               weights_changed(d),
                               shared_changed(d)};
    const bool markdown = form == DIFF_MARKDOWN;
    const char *tick = markdown ? "`" : "";
    if (form == DIFF_JSON) {
        report_diff_json(t, d);
        return;
    }
    text_add(t, "%s%s%s -> %s%s%s\n", tick, path_text(d->path[0]), tick, tick,
             path_text(d->path[1]), tick);
    (markdown ? add_markdown_totals : add_totals)(t, d);
    if (d->compiler)
        text_add(t, "%scode, tables and stack by %s%s%s\n", markdown ? "\n" : "", tick,
                 path_text(d->compiler), tick);
    for (size_t i = 0; i < sizeof section / sizeof *section; i++)
        if (section[i].count)
            (markdown ? add_markdown_section : add_text_section)(t, &section[i]);
    if (diff_is_empty(d))
        text_add(t, "%sno differences in steps, weights, RAM, flash and multiply-adds\n",
                 markdown ? "\n" : "");
    else if (d->nadded || d->nremoved || d->nchanged)
        text_add(t, "%s%s", markdown ? "\n" : "", matching);
}
