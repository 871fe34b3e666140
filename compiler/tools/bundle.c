/* SPDX-License-Identifier: 0BSD
 * The verb `bundle`: a program and recorded cases as one file (.bpte), which ExecuTorch reads too.
 */
#include "tools/bundle.h"
#include "base/files.h"
#include "base/flat_writer.h"
#include "base/grid.h"
#include "base/words.h"
#include "model.h"
#include "pte_rt.h"
#include "read/bundle_schema.h"
#include "read/kinds.h"
#include "tools/exec/exec.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"

#include <string.h>

enum { DATA_ALIGN = 16, PROGRAM_ALIGN = 32 };

static FlatField reference_to(Field f)
{
    return (FlatField){.id = f.id};
}

static FlatField number(Field f, int bytes, uint64_t bits)
{
    return (FlatField){f.id, bytes, bits};
}

static void write_tensor(Text *t, size_t from, const FileTensor *x)
{
    const FlatField field[] = {number(TENSOR_DTYPE, 1, (uint64_t)x->dtype),
                               reference_to(TENSOR_SIZES), reference_to(TENSOR_DATA),
                               reference_to(TENSOR_DIM_ORDER)};
    const size_t rank = (size_t)x->rank, bytes = (size_t)tensor_count(x) * dtype_bytes(x->dtype);
    int32_t size[MAX_RANK];
    size_t reference[3];
    for (size_t i = 0; i < rank; i++)
        size[i] = (int32_t)x->size[i];
    flat_table(t, from, field, sizeof field / sizeof *field, reference);
    flat_vector(t, reference[0], size, rank, sizeof *size, sizeof *size);
    flat_vector(t, reference[1], x->data.data, bytes, 1, DATA_ALIGN);
    flat_vector(t, reference[2], x->dim_order, rank, 1, 1);
}

static void write_value(Text *t, size_t from, const CaseValue *v)
{
    const int kind = v->kind == FV_TENSOR ? BUNDLED_TENSOR
                     : v->kind == FV_INT  ? BUNDLED_INT
                     : v->kind == FV_BOOL ? BUNDLED_BOOL
                                          : BUNDLED_DOUBLE;
    const FlatField field[] = {number(VALUE_TYPE, 1, (uint64_t)kind), reference_to(VALUE)};
    union {
        double d;
        uint64_t bits;
    } real = {.d = v->d};
    const FlatField scalar = kind == BUNDLED_DOUBLE ? number(DOUBLE, 8, real.bits)
                             : kind == BUNDLED_BOOL ? number(BOOLEAN, 1, v->i != 0)
                                                    : number(INT, 8, (uint64_t)v->i);
    size_t value;
    flat_table(t, from, field, 2, &value);
    if (kind == BUNDLED_TENSOR)
        write_tensor(t, value, &v->tensor);
    else
        flat_table(t, value, &scalar, 1, NULL);
}

static void write_values(Text *t, size_t from, const CaseValue *v, int n)
{
    const size_t first = flat_references(t, from, n);
    for (int i = 0; i < n; i++)
        write_value(t, first + (size_t)i * FLAT_REFERENCE, &v[i]);
}

static void write_suite(Text *t, size_t from, const TestSuite *s)
{
    const FlatField suite[] = {reference_to(SUITE_METHOD), reference_to(SUITE_CASES)};
    const FlatField test[] = {reference_to(CASE_INPUTS), reference_to(CASE_WANTED)};
    size_t of_suite[2], of_case[2];
    flat_table(t, from, suite, 2, of_suite);
    flat_string(t, of_suite[0], s->method);
    const size_t first = flat_references(t, of_suite[1], s->ntests);
    for (int i = 0; i < s->ntests; i++) {
        flat_table(t, first + (size_t)i * FLAT_REFERENCE, test, 2, of_case);
        write_values(t, of_case[0], s->test[i].input, s->test[i].ninputs);
        write_values(t, of_case[1], s->test[i].want, s->test[i].nwants);
    }
}

static Text bundle_text(const Bundle *b)
{
    Text t = {0};
    const FlatField field[] = {number(BUNDLE_VERSION, 4, 0), reference_to(BUNDLE_SUITES),
                               reference_to(BUNDLE_PROGRAM)};
    const Bytes program = b->program->file;
    size_t reference[2];
    flat_table(&t, flat_start(&t, BUNDLE_IDENTIFIER, false), field, 3, reference);
    const size_t first = flat_references(&t, reference[0], b->nsuites);
    for (int i = 0; i < b->nsuites; i++)
        write_suite(&t, first + (size_t)i * FLAT_REFERENCE, &b->suite[i]);
    flat_vector(&t, reference[1], program.data, program.size, 1, PROGRAM_ALIGN);
    if (b->note)
        text_add(&t, "\n%s%s", BUNDLE_NOTE, b->note);
    return t;
}

/* Splits "a.npy,b.npy". */
static char **split_list(const char *list, int *count)
{
    char **word = NULL;
    *count = 0;
    for (const char *end, *item = list; item; item = *end ? end + 1 : NULL) {
        end = item + strcspn(item, ",");
        PUSH(word, *count, fmt_text("%.*s", (int)(end - item), item));
    }
    return word;
}

static CaseValue *read_outputs(const Graph *g, const char *list)
{
    int n;
    char **file = split_list(list, &n);
    CaseValue *v = NEW(CaseValue, g->noutputs);
    if (n != g->noutputs)
        usage_error("%s has %d outputs, but --output names %d files", printable(g->method->name),
                    g->noutputs, n);
    for (int i = 0; i < n; i++) {
        if (g->output[i].file->kind != FV_TENSOR)
            usage_error("--output gives tensors, but output %d of %s is a number", i,
                        printable(g->method->name));
        v[i] = read_argument(file[i], "output", &g->output[i], i);
    }
    return v;
}

static CaseValue *compute_outputs(Exec *x, const Graph *g, const CaseValue *input)
{
    CaseValue *v = NEW(CaseValue, g->noutputs);
    exec_reset(x, 0);
    const ExecResult r = exec_calls(x, g, input, 1);
    for (int i = 0; i < g->noutputs; i++) {
        const Bytes from = r.output[i].tensor.data;
        uint8_t *data = NEW(uint8_t, from.size);
        v[i] = r.output[i];
        if (v[i].kind == FV_TENSOR)
            memcpy(data, from.data, from.size);
        v[i].tensor.data = (Bytes){data, from.size};
    }
    return v;
}

/* Puts an input into the order of axes that the program has. */
static void order_input(const Arg *a, CaseValue *v)
{
    if (v->kind == FV_TENSOR)
        v->tensor = tensor_in_order(&v->tensor, a->file->tensor->dim_order);
}

static TestCase record_case(const ExecOptions *o, const Bundle *b, Exec *x, const Graph *g,
                            int number)
{
    ExecOptions one = *o;
    one.input = split_list(o->input[number], &one.ninputs);
    const CaseValue *given = make_inputs(&one, b, g);
    TestCase c = {
        .input = NEW(CaseValue, g->ninputs), .ninputs = g->ninputs, .nwants = g->noutputs};
    for (int i = 0; i < g->ninputs; i++) {
        c.input[i] = given[i];
        order_input(&g->input[i], &c.input[i]);
    }
    c.want = x ? compute_outputs(x, g, given) : read_outputs(g, o->output[number]);
    for (int i = 0; i < g->noutputs && !x; i++)
        order_input(&g->output[i], &c.want[i]);
    return c;
}

static TestSuite *suite_of(Bundle *b, const Graph *g)
{
    for (int i = 0; i < b->nsuites; i++)
        if (strcmp(b->suite[i].method, g->method->name) == 0)
            return &b->suite[i];
    TestSuite *suite = NEW(TestSuite, b->nsuites + 1);
    for (int i = 0; i < b->nsuites; i++)
        suite[i] = b->suite[i];
    suite[b->nsuites].method = g->method->name;
    b->suite = suite;
    return &suite[b->nsuites++];
}

static void add_cases(const ExecOptions *o, Bundle *b, Exec *x, const Graph *g)
{
    TestSuite *s = suite_of(b, g);
    TestCase *test = NEW(TestCase, s->ntests + o->ninputs);
    for (int i = 0; i < s->ntests; i++)
        test[i] = s->test[i];
    s->test = test;
    for (int i = 0; i < o->ninputs; i++)
        test[s->ntests++] = record_case(o, b, x, g, i);
}

/* The format has no None and no texts. */
static void need_recordable(const Graph *g, const char *what, const Arg *arg, int count)
{
    for (int i = 0; i < count; i++)
        if (arg[i].file->kind == FV_NULL || arg[i].file->kind == FV_STRING)
            fatal(g->model->program->path,
                  "%s %d of %s is of kind %s, which no recorded case can hold", what, i,
                  printable(g->method->name), kind_name(arg[i].file->kind));
}

int write_bundle(const ExecOptions *o, const Bundle *b, const Emitted *e, const char *path)
{
    const Graph *g = choose_method(e->model, NULL);
    Bundle made = *b;
    need_recordable(g, "input", g->input, g->ninputs);
    need_recordable(g, "output", g->output, g->noutputs);
    file_need_place(path);
    Exec *x = o->noutputs ? NULL : exec_open(o, e, 1);
    if (o->noutputs && o->noutputs != o->ninputs)
        usage_error("there are %d --input and %d --output: one of each a case", o->ninputs,
                    o->noutputs);
    add_cases(o, &made, x, g);
    if (x)
        exec_close(x);
    if (x)
        made.note = "expected outputs are what the C of ptec -O0 computes, by its portable kernels";
    const Text t = bundle_text(&made);
    file_write(path, t.data, t.size);
    print("%s: %s of %s; %s\n", printable(path),
          plural((uint64_t)suite_of(&made, g)->ntests, "case"), printable(g->method->name),
          made.note ? made.note : "expected outputs as given");
    return 0;
}
