/* SPDX-License-Identifier: 0BSD
 * What `run` leaves of a call: its outputs as text, as JSON and as arrays of numpy, and all values.
 */
#include "tools/outputs.h"
#include "base/files.h"
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

static bool is_none(const Graph *g, int i)
{
    return g->output[i].file->kind == FV_NULL;
}

void print_outputs(const Graph *g, const CaseValue *output)
{
    for (int i = 0; i < g->noutputs; i++) {
        Text t = {0};
        const char *string = string_of_output(g, i);
        if (string)
            text_add(&t, "\"%s\"\n", printable(string));
        else if (is_none(g, i))
            text_add(&t, "None\n");
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

/* Adds a float in as many digits as tell it from all others of its type. */
static void json_float(Json *j, int dtype, double x)
{
    if (isnan(x))
        json_null(j, NULL);
    else if (isinf(x))
        json_written(j, NULL, x < 0 ? "-1e999" : "1e999");
    else if (dtype == F64 || dtype == C128)
        json_double(j, NULL, x);
    else
        json_real(j, NULL, x);
}

static void json_number(Json *j, const FileTensor *x, int64_t i)
{
    if (is_float(x->dtype))
        json_float(j, x->dtype, tensor_number(x->dtype, x->data.data, i));
    else if (x->dtype == BOOL)
        json_bool(j, NULL, tensor_integer(x->dtype, x->data.data, i) != 0);
    else if (x->dtype == U64)
        json_written(j, NULL,
                     fmt_text("%" PRIu64, (uint64_t)tensor_integer(x->dtype, x->data.data, i)));
    else
        json_count(j, NULL, tensor_integer(x->dtype, x->data.data, i));
}

static void json_tensor(Json *j, const CaseValue *v)
{
    const FileTensor given = tensor_of(v);
    FileTensor x = tensor_in_rows(&given);
    x.dtype = v->kind == FV_BOOL ? BOOL : x.dtype;
    json_text(j, "dtype", dtype_name(x.dtype));
    json_array(j, "shape");
    for (int i = 0; i < x.rank; i++)
        json_count(j, NULL, x.size[i]);
    json_close(j);
    json_array(j, "data");
    for (int64_t i = 0, n = tensor_count(&x); i < n; i++)
        json_number(j, &x, i);
    json_close(j);
}

void json_outputs(Json *j, const Graph *g, const CaseValue *output)
{
    json_text(j, "method", g->method->name);
    json_lines(j, "outputs", '[');
    for (int i = 0; i < g->noutputs; i++) {
        const char *string = string_of_output(g, i);
        json_object(j, NULL);
        json_text(j, "name", name_of_output(g, i));
        if (string) {
            json_text(j, "dtype", "string");
            json_text(j, "data", string);
        } else if (is_none(g, i)) {
            json_null(j, "dtype");
            json_null(j, "data");
        } else {
            json_tensor(j, &output[i]);
        }
        json_close(j);
    }
    json_close(j);
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
        if (!string_of_output(g, i) && !is_none(g, i))
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
