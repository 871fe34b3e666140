/* SPDX-License-Identifier: 0BSD
 * `ptec report`: one HTML page on a compiled model, for those who review it. */
#include "tools/report/page.h"
#include "base/embedded.h"
#include "base/files.h"
#include "tools/report/bars.h"
#include "tools/report/html.h"
#include "tools/report/layers.h"
#include "tools/report/plan.h"
#include "tools/report/quantised.h"
#include "tools/report/refused.h"
#include "tools/report/summary.h"
#include "tools/report/words.h"

static void add_navigation(Text *t, const Facts *f)
{
    text_add(t,
             "<nav><a href=\"#summary\">Summary</a> <a href=\"#layers\">Layers</a> "
             "<a href=\"#memory\">Memory</a> <a href=\"#weights\">Weights</a> "
             "<a href=\"#work\">Work</a>%s%s <a href=\"#words\">Words</a></nav>\n",
             has_steps_by_others(f) ? " <a href=\"#refused\">Other libraries</a>" : "",
             has_quantisation(f) ? " <a href=\"#quantisation\">Quantisation</a>" : "");
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
    add_weights_section(t, &f);
    add_work_section(t, &f);
    add_refused_section(t, &f);
    add_quantised_section(t, &f);
    add_words(t, &f);
    text_add(t, "</main></body></html>\n");
}
