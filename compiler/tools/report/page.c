/* SPDX-License-Identifier: 0BSD
 * `ptec report`: one HTML page on a compiled model, for those who review it. */
#include "tools/report/page.h"
#include "emit/bundle.h"
#include "tools/report/bars.h"
#include "tools/report/html.h"
#include "tools/report/layers.h"
#include "tools/report/plan.h"
#include "tools/report/quantised.h"
#include "tools/report/refused.h"
#include "tools/report/summary.h"

static void add_navigation(Text *t, const Facts *f)
{
    text_add(t,
             "<nav><a href=\"#summary\">Summary</a> <a href=\"#layers\">Layers</a> "
             "<a href=\"#memory\">Memory</a> <a href=\"#flash\">Flash</a> "
             "<a href=\"#work\">Work</a>%s%s <a href=\"#words\">Words</a></nav>\n",
             has_steps_by_others(f) ? " <a href=\"#refused\">Other libraries</a>" : "",
             has_quantisation(f) ? " <a href=\"#quantisation\">Quantisation</a>" : "");
}

static void add_words(Text *t)
{
    static const char *const word[][2] = {
        {"step", "one operation of the compiled program; several operators can become one"},
        {"a loop", "a step that is written out in the generated C, where no kernel computes it"},
        {"arena", "the memory for results of steps, which later results use again"},
        {"multiply-adds", "of convolutions and products only; other steps have none"},
        {"<code>_s8 _f32 _b4</code>",
         "the end of a kernel's name: signed bytes, floats, elements of 4 bytes of any type"},
        {"<code>_rne _fbias _twice</code>",
         "kernels of bytes that scale their sums by floats: with one factor, with a float added "
         "before it is rounded, with two factors; without these <code>_s8</code> uses integers, "
         "but for averages"},
        {"<code>_rows _batch</code>", "with a scale for each row, or each image"}};
    text_add(t, "<section id=\"words\"><h2>Words</h2>\n<dl class=\"answers\">\n");
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        text_add(t, "<div><dt>%s</dt><dd>%s</dd></div>\n", word[i][0], word[i][1]);
    text_add(t, "</dl></section>\n");
}

static Profile *profile_of(const Model *m, const char *path)
{
    Dict steps = {0};
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                dict_add(&steps, s->name);
    return read_profile(path, &steps);
}

void report_page(Text *t, const Model *m, const char *profile)
{
    Facts f = find_facts(m, profile ? profile_of(m, profile) : NULL);
    text_add(t,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
             "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
             "<title>%s</title>\n<style>\n%s</style></head><body>\n",
             html(file_name(m->options->model_path)), embedded_text("report.css"));
    add_navigation(t, &f);
    text_add(t, "<main>\n");
    add_summary(t, &f);
    add_layers_section(t, &f);
    add_plan_section(t, &f);
    add_flash_section(t, &f);
    add_work_section(t, &f);
    add_refused_section(t, &f);
    add_quantised_section(t, &f);
    add_words(t);
    text_add(t, "</main></body></html>\n");
}
