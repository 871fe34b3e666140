/* SPDX-License-Identifier: 0BSD
 * A memory plan as a picture. Positions are percentages, so that it fits every width while its text
 * keeps its size; a box is an svg of its own, which cuts the name where the box ends. */
#include "tools/report/plot.h"
#include "tools/report/html.h"

enum { TINTS = 6, MOST_LABELS = 5 };

/* Returns the smallest of 1, 2, 5, 10, 20, ... of which so many labels are enough. */
static int64_t distance_of(int64_t all)
{
    for (int64_t power = 1;; power *= 10)
        for (int64_t n = 1; n <= 5; n += n + n / 2)
            if (all / (n * power) <= MOST_LABELS)
                return n * power;
}

static double part_of(int64_t n, int64_t all)
{
    return 100.0 * (double)n / (double)(all ? all : 1);
}

static void add_box(Text *t, const Plot *p, const PlotBox *b, int number)
{
    text_add(t, "<svg x=\"%.3f%%\" y=\"%.3f%%\" width=\"%.3f%%\" height=\"%.3f%%\">",
             part_of(b->first, p->steps), 100 - part_of(b->offset + b->bytes, p->bytes),
             part_of(b->end - b->first, p->steps), part_of(b->bytes, p->bytes));
    text_add(t, "<rect class=\"%s%d\" width=\"100%%\" height=\"100%%\"><title>%s</title></rect>",
             b->border ? "border t" : "t", number % TINTS, html(b->title));
    if (20 * b->bytes > p->bytes) /* a line of text fits */
        text_add(t, "<text x=\"3\" y=\"12\">%s</text>", html(b->name));
    text_add(t, "</svg>\n");
}

static void add_lines(Text *t, const Plot *p)
{
    int64_t distance = distance_of(p->bytes);
    for (int64_t at = distance; at < p->bytes; at += distance)
        text_add(t, "<line x1=\"0\" x2=\"100%%\" y1=\"%.3f%%\" y2=\"%.3f%%\"/>",
                 100 - part_of(at, p->bytes), 100 - part_of(at, p->bytes));
}

/* Marks the step at which most is live, over the boxes. */
static void add_peak_mark(Text *t, const Plot *p)
{
    if (p->peak >= 0)
        text_add(t, "<rect class=\"peak\" x=\"%.3f%%\" width=\"%.3f%%\" height=\"100%%\"/>\n",
                 part_of(p->peak, p->steps), part_of(1, p->steps));
}

static void add_labels(Text *t, const Plot *p)
{
    int64_t distance = distance_of(p->bytes), steps = distance_of(p->steps);
    text_add(t, "<div class=\"ys\">");
    for (int64_t at = 0; at <= p->bytes; at += distance)
        text_add(t, "<span style=\"bottom:%.3f%%\">%s</span>", part_of(at, p->bytes),
                 number_text(at));
    text_add(t, "</div><div class=\"xs\">");
    for (int64_t at = 0; at < p->steps; at += steps)
        text_add(t, "<span style=\"left:%.3f%%\">%lld</span>", part_of(at, p->steps),
                 (long long)at);
    text_add(t, "</div>");
}

void add_plot(Text *t, const Plot *p)
{
    text_add(t, "<div class=\"plot\">");
    add_labels(t, p);
    text_add(t, "<svg role=\"img\" aria-label=\"%s\">\n", html(p->label));
    add_lines(t, p);
    for (int i = 0; i < p->nboxes; i++)
        add_box(t, p, &p->box[i], i);
    add_peak_mark(t, p);
    text_add(t, "</svg></div>\n");
}
