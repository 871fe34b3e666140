/* SPDX-License-Identifier: 0BSD
 * The verb `verify`: every bundled case through the emitted C, one line of judgement each. */
#include "tools/verify.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/words.h"
#include "model.h"
#include "pte_rt.h"
#include "tools/border.h"
#include "tools/each.h"
#include "tools/etdump/calls.h"
#include "tools/etdump/chrome.h"
#include "tools/exec/compare.h"
#include "tools/exec/compiler.h"
#include "tools/exec/exec.h"
#include "tools/profile/step_ticks.h"
#include "tools/sequence.h"
#include "tools/steps.h"
#include "tools/ties.h"
#include "tools/verify_json.h"

#include <math.h>
#include <string.h>

typedef struct Verifier {
    const ExecOptions *options;
    const Emitted *emitted;
    const Bundle *bundle;
    Exec *exec, *here; /* here: with --steps-crc, for comparison */
    int passed, failed;
    bool later;       /* all calls are judged before the first is reported */
    Verdict *verdict; /* then: of each call */
    int nverdicts;
    EtDump *dump;        /* --etdump: the calls, or NULL */
    CallRecord last;     /* of them */
    ChromeTrace *trace;  /* --trace: the same; or NULL */
    StepTicks *profile;  /* --profile: the same; or NULL */
    StepsVerdict *steps; /* of a program that is judged by its steps, or NULL */
    bool floats_agree;
    uint64_t most_instructions; /* of a call on the target */
    const char *longest;        /* which one takes them */
    Json *json;                 /* instead of lines; or NULL */
} Verifier;

static bool is_worse(const Difference *d, const Difference *than)
{
    return (d->outside > 0) != (than->outside > 0) ? d->outside > 0 : d->largest > than->largest;
}

static void add_difference(Verdict *v, int output, const Difference *d)
{
    v->count += d->count;
    v->unequal += d->unequal;
    v->outside += d->outside;
    v->integers += d->exact ? d->count : 0;
    v->unequal_integers += d->exact ? d->unequal : 0;
    v->signal += d->signal;
    v->noise += d->noise;
    if (d->unequal > 0 && (v->worst_output < 0 || is_worse(d, &v->worst))) {
        v->worst = *d;
        v->worst_output = output;
    }
}

static void judge_outputs(const Verifier *f, const Graph *g, const TestCase *test,
                          const CaseValue *got, Verdict *v)
{
    const ExecOptions *o = f->options;
    Tolerance t = {.rtol = o->rtol,
                   .atol = o->atol,
                   .steps = o->steps,
                   .rounding = o->rtol == DEFAULT_RTOL && o->atol == DEFAULT_ATOL};
    for (int i = 0; i < g->noutputs; i++) {
        t.step = t.steps && f->emitted->output_step ? f->emitted->output_step(g, i) : 0;
        const CaseValue number = dequantised(&g->output[i], &got[i]);
        Difference d = compare_values(&number, &test->want[i], &t);
        if (d.mismatch) {
            v->failure = fmt_text("output %d %s", i, d.mismatch);
            return;
        }
        if (d.outside > 0 && d.exact && are_ties(g, i, test, &number)) {
            v->ties += d.outside;
            d.outside = 0;
        }
        add_difference(v, i, &d);
    }
}

/* Says why the case cannot be called, or returns NULL. */
static const char *unfit(const Graph *g, const TestCase *c)
{
    return !g                         ? "the program has no such method"
           : c->ninputs == g->ninputs ? NULL
                                      : fmt_text("%d inputs, expected %d", c->ninputs, g->ninputs);
}

static void record_call(Verifier *f, const SequenceLine *line, const Graph *g, const ExecResult *r)
{
    f->last = recorder_read(f->exec, g, r);
    if (f->profile)
        step_ticks_add(f->profile, &f->last, r);
    if (f->dump)
        dump_call(f->dump, &f->last, &f->last, line->test);
    if (f->trace)
        trace_call(f->trace, &f->last, fmt_text("%s %d", line->suite->method, line->test),
                   f->options->target != NULL);
}

static Verdict judge(Verifier *f, const SequenceLine *line)
{
    Verdict v = {.worst_output = -1};
    const Graph *g = graph_of_method(f->emitted->model, line->suite->method);
    const TestCase *c = &line->suite->test[line->test];
    const int status = line->status;
    v.failure = unfit(g, c);
    if (v.failure)
        return v;
    const bool records = f->dump || f->trace || f->profile;
    if (records)
        recorder_start(f->exec, f->dump != NULL);
    ExecResult r = exec_call(f->exec, g, line->instance, c->input, 1);
    v.result = r;
    if (records && !r.fault && r.status == PTE_OK)
        record_call(f, line, g, &r);
    v.steps = f->here ? compare_crcs(f->here, g, line->instance, c->input, &r) : NULL;
    if (r.fault) {
        v.failure = r.fault;
    } else if (r.status != status) {
        v.failure =
            fmt_text("the emitted code returned status 0x%x (%s), expected 0x%x",
                     (unsigned)r.status, pte_status_name((pte_status)r.status), (unsigned)status);
    } else if (status != PTE_OK) {
        v.remark = fmt_text("%s, as expected", pte_status_name((pte_status)status));
    } else if (c->nwants != g->noutputs) {
        v.failure = fmt_text("%d outputs, expected %d", g->noutputs, c->nwants);
    } else {
        judge_outputs(f, g, c, r.output, &v);
    }
    return v;
}

static void add_share(Text *t, const Verdict *v)
{
    double share = v->count ? 100.0 * (double)v->unequal / (double)v->count : 0;
    text_add(t, "; %.3g %% of the elements differ", share);
    if (v->noise > 0)
        text_add(t, ", SNR %.1f dB", 10 * log10(v->signal / v->noise));
}

static const char *describe(const Verifier *f, const Verdict *v)
{
    const Difference *d = &v->worst;
    Text t = {0};
    if (v->failure || v->remark)
        return v->failure ? v->failure : v->remark;
    if (v->worst_output < 0)
        return "equal";
    if (v->by_steps)
        text_add(&t, "by its steps; ");
    text_add(&t, "largest error %.3g at output %d %s (%.9g, expected %.9g)", d->largest,
             v->worst_output, d->place, d->got, d->want);
    if (d->units > 0 && isfinite(d->units))
        text_add(&t, ", at most %.3g unit%s in the last place of %s", d->units,
                 d->units > 1 ? "s" : "", dtype_name(d->dtype));
    if (v->integers) {
        text_add(&t, "; %lld of %lld integers unequal", (long long)v->unequal_integers,
                 (long long)v->integers);
    }
    if (v->ties)
        text_add(&t, "; %lld name other elements that are equal", (long long)v->ties);
    if (v->outside) {
        text_add(&t, "; %lld of %lld elements outside the tolerance", (long long)v->outside,
                 (long long)v->count);
    }
    if (f->options->steps || v->by_steps)
        add_share(&t, v);
    return t.data;
}

/* Returns how many instructions the call took, or 0 if that is not known. */
static uint64_t instructions_of(const Verifier *f, const ExecResult *r)
{
    if (!counts_instructions(f->options) || !r->measured.known)
        return 0;
    return r->measured.ticks * f->options->target->instructions / 1000;
}

/* Prints the time and memory that the call took on the target. */
static void report_costs(const Verifier *f, const ExecResult *r)
{
    print("  %s ticks", grouped(r->measured.ticks));
    if (instructions_of(f, r) && f->options->target->instructions != 1000)
        print(" (%s instructions)", grouped(instructions_of(f, r)));
    print(", stack %s of %s bytes, arena %s bytes, canary %s\n", grouped(r->measured.stack),
          grouped(r->measured.stack_room), grouped((uint64_t)f->emitted->model->arena_bytes),
          r->measured.guarded ? "intact" : "overwritten");
}

/* Remembers the call that takes most instructions. */
static void note_instructions(Verifier *f, const char *call, const ExecResult *r)
{
    if (instructions_of(f, r) <= f->most_instructions)
        return;
    f->most_instructions = instructions_of(f, r);
    f->longest = call;
}

static bool is_ok(const Verdict *v)
{
    return !v->failure && (v->outside == 0 || v->by_steps);
}

static void report_line(const Verifier *f, const char *call, const Verdict *v)
{
    print("%s: %-4s  %s\n", call, is_ok(v) ? "ok" : "FAIL", describe(f, v));
    if (v->steps)
        print("  %s\n", v->steps);
    else if (v->result.measured.known)
        report_costs(f, &v->result);
}

static void report(Verifier *f, const SequenceLine *line, const Verdict *v)
{
    const char *method = printable(line->suite->method);
    const char *call = fmt_text("%s %d", method, line->test);
    if (f->json)
        json_verdict(f->json, &(VerifiedCall){method, line->test, is_ok(v), describe(f, v)}, v,
                     instructions_of(f, &v->result));
    else
        report_line(f, call, v);
    note_instructions(f, call, &v->result);
    f->passed += is_ok(v);
    f->failed += !is_ok(v);
}

/* Does a step sum integers where the program sums floats? Then some results are one quantisation
 * step away. */
static bool has_steps_in_place_of_floats(const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (s->requant == RQ_F32_BIAS)
                    return true;
    return false;
}

/* Lists the calls of all cases, each on a fresh instance. */
static SequenceLine *every_case(const Bundle *b, int *count)
{
    SequenceLine *line = NULL;
    for (int i = 0; i < b->nsuites; i++)
        for (int k = 0; k < b->suite[i].ntests; k++) {
            SequenceLine call = {.kind = SEQ_CALL, .suite = &b->suite[i], .test = k};
            PUSH(line, *count, (SequenceLine){.kind = SEQ_RESET});
            PUSH(line, *count, call);
        }
    return line;
}

/* Tells the target which calls it will be asked for. */
static void announce(Verifier *f, const SequenceLine *line, int count)
{
    for (const SequenceLine *s = line; s < line + count; s++) {
        if (s->kind == SEQ_RESET) {
            exec_reset(f->exec, s->instance);
            continue;
        }
        const Graph *g = graph_of_method(f->emitted->model, s->suite->method);
        const TestCase *c = &s->suite->test[s->test];
        if (!unfit(g, c))
            exec_announce(f->exec, g, s->instance, c->input);
    }
    exec_start(f->exec);
}

static void run_sequence(Verifier *f, const SequenceLine *line, int count)
{
    for (const SequenceLine *s = line; s < line + count; s++) {
        if (s->kind == SEQ_RESET) {
            exec_reset(f->exec, s->instance);
            if (f->here)
                exec_reset(f->here, s->instance);
            continue;
        }
        if (f->later) /* else the calls before have their lines */
            progress_late("ptec: call %d of %d", (int)(s - line) + 1, count);
        Verdict v = judge(f, s);
        if (f->later)
            PUSH(f->verdict, f->nverdicts, v);
        else
            report(f, s, &v);
    }
    progress_end();
}

/* Writes why cases are right although their outputs are not within the tolerance, or why the steps
 * do not show that. */
static void explain_steps(const StepsVerdict *v, bool floats_agree)
{
    print("integers are summed in the place of the program's floats, so that roundings differ\n");
    if (!floats_agree) {
        print("but the floats (-O0) do not give the expected outputs either\n");
    } else if (v->wrong || !v->judged) {
        print("but %s%s\n", v->wrong ? "a step is too far from its floats: " : "no step is known",
              v->wrong ? v->wrong : "");
    } else {
        print("the floats (-O0) give the expected outputs, and each of %d steps is within one "
              "quantisation\nstep of its floats; %d differ, first %s\n"
              "such a difference spreads through the steps behind it: PyTorch and ExecuTorch's "
              "runtime, which\nsum floats in two orders, are 22 to 28 dB apart in MobileNets "
              "(docs/numerics.md)\n",
              v->judged, v->differing, v->first ? v->first : "none");
    }
}

/* Judges the calls whose outputs are outside the tolerance by the steps, each with the operands of
 * the source operators, which have to give the expected outputs. */
static void judge_by_steps(Verifier *f, const SequenceLine *line, int count,
                           const StepsMaker *maker)
{
    Emitted reference, whole;
    maker->make(maker->context, &reference, &whole);
    Verifier plain = {.options = f->options, .emitted = &reference, .later = true};
    plain.exec = exec_open(f->options, &reference, 1);
    run_sequence(&plain, line, count);
    exec_close(plain.exec);
    bool agree = true;
    for (int i = 0; i < plain.nverdicts; i++)
        agree = agree && is_ok(&plain.verdict[i]);
    StepsVerdict v = {0};
    if (agree)
        v = judge_each_step(f->options, f->bundle, &reference, &whole);
    for (int i = 0; i < f->nverdicts; i++)
        f->verdict[i].by_steps = f->verdict[i].outside > 0 && agree && v.judged && !v.wrong;
    f->steps = NEW(StepsVerdict, 1);
    *f->steps = v;
    f->floats_agree = agree;
}

static void report_all(Verifier *f, const SequenceLine *line, int count)
{
    int n = 0;
    for (const SequenceLine *s = line; s < line + count; s++)
        if (s->kind == SEQ_CALL)
            report(f, s, &f->verdict[n++]);
    if (f->steps && !f->json)
        explain_steps(f->steps, f->floats_agree);
}

static bool any_outside(const Verifier *f)
{
    for (int i = 0; i < f->nverdicts; i++)
        if (f->verdict[i].outside > 0)
            return true;
    return false;
}

static int instances_of(const SequenceLine *line, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++)
        most = line[i].instance > most ? line[i].instance : most;
    return most + 1;
}

static void quantise_cases(const Bundle *b, const Model *m)
{
    for (int i = 0; i < b->nsuites; i++) {
        const Graph *g = graph_of_method(m, b->suite[i].method);
        for (int k = 0; g && k < b->suite[i].ntests; k++)
            quantise_inputs(g, &b->suite[i].test[k]);
    }
}

/* Are roundings judged by the steps, where outputs differ? Not if an option says how to judge. */
static bool may_go_by_steps(const ExecOptions *o, const Emitted *e)
{
    return !o->target && !o->sequence && !o->steps && !o->threads &&
           has_steps_in_place_of_floats(e->model);
}

/* Checks --max-instructions, once everything is told. */
static bool takes_too_long(const Verifier *f)
{
    const uint64_t most = (uint64_t)f->options->max_instructions;
    if (!most || f->most_instructions <= most)
        return false;
    fprintf(stderr, "ptec: %s: %s takes %s instructions, more than --max-instructions %s\n",
            printable(f->emitted->model->program->path), f->longest, grouped(f->most_instructions),
            grouped(most));
    return true;
}

/* Returns where the calls run: a target, what stands in its place, or NULL for this machine. */
static const char *place_of(const ExecOptions *o)
{
    return !o->target ? NULL : o->port ? o->port : o->runner ? o->runner : o->target->name;
}

static void report_head(const Verifier *f)
{
    const char *place = place_of(f->options);
    print("%s kernels through %s%s%s\n", f->emitted->kernels, exec_compiler(f->options),
          place ? " on " : "", place ? place : "");
    if (f->bundle->note)
        print("%s\n", printable(f->bundle->note));
}

static void report_end(const Verifier *f)
{
    if (f->profile)
        step_ticks_print(f->profile);
    if (f->passed + f->failed == 0)
        print("there is no case to run\n"
              "a .bpte has cases: ptec bundle writes one from inputs and expected outputs, and so "
              "does\nserialize_from_bundled_program_to_flatbuffer() of "
              "executorch.devtools.bundled_program.serialize\n");
    print("%d passed, %d failed\n", f->passed, f->failed);
}

static void json_head(const Verifier *f)
{
    Json *j = f->json;
    json_lines(j, NULL, '{');
    json_text(j, "path", f->emitted->model->program->path);
    json_text(j, "kernels", f->emitted->kernels);
    json_text(j, "compiler", exec_compiler(f->options));
    json_text(j, "target", place_of(f->options));
    json_text(j, "note", f->bundle->note);
    json_lines(j, "cases", '[');
}

static void json_end(const Verifier *f)
{
    json_close(f->json);
    if (f->profile)
        step_ticks_json(f->profile, f->json);
    if (f->steps)
        json_steps(f->json, f->steps, f->floats_agree);
    json_count(f->json, "passed", f->passed);
    json_count(f->json, "failed", f->failed);
    json_close(f->json);
}

static Emitted with_hooks(const ExecOptions *o, const Emitted *e)
{
    if (o->steps_crc)
        return with_crcs_by_target(e);
    if (o->etdump || o->trace || o->profile)
        return with_recorder(e, !o->target  ? RECORD_HERE
                                : o->etdump ? RECORD_ON_TARGET
                                            : RECORD_TIMES_ON_TARGET);
    return *e;
}

int verify_model(const ExecOptions *o, const Bundle *b, const Emitted *e, const StepsMaker *maker,
                 Json *json)
{
    Verifier f = {.options = o,
                  .emitted = e,
                  .bundle = b,
                  .json = json,
                  .later = maker && may_go_by_steps(o, e)};
    int count = 0;
    quantise_cases(b, e->model);
    const SequenceLine *line =
        o->sequence ? read_sequence(o->sequence, b, &count) : every_case(b, &count);
    const int instances = instances_of(line, count);
    const Emitted hooked = with_hooks(o, e);
    f.trace = o->trace ? trace_new() : NULL;
    f.profile = o->profile ? step_ticks_new(o) : NULL;
    f.dump = o->etdump ? NEW(EtDump, 1) : NULL;
    f.here = o->steps_crc ? open_crcs_by_host(o, e, instances) : NULL;
    f.exec = exec_open(o, &hooked, instances);
    if (o->target)
        announce(&f, line, count);
    (json ? json_head : report_head)(&f);
    run_sequence(&f, line, count);
    exec_close(f.exec);
    if (f.here)
        exec_close(f.here);
    if (f.dump)
        finish_dump(o->etdump, f.dump, &f.last);
    if (f.trace)
        trace_write(f.trace, o->trace);
    if (f.profile)
        step_ticks_write(f.profile, o->profile);
    if (any_outside(&f))
        judge_by_steps(&f, line, count, maker);
    if (f.later)
        report_all(&f, line, count);
    (json ? json_end : report_end)(&f);
    return takes_too_long(&f) || f.failed || !f.passed;
}
