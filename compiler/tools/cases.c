/* SPDX-License-Identifier: 0BSD
 * Recorded cases as C: arrays of inputs and expected outputs, and a program that makes the calls,
 * for a project that has no files. */
#include "tools/cases.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/identifier.h"
#include "base/words.h"
#include "emit/text/arguments.h"
#include "emit/text/cexpr.h"
#include "emit/text/template.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "tools/border.h"
#include "tools/exec/compare.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 100 };

typedef struct CasesFile {
    const ExecOptions *options;
    const Model *m;
    const char *name, *upper;
    Text judges; /* functions that compare, each once */
    Dict judge;
    bool floats, halves;
    bool judged; /* outputs are compared with what was recorded */
} CasesFile;

/* ---- arrays ---- */

static const char *number_text(int dtype, const void *data, int64_t i)
{
    if (dtype == F16 || dtype == BF16)
        return fmt_text("0x%04x", (unsigned)((const uint16_t *)data)[i]);
    if (dtype_is_float(dtype))
        return c_float(tensor_number(dtype, data, i), (DType)dtype);
    const int64_t n = tensor_integer(dtype, data, i);
    if (dtype == BOOL)
        return n ? "true" : "false";
    if (dtype == U64)
        return fmt_text("UINT64_C(%" PRIu64 ")", (uint64_t)n);
    if (n == INT64_MIN)
        return "INT64_MIN";
    return fmt_text(dtype == I64 ? "INT64_C(%" PRId64 ")" : "%" PRId64, n);
}

static const char *bits_text(int dtype, const void *data, int64_t i)
{
    return dtype == F64 ? fmt_text("UINT64_C(0x%016" PRIx64 ")", ((const uint64_t *)data)[i])
                        : fmt_text("0x%08" PRIx32, ((const uint32_t *)data)[i]);
}

/* Is there a NaN, whose sign and payload no constant of C has? */
static bool needs_bits(const FileTensor *f)
{
    const int64_t n = f->dtype == F32 || f->dtype == F64 ? tensor_count(f) : 0;
    for (int64_t i = 0; i < n; i++)
        if (isnan(tensor_number(f->dtype, f->data.data, i)))
            return true;
    return false;
}

static void add_numbers(Text *t, const FileTensor *f,
                        const char *(*text_of)(int dtype, const void *data, int64_t i))
{
    size_t column = WIDTH;
    for (int64_t i = 0; i < tensor_count(f); i++) {
        const char *number = text_of(f->dtype, f->data.data, i);
        const size_t more = strlen(number) + 2;
        bool wraps = column + more > WIDTH;
        text_add(t, "%s%s,", wraps ? "\n    " : " ", number);
        column = (wraps ? 3 : column) + more;
    }
}

/* Adds an array of at least one element, since C has none of no elements, and returns its name. */
static const char *add_array(Text *t, const char *type, const char *name, const FileTensor *f)
{
    const int64_t n = tensor_count(f);
    if (n == 0) {
        text_add(t, "static const %s %s[1] = {0};\n", type, name);
    } else if (needs_bits(f)) {
        text_add(t,
                 "static const union {\n    uint%d_t bits[%" PRId64 "];\n    %s number[%" PRId64
                 "];\n} %s = {{",
                 f->dtype == F64 ? 64 : 32, n, type, n, name);
        add_numbers(t, f, bits_text);
        text_add(t, "\n}};\n");
        return fmt_text("%s.number", name);
    } else {
        text_add(t, "static const %s %s[%" PRId64 "] = {", type, name, n);
        add_numbers(t, f, number_text);
        text_add(t, "\n};\n");
    }
    return name;
}

static void add_dims(Text *t, const char *name, const FileTensor *f, int rank)
{
    text_add(t, "static const int32_t %s_dims[%d] = {", name, rank ? rank : 1);
    for (int i = 0; i < rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", f->size[i]);
    text_add(t, "%s};\n", rank ? "" : "0");
}

static const char *add_value(Text *t, const Arg *a, const char *type, const char *name,
                             const CaseValue *v)
{
    const FileTensor as_is = tensor_of(v);
    const FileTensor f =
        arg_is_number(a) ? as_is : tensor_in_order(&as_is, a->file->tensor->dim_order);
    if (arg_is_dynamic(a))
        add_dims(t, name, &f, arg_rank(a));
    return add_array(t, type, name, &f);
}

/* ---- comparisons ---- */

/* Returns the type of what is recorded for an output: of bytes at the border, floats. */
static const char *type_of_want(const Arg *a)
{
    return a->border ? "float" : c_type_of_arg(a);
}

static int64_t most_elements(const Arg *a)
{
    return value_bound_bytes(a->value) / (int64_t)dtype_bytes((int)a->value->type.dtype);
}

static void fill(Text *t, const char *name, const CasesFile *f, const Hole *more, int nmore)
{
    Hole *hole = NULL;
    int n = 0;
    PUSH(hole, n, ((Hole){"name", f->name}));
    PUSH(hole, n, ((Hole){"NAME", f->upper}));
    PUSH(hole, n, ((Hole){"atol", fmt_text("%g", f->options->atol)}));
    PUSH(hole, n, ((Hole){"rtol", fmt_text("%g", f->options->rtol)}));
    for (int i = 0; i < nmore; i++)
        PUSH(hole, n, more[i]);
    fill_template(t, name, hole, n);
}

/* Adds what compares floats, as `ptec verify` does (tools/exec/compare.c). */
static void need_near(CasesFile *f, DType dtype)
{
    const bool rounding = f->options->rtol == DEFAULT_RTOL && f->options->atol == DEFAULT_ATOL;
    const Hole unit = {"unit", rounding ? "unit > other ? unit : other" : "0"};
    if (!f->floats)
        fill(&f->judges, "cases_near.c.in", f, NULL, 0);
    f->floats = true;
    if (dtype != F16 && dtype != BF16)
        return;
    if (!f->halves)
        fill(&f->judges, "cases_half.c.in", f, &unit, 1);
    f->halves = true;
}

/* Returns the suffix of the function that compares such an output, which is added if it is new. */
static const char *judge_of(CasesFile *f, const Arg *a)
{
    const DType dtype = a->value->type.dtype;
    const bool is_float = a->border || dtype_is_float((int)dtype);
    const char *kind = fmt_text("%s%s", dtype_name((int)dtype), a->border ? "_quantised" : "");
    const char *test = a->border
                           ? "is_near((double)((float)(got[i] - zero) * scale), (double)want[i], 0)"
                       : dtype == F16  ? "is_near_half(got[i], want[i], 10)"
                       : dtype == BF16 ? "is_near_half(got[i], want[i], 7)"
                       : is_float      ? "is_near((double)got[i], (double)want[i], 0)"
                                       : "(got[i] == want[i])";
    const Hole holes[] = {{"kind", kind},
                          {"got", c_type_of_arg(a)},
                          {"want", type_of_want(a)},
                          {"more", a->border ? ", float scale, int32_t zero" : ""},
                          {"test", test}};
    if (is_float)
        need_near(f, dtype);
    if (dict_add(&f->judge, kind))
        fill(&f->judges, "cases_count.c.in", f, holes, sizeof holes / sizeof *holes);
    return kind;
}

/* ---- methods ---- */

/* Makes bytes of the inputs that are bytes at the border, and checks that the case can be called.
 */
static void prepare_case(const CasesFile *f, const Graph *g, const TestSuite *suite, int k)
{
    TestCase *c = &suite->test[k];
    const char *path = f->m->program->path, *method = printable(suite->method);
    if (!g)
        fatal(path, "a case is recorded of method %s, which the program has not", method);
    if (c->ninputs != g->ninputs || (f->judged && c->nwants != g->noutputs))
        fatal(path, "case %d of method %s has %d inputs and %d outputs, expected %d and %d", k,
              method, c->ninputs, c->nwants, g->ninputs, g->noutputs);
    quantise_inputs(g, c);
    for (int i = 0; i < g->ninputs; i++) {
        const char *mismatch = input_mismatch(&g->input[i], &c->input[i]);
        if (mismatch)
            fatal(path, "case %d of method %s: input %d %s", k, method, i, mismatch);
    }
}

static void add_member(Text *t, const Arg *a, const char *(*type_of)(const Arg *a))
{
    if (!a->given)
        return;
    text_add(t, "    const %s *%s;\n", type_of(a), a->name);
    if (arg_is_dynamic(a))
        text_add(t, "    const int32_t *%s_dims;\n", a->name);
}

static void add_element(Text *t, Text *row, const char *name, const Arg *a,
                        const char *(*type_of)(const Arg *a), const CaseValue *v)
{
    if (!a->given)
        return;
    name = fmt_text("%s_%s", name, a->name);
    text_add(row, "%s%s", row->size ? ", " : "", add_value(t, a, type_of(a), name, v));
    if (arg_is_dynamic(a))
        text_add(row, ", %s_dims", name);
}

/* Adds the arrays of all calls, and the table of them. */
static void add_table(const CasesFile *f, Text *t, const Graph *g, const TestSuite *suite)
{
    const int noutputs = f->judged ? g->noutputs : 0;
    Text members = {0}, rows = {0};
    for (int i = 0; i < g->ninputs; i++)
        add_member(&members, &g->input[i], c_type_of_arg);
    for (int i = 0; i < noutputs; i++)
        add_member(&members, &g->output[i], type_of_want);
    for (int k = 0; k < suite->ntests; k++) {
        const TestCase *c = &suite->test[k];
        const char *name = fmt_text("%s_%d", g->name, k);
        Text row = {0};
        for (int i = 0; i < g->ninputs; i++)
            add_element(t, &row, name, &g->input[i], c_type_of_arg, &c->input[i]);
        for (int i = 0; i < noutputs; i++)
            add_element(t, &row, name, &g->output[i], type_of_want, &c->want[i]);
        add_wrapped(&rows, fmt_text("    {%s},", row.size ? row.data : "0"));
        text_add(&rows, "\n");
    }
    text_add(t, "\ntypedef struct %s_call {\n%s} %s_call;\n", g->name,
             members.size ? members.data : "    char nothing;\n", g->name);
    text_add(t, "static const %s_call %s_calls[%d] = {\n%s};\n", g->name, g->name, suite->ntests,
             text_string(&rows));
}

static void add_buffers(Text *t, const Graph *g)
{
    for (int i = 0; i < g->noutputs; i++) {
        const Arg *a = &g->output[i];
        if (!a->given)
            continue;
        const int64_t n = most_elements(a);
        text_add(t, "static %s %s_%s[%" PRId64 "];\n", c_type_of_arg(a), g->name, a->name,
                 n ? n : 1);
        if (arg_is_dynamic(a))
            text_add(t, "static int32_t %s_%s_dims[%d];\n", g->name, a->name,
                     arg_rank(a) ? arg_rank(a) : 1);
    }
}

static const char *arguments_of_call(const Graph *g)
{
    Text t = {0};
    for (int i = 0; i < g->ninputs; i++) {
        const Arg *a = &g->input[i];
        if (a->given)
            text_add(&t, "%sc->%s", t.size ? ", " : "", a->name);
        if (a->given && arg_is_dynamic(a))
            text_add(&t, ", c->%s_dims", a->name);
    }
    for (int i = 0; i < g->noutputs; i++) {
        const Arg *a = &g->output[i];
        if (a->given)
            text_add(&t, "%s%s_%s", t.size ? ", " : "", g->name, a->name);
        if (a->given && arg_is_dynamic(a))
            text_add(&t, ", %s_%s_dims", g->name, a->name);
    }
    return text_string(&t);
}

/* Adds the comparison of an output, whose extents are compared first if the call tells them. */
static void add_judgement(CasesFile *f, Text *t, const Graph *g, const Arg *a)
{
    const char *got = fmt_text("%s_%s", g->name, a->name), *kind = judge_of(f, a);
    const char *count = fmt_text("%" PRId64, most_elements(a));
    if (arg_is_dynamic(a)) {
        text_add(t, "    n = %d;\n",
                 a->value->type.rank > arg_rank(a) ? 2 : 1); /* parts of complex numbers */
        text_add(t, "    for (int k = 0; k < %d; k++) {\n", arg_rank(a));
        text_add(t, "        if (%s_dims[k] != c->%s_dims[k])\n            return -1;\n", got,
                 a->name);
        text_add(t, "        n *= %s_dims[k];\n    }\n", got);
        count = "n";
    }
    text_add(t, "    wrong += count_wrong_%s(%s, c->%s, %s", kind, got, a->name, count);
    if (a->border)
        text_add(t, ", %s, %d", c_float((double)a->border->scale, F32), (int)a->border->zero);
    text_add(t, ");\n");
}

static bool has_dims(const Graph *g)
{
    for (int i = 0; i < g->noutputs; i++)
        if (g->output[i].given && arg_is_dynamic(&g->output[i]))
            return true;
    return false;
}

static void add_method(CasesFile *f, Text *t, const Graph *g, const TestSuite *suite)
{
    text_add(t, "\n/* Calls of %s. */\n\n", g->name);
    add_table(f, t, g, suite);
    add_buffers(t, g);
    text_add(t, "\nstatic int %s_wrong(const %s_call *c)\n{\n    int wrong = 0;\n", g->name,
             g->name);
    if (f->judged && has_dims(g))
        text_add(t, "    int64_t n;\n");
    const char *arguments = arguments_of_call(g);
    text_add(t, *arguments ? "\n" : "\n    (void)c;\n");
    add_wrapped(t, fmt_text("    if (%s_%s(%s) != PTE_OK)", f->name, g->name, arguments));
    text_add(t, "\n        return -1;\n");
    for (int i = 0; f->judged && i < g->noutputs; i++)
        if (g->output[i].given)
            add_judgement(f, t, g, &g->output[i]);
    text_add(t, "    return wrong;\n}\n");
}

/* ---- files ---- */

/* Adds the methods and the choice among their calls; returns the number of calls. */
static int add_methods(CasesFile *f, Text *methods, Text *calls, const Bundle *b)
{
    int count = 0;
    for (int i = 0; i < b->nsuites; i++) {
        const TestSuite *suite = &b->suite[i];
        const Graph *g = graph_of_method(f->m, suite->method);
        for (int k = 0; k < suite->ntests; k++)
            prepare_case(f, g, suite, k);
        if (!suite->ntests || is_constant_method(g))
            continue;
        add_method(f, methods, g, suite);
        const char *at = count ? fmt_text("index - %d", count) : "index";
        text_add(calls, "    if (index >= %d && index < %d)\n", count, count + suite->ntests);
        text_add(calls, "        return %s_wrong(&%s_calls[%s]);\n", g->name, g->name, at);
        count += suite->ntests;
    }
    return count;
}

bool has_cases(const Bundle *b)
{
    bool any = false;
    for (int i = 0; i < b->nsuites; i++)
        any |= b->suite[i].ntests > 0;
    return any;
}

/* Makes a call of each method, with inputs of ones and nothing that is wanted. */
static const Bundle *calls_with_ones(const Model *m)
{
    Bundle *b = NEW(Bundle, 1);
    b->suite = NEW(TestSuite, m->ngraphs);
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        TestCase *c = NEW(TestCase, 1);
        *c = (TestCase){.input = NEW(CaseValue, g->ninputs), .ninputs = g->ninputs};
        for (int k = 0; k < g->ninputs; k++)
            c->input[k] = ones_for(&g->input[k]);
        b->suite[b->nsuites++] = (TestSuite){g->method->name, c, 1};
    }
    return b;
}

static void stage(const CasesFile *f, const char *template, const char *path, const Hole *hole,
                  int n)
{
    Text *t = NEW(Text, 1);
    fill(t, template, f, hole, n);
    file_stage(path, content_text(t));
}

/* Says for a comment what comes of a call. */
static const char *promise(const CasesFile *f)
{
    if (!f->judged)
        return " Its inputs are ones, since\n * the program has no recorded call. Returns 0, or -1 "
               "if the call failed.";
    return fmt_text(
        " Returns how many elements\n"
        " * of its outputs are wrong: floats that are further than %g + %g * |expected| from what "
        "was\n"
        " * recorded, and other numbers that are not equal. -1: the call failed, or an output has "
        "other extents.",
        f->options->atol, f->options->rtol);
}

/* Adds what each call begins with. */
static const char *before_calls(const CasesFile *f)
{
    Text t = {0};
    if (f->m->ndelegates)
        text_add(&t, "    %s_destroy();\n    if (%s_init() != PTE_OK)\n        return -1;\n",
                 f->name, f->name);
    if (has_reset(f->m))
        text_add(&t, "    %s_reset();\n", f->name);
    return text_string(&t);
}

static const char *line(const char *statement)
{
    return statement ? fmt_text("%s\n", statement) : "";
}

const CasesMain hosted_main = {.head = "int main(void)", .end = "    return failed != 0;"};

int emit_cases(const ExecOptions *o, const Bundle *b, const Model *m, const CasesOutput *to)
{
    const CasesMain *start = &to->main;
    const char *name = m->options->name, *slash = *to->folder ? "/" : "";
    CasesFile f = {
        .options = o, .m = m, .name = name, .upper = upper_case(name), .judged = has_cases(b)};
    Text methods = {0}, calls = {0};
    char digest[65];
    const int count =
        add_methods(&f, &methods, &calls, f.judged || !to->or_ones ? b : calls_with_ones(m));
    if (!count)
        fatal(m->program->path, "there is no recorded case in it: a .bpte has some "
                                "(docs/guide.md says how one is made)");
    sha256_hex(m->program->file.data, m->program->file.size, digest);
    digest[16] = 0;
    const Hole holes[] = {{"digest", digest},
                          {"count", fmt_text("%d", count)},
                          {"which", f.judged ? "a recorded" : "a"},
                          {"promise", promise(&f)},
                          {"judges", text_string(&f.judges)},
                          {"methods", text_string(&methods)},
                          {"calls", fmt_text("%s%s", before_calls(&f), text_string(&calls))},
                          {"file", start->file},
                          {"include", line(start->include)},
                          {"head", start->head},
                          {"start", line(start->start)},
                          {"end", line(start->end)}};
    const int n = sizeof holes / sizeof *holes;
    const char *base = fmt_text("%s%s%s_cases", to->folder, slash, name);
    folder_make(to->folder);
    stage(&f, "cases.h.in", fmt_text("%s.h", base), holes, n);
    stage(&f, "cases.c.in", fmt_text("%s.c", base), holes, n);
    if (start->file)
        stage(&f, "cases_main.c.in", fmt_text("%s%s%s", to->folder, slash, start->file), holes, n);
    return count;
}
