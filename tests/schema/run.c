/* SPDX-License-Identifier: 0BSD
 * One drawn program through the compiler at both -O, whose results are compared. */
#include "run.h"
#include "../fuzz/guard.h"
#include "base/files.h"
#include "compile.h"
#include "emit/output.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "pte_rt.h"
#include "read/bundle.h"
#include "select/registry.h"
#include "tools/exec/compare.h"
#include "tools/exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20, SECONDS = 10 };

typedef struct Form {
    const Trial *trial;
    int opt;
    Program *program;
    Model *model;
} Form;

static Options options_of(const Form *f)
{
    static const Backend *list[3]; /* NULL at the end */
    bool portable = f->opt == 0 || f->trial->kernels == backends[0];
    list[0] = portable ? backends[0] : f->trial->kernels;
    list[1] = portable ? NULL : backends[0];
    return (Options){.model_path = "drawn.pte",
                     .name = fmt_text("%s_%d", f->trial->name, f->opt),
                     .out_dir = f->trial->folder ? f->trial->folder : "",
                     .opt = f->opt,
                     .backend = list};
}

static void compile(void *context)
{
    Form *f = context;
    Options *o = NEW(Options, 1);
    *o = options_of(f);
    if (!f->program)
        f->program = read_model_bytes(o->model_path, f->trial->file, NULL, 0)->program;
    f->model = compile_model(f->program, o);
}

static void emit(void *context)
{
    Form *f = context;
    if (f->trial->folder) {
        emit_files(f->model);
        files_place();
        return;
    }
    Text source = {0}, weights = {0};
    emit_bundle(f->model, &source, &weights);
}

static bool is_small(const Model *m)
{
    int64_t bytes = m->arena_bytes + m->state_bytes + m->weights_bytes;
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        for (int i = 0; i < g->ninputs; i++)
            bytes += value_bound_bytes(g->input[i].value);
        for (int i = 0; i < g->noutputs; i++)
            bytes += value_bound_bytes(g->output[i].value);
    }
    return bytes >= 0 && bytes <= MOST_BYTES;
}

/* -- results -- */

static CaseValue *inputs_of(const Graph *g)
{
    CaseValue *in = NEW(CaseValue, g->ninputs);
    for (int i = 0; i < g->ninputs; i++) {
        in[i] = (CaseValue){.kind = FV_TENSOR, .tensor = *g->input[i].file->tensor};
        FileTensor *t = &in[i].tensor;
        size_t size = dtype_bytes(t->dtype), n = t->bytes / (size ? size : 1);
        uint8_t *data = NEW(uint8_t, t->bytes + 1);
        for (size_t k = 0; k < n; k++) {
            float f = 0.5f + (float)(k % 5) / 4;
            double d = (double)f;
            uint8_t *p = data + k * size;
            if (t->dtype == F32 || t->dtype == C64)
                memcpy(p, &f, sizeof f);
            else if (t->dtype == F64 || t->dtype == C128)
                memcpy(p, &d, sizeof d);
            else if (t->dtype == F16 || t->dtype == BF16)
                memcpy(p, (uint8_t[]){(uint8_t)(k % 3 * 64), 0x3C}, 2);
            else
                *p = (uint8_t)(k % 2);
        }
        t->data = (Bytes){data, (size_t)t->bytes};
    }
    return in;
}

static Emitted emitted(Model *m)
{
    Text *source = NEW(Text, 1), *header = NEW(Text, 1), *weights = NEW(Text, 1);
    emit_bundle(m, source, weights);
    emit_header(m, header);
    return (Emitted){.model = m,
                     .source = source,
                     .header = header,
                     .kernels = "",
                     .weights = {(const uint8_t *)weights->data, weights->size}};
}

/* Sums are in another order at -O2, and those of halves are rounded elsewhere. */
static Tolerance tolerance_of(const CaseValue *v)
{
    bool half = v->kind == FV_TENSOR && (v->tensor.dtype == F16 || v->tensor.dtype == BF16);
    return (Tolerance){.rtol = half ? 2e-2 : 1e-3, .atol = half ? 2e-2 : 1e-4};
}

static void compare(const Graph *g, const ExecResult *a, const ExecResult *b)
{
    if (a->fault || b->fault)
        bug("%s: %s", a->fault ? "-O0" : "-O2", a->fault ? a->fault : b->fault);
    if (a->status != b->status) {
        /* without a tensor that is too small for what it gets, -O2 has nothing to refuse */
        if (a->status != PTE_OUT_OF_RESOURCES && b->status != PTE_OUT_OF_RESOURCES)
            bug("status 0x%x at -O0, 0x%x at -O2", (unsigned)a->status, (unsigned)b->status);
        return;
    }
    for (int i = 0; a->status == PTE_OK && i < g->noutputs; i++) {
        Tolerance t = tolerance_of(&a->output[i]);
        Difference d = compare_values(&b->output[i], &a->output[i], &t);
        if (d.mismatch)
            bug("output %d at -O2 %s", i, d.mismatch);
        if (d.outside)
            bug("output %d %s: %g at -O0, %g at -O2", i, d.place, d.want, d.got);
    }
}

/* Runs one form; the outputs outlive the process that computed them. */
static ExecResult run_form(Model *m)
{
    static const ExecOptions o = {.cpu_seconds = SECONDS};
    const Graph *g = m->graph[0];
    Emitted e = emitted(m);
    Exec *x = exec_open(&o, &e, 1);
    exec_reset(x, 0);
    ExecResult r = exec_call(x, g, 0, inputs_of(g), 1);
    CaseValue *output = NEW(CaseValue, g->noutputs);
    for (int i = 0; !r.fault && r.status == PTE_OK && i < g->noutputs; i++) {
        output[i] = r.output[i];
        Bytes *data = &output[i].tensor.data;
        uint8_t *copy = NEW(uint8_t, data->size + 1);
        if (output[i].kind == FV_TENSOR && data->size)
            memcpy(copy, data->data, data->size);
        data->data = copy;
    }
    r.output = output;
    exec_close(x);
    return r;
}

static void run_both(const Form *form)
{
    ExecResult plain = run_form(form[0].model), optimised = run_form(form[1].model);
    compare(form[0].model->graph[0], &plain, &optimised);
}

static bool inputs_are_tensors(const Graph *g)
{
    for (int i = 0; i < g->ninputs; i++)
        if (g->input[i].file->kind != FV_TENSOR)
            return false;
    return true;
}

static Cost cost_of(const Model *m)
{
    Cost c = {.ram = m->arena_bytes + m->state_bytes,
              .weights = m->nweights ? m->weights_bytes : 0};
    for (int i = 0; i < m->ngraphs; i++)
        c.steps += m->graph[i]->nsteps;
    return c;
}

bool accepts(const Trial *t, Cost *cost)
{
    Form form[2] = {{.trial = t, .opt = 0}, {.trial = t, .opt = 2}};
    bool accepted = run_guarded(compile, &form[0]);
    if (accepted) {
        if (!run_guarded(compile, &form[1]))
            bug("accepted at -O0, refused at -O2");
        for (int k = 0; k < 2; k++)
            if (!run_guarded(emit, &form[k]))
                bug("refused when it was written");
        *cost = cost_of(form[1].model);
        if (t->run && !t->kernels->library && is_small(form[0].model) && is_small(form[1].model) &&
            inputs_are_tensors(form[0].model->graph[0]))
            run_both(form);
    }
    return accepted;
}
