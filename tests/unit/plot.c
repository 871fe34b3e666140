/* SPDX-License-Identifier: 0BSD
 * Scales of the page's pictures of memory: labels and lines for each number of bytes and steps, by
 * their definition, and which boxes have their names. 0.05 s. */
#include "tools/report/plot.h"
#include "base/words.h"
#include "unit.h"

/* Of 1, 2, 5, 10, 20, 50, ... the smallest that goes into the number at most five times. */
static int64_t distance(int64_t all)
{
    static const int64_t step[] = {1, 2, 5};
    int64_t d = 1;
    for (int i = 0, tens = 1; d * 6 <= all; i++, tens *= i % 3 ? 1 : 10)
        d = step[i % 3] * tens;
    return d;
}

static const char *drawn(const Plot *p)
{
    Text t = {0};
    add_plot(&t, p);
    return t.data;
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static void check_scale(int64_t bytes, int steps)
{
    const Plot p = {.label = "plan", .steps = steps, .bytes = bytes, .unit = "step", .peak = -1};
    const char *got = drawn(&p);
    Text want = {0};
    int lines = 0;
    text_add(&want, "<div class=\"plot\"><div class=\"ys\">");
    for (int64_t at = 0; at <= bytes; at += distance(bytes)) {
        text_add(&want, "<span style=\"bottom:%.3f%%\">%s</span>",
                 100.0 * (double)at / (double)bytes, grouped((uint64_t)at));
        lines += at > 0 && at < bytes;
    }
    text_add(&want, "</div><div class=\"xs\">");
    for (int64_t at = 0; at < steps; at += distance(steps))
        text_add(&want, "<span style=\"left:%.3f%%\">%d</span>",
                 100.0 * (double)(2 * at + 1) / (2.0 * steps), (int)at);
    text_add(&want, "</div>");
    CHECK(strncmp(got, want.data, want.size) == 0, "%d bytes, %d steps:\n%.*s\ninstead of\n%s",
          (int)bytes, steps, (int)want.size, got, want.data);
    CHECK(count(got, "<line ") == lines, "%d bytes: %d lines of %d", (int)bytes,
          count(got, "<line "), lines);
    CHECK(!strstr(got, "peak") && !strstr(got, "<rect"), "an empty picture");
}

/* A box of 20 of 100 steps and more than a twentieth of the bytes is high enough for its name; it
 * is 78 pixels wide in the narrowest picture, where a letter and the margin need 6 each. */
static void check_names(void)
{
    for (int bytes = 4; bytes <= 7; bytes++)
        for (size_t n = 10; n <= 13; n++) {
            PlotBox box = {
                fmt_text("%.*s", (int)n, "abcdefghijklm"), "title", 10, 30, 0, bytes, false};
            const Plot p = {.label = "plan",
                            .steps = 100,
                            .bytes = 100,
                            .box = &box,
                            .nboxes = 1,
                            .unit = "step",
                            .peak = 99};
            const char *got = drawn(&p);
            CHECK((strstr(got, "<text") != NULL) == (bytes > 5 && n < 12), "%d bytes, %d letters",
                  bytes, (int)n);
            CHECK(strstr(got, fmt_text("<svg x=\"10.000%%\" y=\"%d.000%%\" width=\"20.000%%\" "
                                       "height=\"%d.000%%\">",
                                       100 - bytes, bytes)),
                  "place: %s", got);
            CHECK(strstr(got, "class=\"peak\" x=\"99.000%\" width=\"1.000%\""), "peak: %s", got);
        }
}

int main(void)
{
    for (int n = 1; n <= 1300; n++)
        check_scale(n, 1 + n % 130);
    check_scale(4999999, 60);
    check_scale(5000000, 59);
    check_scale(6000000, 6);
    check_names();
    return unit_result("plot");
}
