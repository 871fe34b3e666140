/* SPDX-License-Identifier: 0BSD
 * What was compiled, for a C compiler and for the last lines of `compile`. */
#include "tools/compiled.h"
#include "compile.h"
#include "emit/output.h"
#include "select/registry.h"
#include "tools/budgets.h"
#include "tools/measure.h"
#include "tools/size_json.h"

Emitted emit_to_compile(Model *m, const char *runtime)
{
    Text *source = NEW(Text, 1), *header = NEW(Text, 1), *weights = NEW(Text, 1);
    (runtime ? emit_unit : emit_bundle)(m, source, weights);
    emit_header(m, header);
    return (Emitted){.model = m,
                     .source = source,
                     .header = header,
                     .kernels = kernel_names(m->options),
                     .weights = {(const uint8_t *)weights->data, weights->size},
                     .output_step = output_step};
}

Model *fit_flash(const ExecOptions *o, Model *m)
{
    if (!m->options->max_flash || !m->wide)
        return m;
    const Emitted e = emit_to_compile(m, NULL);
    return exceeds_flash(m, measure_size(o, &e)) ? compile_in_few_bits(m) : m;
}

/* Notes what was measured, for the manifest. */
static void note_code(Model *m, const Measured *size)
{
    CodeSize *code = NEW(CodeSize, 1);
    int64_t *stack = NEW(int64_t, m->ngraphs);
    for (int i = 0; i < m->ngraphs; i++) {
        const StackBound b =
            size->calls ? stack_of_method(m->graph[i], size->calls) : (StackBound){0};
        stack[i] = size->calls && !b.unbounded ? b.bytes : -1;
    }
    *code = (CodeSize){size->compiler, size->code, size->tables, size->data, stack};
    m->code = code;
}

/* Measures what the compiler of --size makes of the model, and checks it; NULL: nobody asks. */
static const Measured *measure_within_budgets(const Compilation *c, Model *m)
{
    if (!c->measures)
        return NULL;
    const Emitted e = emit_to_compile(m, NULL);
    const Measured *size = measure_size(c->measures, &e);
    check_budgets(m, size, c->max_stack);
    note_code(m, size);
    return size;
}

void report_compiled(Text *t, const Compilation *c)
{
    for (int i = 0; i < c->count; i++)
        report_size(t, c->model[i], measure_within_budgets(c, c->model[i]));
    if (c->overlay)
        report_overlay(t, c->overlay, c->model, c->count);
}

void report_compiled_json(Text *t, const Compilation *c)
{
    Json j = {.text = t};
    json_lines(&j, NULL, '{');
    json_lines(&j, "models", '[');
    for (int i = 0; i < c->count; i++)
        json_size(&j, c->model[i], measure_within_budgets(c, c->model[i]));
    json_close(&j);
    if (c->overlay)
        json_overlay(&j, c->overlay, c->model, c->count);
    json_close(&j);
}
