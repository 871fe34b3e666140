/* SPDX-License-Identifier: 0BSD
 * `show --memory`: bytes of the arena upwards, steps to the right, a letter for each buffer. */
#include "tools/show/memory.h"
#include "base/grid.h"
#include "base/words.h"
#include "graph/build.h"
#include "model.h"
#include "plan/lives.h"
#include "plan/memories.h"
#include "plan/peak.h"

#include <string.h>

enum { MARGIN = 14, PLOT = 84, MOST_ROWS = 24, WIDEST = 6, MOST_STEPS = 8, LONGEST = 44 };
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { LETTERS = sizeof letters - 1 };

/* Says how steps and bytes become columns and rows: several steps share a column, or each is `wide`
 * columns. */
typedef struct Scale {
    int positions, columns, wide;
    int rows;
    int64_t height; /* bytes */
} Scale;

typedef struct Map {
    const Graph *g;
    Peak peak;
    Buffer **buffer; /* in the order of their letters: at the peak, the others; the largest first */
    Scale scale;
} Map;

static Scale scale_of(const Graph *g)
{
    Scale s = {.positions = g->nsteps};
    for (int i = 0; i < g->nbuffers; i++)
        s.positions = g->buffer[i]->last >= s.positions ? g->buffer[i]->last + 1 : s.positions;
    s.wide = PLOT / s.positions;
    s.wide = s.wide > WIDEST ? WIDEST : s.wide;
    s.columns = s.wide ? s.wide * s.positions : PLOT;
    s.height = round_up((g->arena_bytes + MOST_ROWS - 1) / MOST_ROWS, ARENA_ALIGN);
    s.rows = (int)((g->arena_bytes + s.height - 1) / s.height);
    return s;
}

static int first_step(const Scale *s, int column)
{
    return (int)((int64_t)column * s->positions / s->columns);
}

/* Returns the position behind the last step of the column. */
static int end_step(const Scale *s, int column)
{
    int end = first_step(s, column + 1), first = first_step(s, column);
    return end > first ? end : first + 1;
}

static Map map_of(const Graph *g)
{
    Map m = {.g = g, .peak = find_peak(g), .scale = scale_of(g)};
    int n = m.peak.nbuffers;
    m.buffer = NEW(Buffer *, g->nbuffers);
    memcpy(m.buffer, m.peak.buffer, (size_t)n * sizeof *m.buffer);
    for (int i = 0; i < g->nbuffers; i++)
        if (!lives_at(g->buffer[i], m.peak.step[0]))
            m.buffer[n++] = g->buffer[i];
    sort_by_size(m.buffer + m.peak.nbuffers, n - m.peak.nbuffers);
    return m;
}

static int64_t common(int64_t from, int64_t to, int64_t start, int64_t end)
{
    int64_t low = from > start ? from : start, high = to < end ? to : end;
    return high > low ? high - low : 0;
}

/* Returns the letter of the buffer that has most of the cell. */
static char cell_of(const Map *m, int row, int column)
{
    const Scale *s = &m->scale;
    int64_t most = 0, bottom = row * s->height;
    char cell = ' ';
    for (int i = 0; i < m->g->nbuffers; i++) {
        const Buffer *b = m->buffer[i];
        int64_t steps =
            common(first_step(s, column), end_step(s, column), b->first, (int64_t)b->last + 1);
        int64_t bytes = common(bottom, bottom + s->height, b->offset, b->offset + b->bound);
        if (steps * bytes <= most)
            continue;
        most = steps * bytes;
        cell = i < LETTERS ? letters[i] : '*';
    }
    return cell;
}

static void add_trimmed(Text *t, Text *line)
{
    while (line->size && line->data[line->size - 1] == ' ')
        line->size--;
    text_bytes(t, line->data, line->size);
    text_add(t, "\n");
}

static void add_row(Text *t, const Map *m, int row)
{
    Text line = {0};
    bool labelled = row % 4 == 0 || row == m->scale.rows - 1;
    text_add(&line, "%*s |", MARGIN - 2,
             labelled ? grouped((uint64_t)(row * m->scale.height)) : "");
    for (int c = 0; c < m->scale.columns; c++)
        text_add(&line, "%c", cell_of(m, row, c));
    add_trimmed(t, &line);
}

/* Writes the number of a step where its columns begin, if there is room for it. */
static void add_step_numbers(Text *t, const Map *m)
{
    const Scale *s = &m->scale;
    Text line = {0};
    text_add(&line, "%*s %*s", MARGIN - 1, "step", s->columns, "");
    char *plot = line.data + MARGIN;
    for (int c = 0, end = -1; c < s->columns; c++) {
        int step = first_step(s, c);
        const char *number = fmt_text("%d", step);
        int n = (int)strlen(number);
        bool starts = c == 0 || first_step(s, c - 1) != step;
        if (!starts || c <= end || c + n > s->columns)
            continue;
        memcpy(plot + c, number, (size_t)n);
        end = c + n;
    }
    add_trimmed(t, &line);
}

static void add_peak_marks(Text *t, const Map *m)
{
    Text line = {0};
    text_add(&line, "%*s ", MARGIN - 1, "peak");
    for (int c = 0; c < m->scale.columns; c++) {
        bool peak = false;
        for (int i = 0; i < m->peak.nsteps; i++)
            peak |= m->peak.step[i] >= first_step(&m->scale, c) &&
                    m->peak.step[i] < end_step(&m->scale, c);
        text_add(&line, peak ? "^" : " ");
    }
    add_trimmed(t, &line);
}

static void add_picture(Text *t, const Map *m)
{
    for (int row = m->scale.rows - 1; row >= 0; row--)
        add_row(t, m, row);
    add_peak_marks(t, m);
    add_step_numbers(t, m);
}

static const char *cut(const char *name)
{
    return strlen(name) > LONGEST ? fmt_text("%.*s...", LONGEST - 3, name) : name;
}

static void add_peak_steps(Text *t, const Map *m)
{
    const char **name = step_names(m->g);
    Grid grid = {.align = "rl"};
    text_add(t, "  steps at the peak, %s bytes\n", grouped((uint64_t)m->peak.bytes));
    for (int i = 0; i < m->peak.nsteps && i < MOST_STEPS; i++) {
        grid_add(&grid, fmt_text("%d", m->peak.step[i]));
        grid_add(&grid, cut(name[m->peak.step[i]]));
    }
    if (m->peak.nsteps > MOST_STEPS) {
        grid_add(&grid, "");
        grid_add(&grid, fmt_text("%d more", m->peak.nsteps - MOST_STEPS));
    }
    grid_print(t, &grid);
}

static void add_buffers(Text *t, const Map *m, const char *title, int from, int to)
{
    Grid grid = {.align = "lrlll"};
    if (from == to)
        return;
    text_add(t, "  %s\n", title);
    for (int i = from; i < to && i < LETTERS; i++) {
        const Buffer *b = m->buffer[i];
        grid_add(&grid, fmt_text("%c", letters[i]));
        grid_add(&grid, plural((uint64_t)b->bound, "byte"));
        grid_add(&grid, fmt_text("at %s", grouped((uint64_t)b->offset)));
        grid_add(&grid, fmt_text("steps %d to %d", b->first, b->last));
        grid_add(&grid, cut(b->name));
    }
    grid_print(t, &grid);
    int hidden = to - (from > LETTERS ? from : LETTERS);
    if (hidden > 0)
        text_add(t, "    *  %d more\n", hidden);
}

static void show_arena(Text *t, const Graph *g, const char *memory)
{
    text_add(t, "method %s: arena %s%s, ", printable(g->method->name),
             plural((uint64_t)g->arena_bytes, "byte"), memory);
    if (g->arena_bytes > g->live_bytes)
        text_add(t, "at least %s needed, ", grouped((uint64_t)g->least_bytes));
    text_add(t, "most live at one step %s, %s\n", grouped((uint64_t)g->live_bytes),
             plural((uint64_t)g->nsteps, "step"));
    if (!g->arena_bytes)
        return;
    Map m = map_of(g);
    add_picture(t, &m);
    add_peak_steps(t, &m);
    add_buffers(t, &m, "largest at the peak", 0, m.peak.nbuffers);
    add_buffers(t, &m, "others", m.peak.nbuffers, g->nbuffers);
}

void show_memory(Text *t, const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        text_add(t, i ? "\n" : "");
        if (!m->options->nmemories)
            show_arena(t, g, "");
        for (int k = 0; k < m->options->nmemories; k++) {
            const TargetMemory *memory = &m->options->memory[k];
            Graph part = arena_part(g, k);
            part.live_bytes = find_peak(&part).bytes;
            text_add(t, k ? "\n" : "");
            show_arena(t, &part,
                       fmt_text(" of %s in %s", grouped((uint64_t)memory->bytes), memory->name));
        }
    }
}
