/* SPDX-License-Identifier: 0BSD
 * The verb `run`: one method on the user's inputs; its outputs as text, its times on request. */
#include "tools/run.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/words.h"
#include "model.h"
#include "pte_rt.h"
#include "tools/etdump/calls.h"
#include "tools/exec/compiler.h"
#include "tools/exec/exec.h"
#include "tools/exec/npy.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"
#include "tools/step_times.h"

#include <stdlib.h>
#include <string.h>

/* Count runs at the start that are not timed, since they say nothing about the speed later, and
 * those behind them whose steps are timed. */
enum { WARM_UP = 10, PROFILED = 100 };

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

static void print_times(const double *seconds, int runs)
{
    int skip = runs > WARM_UP ? WARM_UP : 0, n = runs - skip;
    double *sorted = NEW(double, n);
    memcpy(sorted, seconds + skip, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    print("first %.4g ms; of runs %d to %d: mean %.4g, median %.4g, minimum %.4g ms\n",
          seconds[0] * 1e3, skip + 1, runs, mean_of(sorted, n) * 1e3, median * 1e3,
          sorted[0] * 1e3);
}

static void print_outputs(const Graph *g, const CaseValue *output)
{
    for (int i = 0; i < g->noutputs; i++) {
        Text t = {0};
        add_tensor(&t, &output[i]);
        print("%s: %s", describe_arg("output", i, &g->output[i]), t.data);
    }
}

/* Writes each output as a file of numpy. */
static void save_outputs(const char *folder, const Graph *g, const CaseValue *output)
{
    folder_make(folder);
    for (int i = 0; i < g->noutputs; i++) {
        const FileTensor t = tensor_of(&output[i]);
        Text *file = NEW(Text, 1);
        const char *name = g->output[i].name ? g->output[i].name : fmt_text("output%d", i);
        *file = npy_text(&t);
        file_stage(fmt_text("%s/%s.npy", folder, name), content_text(file));
    }
    files_place();
}

static void say_how_to_be_faster(const ExecOptions *o)
{
    if (!o->cc)
        print("libtcc does not optimise: --cc gcc --cflags '-O3 -march=native' shows the speed of "
              "a build\n");
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
    const Graph *g = choose_method(e->model);
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
    say_how_to_be_faster(o);
    exec_close(x);
    file_write(profile, file.data, file.size);
}

int dump_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const Emitted *whole)
{
    enum { DUMPED = 10 };
    const Graph *g = choose_method(e->model), *same = choose_method(whole->model);
    const CaseValue *input = make_inputs(o, b, g);
    const Emitted timed = with_recorder(e, false), watched = with_recorder(whole, false);
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

int run_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const char *profile,
              const char *folder)
{
    if (profile) {
        profile_model(o, b, e, profile);
        return 0;
    }
    const Graph *g = choose_method(e->model);
    const CaseValue *input = make_inputs(o, b, g);
    Exec *x = exec_open(o, e, 1);
    const ExecResult r = exec_calls(x, g, input, o->repeat ? o->repeat : 1);
    print_outputs(g, r.output);
    if (*folder)
        save_outputs(folder, g, r.output);
    if (o->repeat) {
        print("%s kernels through %s: ", e->kernels, exec_compiler(o));
        print_times(r.seconds, o->repeat);
        say_how_to_be_faster(o);
    }
    exec_close(x);
    return 0;
}
