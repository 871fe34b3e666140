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

void report_page(Text *t, const Model *m, const char *profile)
{
    static const char navigation[] =
        "<nav><a href=\"#summary\">Summary</a> <a href=\"#layers\">Layers</a> "
        "<a href=\"#memory\">Memory</a> <a href=\"#flash\">Flash</a> <a href=\"#work\">Work</a> "
        "<a href=\"#refused\">Refused</a> <a href=\"#quantisation\">Quantisation</a></nav>\n";
    Facts f = find_facts(m, profile ? read_profile(profile, m) : NULL);
    text_add(t,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
             "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
             "<title>%s</title>\n<style>\n%s</style></head><body>\n%s<main>\n",
             html(m->options->name), embedded_text("report.css"), navigation);
    add_summary(t, &f);
    add_layers_section(t, &f);
    add_plan_section(t, &f);
    add_flash_section(t, &f);
    add_work_section(t, &f);
    add_refused_section(t, &f);
    add_quantised_section(t, &f);
    text_add(t, "</main></body></html>\n");
}
