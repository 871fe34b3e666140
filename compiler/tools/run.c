/* SPDX-License-Identifier: 0BSD
 * The verb `run`: one method on the user's inputs; its outputs as text, its times on request. */
#include "tools/run.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/json.h"
#include "base/words.h"
#include "model.h"
#include "pte_rt.h"
#include "tools/etdump/calls.h"
#include "tools/etdump/chrome.h"
#include "tools/exec/compiler.h"
#include "tools/exec/exec.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"
#include "tools/outputs.h"
#include "tools/profile/step_times.h"

#include <stdlib.h>
#include <string.h>

/* Count runs at the start that are not timed, since they say nothing about the speed later, and
 * those behind them whose steps are timed. */
enum { WARM_UP = 10, PROFILED = 100 };
enum { DUMPED = 10 }; /* runs whose steps are recorded one by one */

typedef struct Times {
    int skipped;
    double first, mean, median, minimum; /* milliseconds */
} Times;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean_of(const double *seconds, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += seconds[i];
    return sum / n;
}

/* Returns the statistics of the calls but those at the start. */
static Times times_of(const double *seconds, int runs)
{
    int skip = runs > WARM_UP ? WARM_UP : 0, n = runs - skip;
    double *sorted = NEW(double, n);
    memcpy(sorted, seconds + skip, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    return (Times){skip, seconds[0] * 1e3, mean_of(sorted, n) * 1e3,
                   (sorted[(n - 1) / 2] + sorted[n / 2]) / 2 * 1e3, sorted[0] * 1e3};
}

static void print_times(const double *seconds, int runs)
{
    const Times t = times_of(seconds, runs);
    print("first %.4g ms; of runs %d to %d: mean %.4g, median %.4g, minimum %.4g ms\n", t.first,
          t.skipped + 1, runs, t.mean, t.median, t.minimum);
}

static void json_times(Json *j, const Times *s, int runs)
{
    json_object(j, "milliseconds");
    json_count(j, "runs", runs);
    json_count(j, "skipped", s->skipped);
    json_real(j, "first", s->first);
    json_real(j, "mean", s->mean);
    json_real(j, "median", s->median);
    json_real(j, "minimum", s->minimum);
    json_close(j);
}

static void print_json(const ExecOptions *o, const Emitted *e, const Graph *g, const ExecResult *r)
{
    Text t = {0};
    Json json = {.text = &t}, *j = &json;
    json_lines(j, NULL, '{');
    json_outputs(j, g, r->output);
    if (o->repeat) {
        const Times s = times_of(r->seconds, o->repeat);
        json_text(j, "kernels", e->kernels);
        json_text(j, "compiler", exec_compiler(o));
        json_times(j, &s, o->repeat);
    }
    json_close(j);
    print_text(&t);
}

/* How much faster depends on the network: these are the least and the most of kws, resnet8, vww,
 * silero and MobileNetV2 of tests/corpus and PTEC_CORPUS on an AMD EPYC (Zen 5), by `run -n 30`. */
static const char faster[] = "ptec: libtcc does not optimise: --cc gcc makes networks 3 to 6 times "
                             "as fast, and with --cflags '-O3 -march=native' up to 10 times\n";

static void say_how_to_be_faster(const ExecOptions *o)
{
    if (!o->cc && !o->quiet)
        fputs(faster, stderr);
}

/* Notes what was measured, for the page that shows the times. */
static void add_note(Text *t, const ExecOptions *o, const Graph *g, const CaseValue *input)
{
    text_add(t, "# by %s", exec_compiler(o));
    for (int i = 0; i < g->ninputs; i++) {
        const FileTensor tensor = tensor_of(&input[i]);
        if (!g->input[i].given)
            continue;
        text_add(t, ", ");
        add_shape(t, &tensor);
    }
    text_add(t, "\n");
}

static void profile_model(const ExecOptions *o, const Bundle *b, const Emitted *e,
                          const char *profile)
{
    const Emitted timed = with_times(e);
    const Graph *g = choose_method(e->model, o->method);
    const CaseValue *input = make_inputs(o, b, g);
    Exec *x = exec_open(o, &timed, 1);
    int calls = o->repeat ? o->repeat : PROFILED;
    clear_times(x, e->model);
    exec_calls(x, g, input, WARM_UP);
    clear_times(x, e->model);
    const ExecResult r = exec_calls(x, g, input, calls);
    Text file = {0};
    print("%s kernels through %s, mean of %d calls after %d\n", e->kernels, exec_compiler(o), calls,
          WARM_UP);
    const Text times = report_times(x, g, calls, mean_of(r.seconds, calls));
    add_note(&file, o, g, input);
    text_bytes(&file, times.data, times.size);
    exec_close(x);
    say_how_to_be_faster(o);
    file_write(profile, file.data, file.size);
}

/* Makes calls like those of an ETDump, and writes their times alone. */
static void trace_model(const ExecOptions *o, const Bundle *b, const Emitted *e)
{
    const int calls = o->repeat ? o->repeat : DUMPED;
    const Graph *g = choose_method(e->model, o->method);
    const CaseValue *input = make_inputs(o, b, g);
    const Emitted timed = with_recorder(e, RECORD_HERE);
    ChromeTrace *t = trace_new();
    Exec *x = exec_open(o, &timed, 1);
    recorded_call(x, g, input, false);
    for (int i = 0; i < calls; i++) {
        const CallRecord c = recorded_call(x, g, input, false);
        trace_call(t, &c, fmt_text("%s %d", g->method->name, i), false);
    }
    exec_close(x);
    print("%s kernels through %s, %s\n", e->kernels, exec_compiler(o),
          plural((uint64_t)calls, "run"));
    say_how_to_be_faster(o);
    trace_write(t, o->trace);
}

int dump_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const Emitted *whole)
{
    const Graph *g = choose_method(e->model, o->method),
                *same = choose_method(whole->model, o->method);
    const CaseValue *input = make_inputs(o, b, g);
    const Emitted timed = with_recorder(e, RECORD_HERE),
                  watched = with_recorder(whole, RECORD_HERE);
    EtDump d = {0};
    Exec *x = exec_open(o, &watched, 1);
    const CallRecord kept = recorded_call(x, same, input, true);
    exec_close(x);
    x = exec_open(o, &timed, 1);
    recorded_call(x, g, input, false);
    for (int i = 0, n = o->repeat ? o->repeat : DUMPED; i < n; i++) {
        const CallRecord c = recorded_call(x, g, input, false);
        dump_call(&d, &c, &kept, has_recorded_inputs(o, b, g) ? 0 : -1);
    }
    exec_close(x);
    print("%s kernels through %s, %s\n", e->kernels, exec_compiler(o),
          plural((uint64_t)d.nruns, "run"));
    finish_dump(o->etdump, &d, &kept);
    return 0;
}

int save_model_values(const ExecOptions *o, const Bundle *b, const Emitted *whole)
{
    const Graph *g = choose_method(whole->model, o->method);
    const Emitted watched = with_recorder(whole, RECORD_HERE);
    Exec *x = exec_open(o, &watched, 1);
    const CallRecord c = recorded_call(x, g, make_inputs(o, b, g), true);
    exec_close(x);
    print_outputs(g, c.output);
    save_values(o->dump, &c);
    return 0;
}

int run_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const RunForm *form)
{
    if (form->profile) {
        profile_model(o, b, e, form->profile);
        return 0;
    }
    if (o->trace) {
        trace_model(o, b, e);
        return 0;
    }
    const Graph *g = choose_method(e->model, o->method);
    const CaseValue *input = make_inputs(o, b, g);
    Exec *x = exec_open(o, e, 1);
    const ExecResult r = exec_calls(x, g, input, o->repeat ? o->repeat : 1);
    if (form->json) {
        print_json(o, e, g, &r);
    } else {
        if (o->repeat) {
            print("%s kernels through %s: ", e->kernels, exec_compiler(o));
            print_times(r.seconds, o->repeat);
        }
        print_outputs(g, r.output);
    }
    if (*form->folder)
        save_outputs(form->folder, g, r.output);
    const double long_call = 1; /* seconds */
    if (o->repeat || r.seconds[0] >= long_call)
        say_how_to_be_faster(o);
    exec_close(x);
    return 0;
}
