/* SPDX-License-Identifier: 0BSD
 * A memory plan as a picture. Positions are percentages, so that it fits every width while its text
 * keeps its size; a box is an svg of its own, in which its name has its place. */
#include "tools/report/plot.h"
#include "tools/report/html.h"

#include <string.h>

enum { TINTS = 6, MOST_LABELS = 5 };
enum { NARROW = 390, LOW = 318, LETTER = 6 }; /* a picture's least width and height, in pixels */

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

/* Is there room for the name in a picture as narrow as two side by side? */
static bool fits(const Plot *p, const PlotBox *b)
{
    return part_of(b->bytes, p->bytes) > 5 && part_of(b->end - b->first, p->steps) * NARROW / 100 >
                                                  (double)(strlen(b->name) * LETTER + LETTER);
}

static void add_box(Text *t, const Plot *p, const PlotBox *b, int number)
{
    const double width = part_of(b->end - b->first, p->steps), height = part_of(b->bytes, p->bytes);
    const bool thin = height * LOW < 300 || width * NARROW < 300; /* less than 3 pixels */
    text_add(t, "<svg x=\"%.3f%%\" y=\"%.3f%%\" width=\"%.3f%%\" height=\"%.3f%%\">",
             part_of(b->first, p->steps), 100 - part_of(b->offset + b->bytes, p->bytes), width,
             height);
    text_add(t, "<rect class=\"%s%s%d\" width=\"100%%\" height=\"100%%\"><title>%s</title></rect>",
             thin        ? "thin "
             : b->border ? "border "
                         : "",
             "t", number % TINTS, html_long(b->title));
    if (fits(p, b))
        text_add(t, "<text x=\"3\" y=\"12\">%s</text>", html(b->name));
    text_add(t, "</svg>\n");
}

static void add_bands(Text *t, const Plot *p)
{
    for (int i = 0; i < p->nbands; i++)
        text_add(t,
                 "<rect class=\"band\" x=\"%.3f%%\" width=\"%.3f%%\" height=\"100%%\">"
                 "<title>%s</title></rect>\n",
                 part_of(p->band[i].first, p->steps),
                 part_of(p->band[i].end - p->band[i].first, p->steps), html_long(p->band[i].title));
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
        text_add(t, "<span style=\"left:%.3f%%\">%lld</span>",
                 part_of(2 * at + 1, 2 * (int64_t)p->steps), (long long)at);
    text_add(t, "</div><small class=\"y\">bytes</small><small class=\"x\">%s</small>", p->unit);
}

void add_plot(Text *t, const Plot *p)
{
    text_add(t, "<div class=\"plot\">");
    add_labels(t, p);
    text_add(t, "<svg role=\"img\" aria-label=\"%s\">\n", html(p->label));
    add_bands(t, p);
    add_lines(t, p);
    for (int i = 0; i < p->nboxes; i++)
        add_box(t, p, &p->box[i], i);
    add_peak_mark(t, p);
    text_add(t, "</svg></div>\n");
}
