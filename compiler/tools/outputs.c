/* SPDX-License-Identifier: 0BSD
 * What `run` leaves of a call: its outputs as text, as JSON and as arrays of numpy, and all values.
 */
#include "tools/outputs.h"
#include "base/files.h"
#include "base/json.h"
#include "base/words.h"
#include "tools/exec/npy.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"

#include <inttypes.h>
#include <math.h>

/* Returns the text of an output that is one, or NULL. */
static const char *string_of_output(const Graph *g, int i)
{
    const FileValue *f = g->output[i].file;
    return f->kind == FV_STRING
               ? fmt_text("%.*s", (int)f->string.size, (const char *)f->string.data)
               : NULL;
}

void print_outputs(const Graph *g, const CaseValue *output)
{
    for (int i = 0; i < g->noutputs; i++) {
        Text t = {0};
        const char *string = string_of_output(g, i);
        if (string)
            text_add(&t, "\"%s\"\n", printable(string));
        else
            add_tensor(&t, &output[i]);
        print("%s: %s", describe_arg("output", i, &g->output[i]), t.data);
    }
}

static const char *name_of_output(const Graph *g, int i)
{
    return g->output[i].name ? g->output[i].name : fmt_text("output%d", i);
}

static bool is_float(int dtype)
{
    return dtype == F16 || dtype == BF16 || dtype == F32 || dtype == F64 ||
           dtype_part(dtype) != NO_DTYPE;
}

/* Writes a float in as many digits as tell it from all others of its type. */
static void add_float(Text *t, int dtype, double x)
{
    if (isnan(x))
        text_add(t, "null");
    else if (isinf(x))
        text_add(t, x < 0 ? "-1e999" : "1e999");
    else
        text_add(t, "%.*g", dtype == F64 || dtype == C128 ? 17 : 9, x);
}

static void add_number(Text *t, const FileTensor *x, int64_t i)
{
    if (is_float(x->dtype))
        add_float(t, x->dtype, tensor_number(x->dtype, x->data.data, i));
    else if (x->dtype == BOOL)
        text_add(t, tensor_integer(x->dtype, x->data.data, i) ? "true" : "false");
    else if (x->dtype == U64)
        text_add(t, "%" PRIu64, (uint64_t)tensor_integer(x->dtype, x->data.data, i));
    else
        text_add(t, "%" PRId64, tensor_integer(x->dtype, x->data.data, i));
}

static void add_array(Text *t, const CaseValue *v)
{
    const FileTensor given = tensor_of(v);
    FileTensor x = tensor_in_rows(&given);
    x.dtype = v->kind == FV_BOOL ? BOOL : x.dtype;
    text_add(t, "\"dtype\": \"%s\", \"shape\": [", dtype_name(x.dtype));
    for (int i = 0; i < x.rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", x.size[i]);
    text_add(t, "], \"data\": [");
    for (int64_t i = 0, n = tensor_count(&x); i < n; i++) {
        text_add(t, i ? ", " : "");
        add_number(t, &x, i);
    }
    text_add(t, "]");
}

void add_outputs_json(Text *t, const Graph *g, const CaseValue *output)
{
    text_add(t, "\"method\": ");
    add_json_string(t, g->method->name);
    text_add(t, ", \"outputs\": [");
    for (int i = 0; i < g->noutputs; i++) {
        text_add(t, "%s\n {\"name\": ", i ? "," : "");
        add_json_string(t, name_of_output(g, i));
        text_add(t, ", ");
        const char *string = string_of_output(g, i);
        if (string) {
            text_add(t, "\"dtype\": \"string\", \"data\": ");
            add_json_string(t, string);
        } else {
            add_array(t, &output[i]);
        }
        text_add(t, "}");
    }
    text_add(t, "]");
}

static void stage_array(const char *folder, const char *name, const CaseValue *v)
{
    const FileTensor t = tensor_of(v);
    Text *file = NEW(Text, 1);
    *file = npy_text(&t);
    file_stage(fmt_text("%s/%s.npy", folder, name), content_text(file));
}

static void stage_outputs(const char *folder, const Graph *g, const CaseValue *output)
{
    folder_make(folder);
    for (int i = 0; i < g->noutputs; i++)
        if (!string_of_output(g, i))
            stage_array(folder, name_of_output(g, i), &output[i]);
}

void save_outputs(const char *folder, const Graph *g, const CaseValue *output)
{
    stage_outputs(folder, g, output);
    files_place();
}

void save_values(const char *folder, const CallRecord *c)
{
    Dict runs = {0};
    stage_outputs(folder, c->graph, c->output);
    for (int i = 0; i < c->graph->noutputs; i++)
        dict_add(&runs, name_of_output(c->graph, i));
    for (int i = 0; i < c->nsteps; i++) {
        const StepRecord *s = &c->step[i];
        int *run = dict_number(&runs, s->step->name);
        const char *name = ++*run ? fmt_text("%s.%d", s->step->name, *run) : s->step->name;
        if (s->kept)
            stage_array(folder, name, &s->result);
    }
    files_place();
    say_without_result(folder, c);
}

void need_places(const ExecOptions *o, const char *profile, const char *folder)
{
    const char *const file[] = {o->etdump, o->trace, profile};
    const char *const folders[] = {o->dump, folder};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++)
        if (file[i])
            file_need_place(file[i]);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (folders[i] && *folders[i]) {
            folder_make(folders[i]);
            file_need_place(fmt_text("%s/output", folders[i]));
        }
}
