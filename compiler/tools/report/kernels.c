/* SPDX-License-Identifier: 0BSD
 * The table of the kernels that the steps call. */
#include "tools/report/kernels.h"
#include "graph/kernel.h"
#include "tools/report/html.h"

#include <stdlib.h>
#include <string.h>

typedef struct Called {
    const char *function, *library;
    int64_t macs;
    int steps;
} Called;

static int heaviest_first(const void *a, const void *b)
{
    const Called *x = a, *y = b;
    if (x->macs != y->macs)
        return x->macs < y->macs ? 1 : -1;
    return x->steps != y->steps ? y->steps - x->steps : strcmp(x->function, y->function);
}

static Called *list_called(const Facts *f, int *count, int64_t *macs)
{
    Called *called = NULL;
    Dict number = {0};
    int n = 0;
    for (int i = 0; i < f->nmethods; i++)
        for (int k = 0; k < f->method[i].g->nsteps; k++) {
            const StepFacts *x = &f->method[i].step[k];
            const char *function = step_function(x->step);
            int *at = dict_number(&number, function);
            if (*at < 0) {
                const Kernel *kernel = x->step->kernel;
                *at = n;
                PUSH(called, n, ((Called){function, kernel ? kernel->backend->name : "", 0, 0}));
            }
            called[*at].macs += x->macs;
            called[*at].steps++;
            *macs += x->macs;
        }
    if (n)
        qsort(called, (size_t)n, sizeof *called, heaviest_first);
    *count = n;
    return called;
}

void add_kernels(Text *t, const Facts *f)
{
    static const char *const heading[] = {"computed by",    "library", "#steps",
                                          "#multiply-adds", "#share",  ""};
    int n;
    int64_t macs = 0;
    const Called *called = list_called(f, &n, &macs);
    text_add(t, "<h3>Kernels</h3>\n");
    table_start(t, "kernels", heading, 6);
    for (int i = 0; i < n; i++) {
        text_add(t, "<tr>");
        add_cell(t, fmt_text("<code>%s</code>", called[i].function));
        add_cell(t, called[i].library);
        add_number_cell(t, called[i].steps);
        add_number_cell(t, called[i].macs);
        text_add(t, "<td class=\"n\">%s</td>", percent((double)called[i].macs, (double)macs));
        add_bar_cell(t, (double)called[i].macs, (double)called[0].macs);
        text_add(t, "</tr>\n");
    }
    table_end(t);
}
