/* SPDX-License-Identifier: 0BSD
 * A model file: a program, or a program bundled with recorded cases (.bpte, BP08). */
#include "read/bundle.h"
#include "base/files.h"
#include "base/words.h"
#include "read/bundle_schema.h"
#include "read/identifier.h"
#include "read/kinds.h"
#include "read/pte.h"
#include "read/shape.h"

#include <string.h>

static void read_case_tensor(FileTensor *x, const Table *t)
{
    Shape shape = read_shape(t, TENSOR_SIZES, TENSOR_DIM_ORDER);
    x->dtype = read_dtype(t, TENSOR_DTYPE);
    x->rank = shape.rank;
    memcpy(x->size, shape.size, sizeof x->size);
    memcpy(x->dim_order, shape.dim_order, sizeof x->dim_order);
    x->bytes = shape_bytes(t->fb, x->dtype, x->rank, x->size);
    x->data = table_bytes(t, TENSOR_DATA);
    x->has_data = true;
    if (dtype_bytes(x->dtype) && x->data.size != x->bytes) {
        damaged(t->fb, "its data has %zu bytes, its shape wants %llu", x->data.size,
                (unsigned long long)x->bytes);
    }
    check_data(t->fb, x->data, x->bytes, x->dtype);
}

static void read_case_value(CaseValue *v, const Table *t)
{
    uint64_t kind = table_uint(t, VALUE_TYPE, 1);
    if (kind < BUNDLED_TENSOR || kind > BUNDLED_DOUBLE)
        damaged(t->fb, "is of kind %d, which the format does not know", (int)kind);
    Table child = need_child(t, VALUE);
    if (kind == BUNDLED_TENSOR) {
        v->kind = FV_TENSOR;
        read_case_tensor(&v->tensor, &child);
    } else if (kind == BUNDLED_INT) {
        v->kind = FV_INT;
        v->i = table_int(&child, INT, 8);
    } else if (kind == BUNDLED_BOOL) {
        v->kind = FV_BOOL;
        v->i = table_uint(&child, BOOLEAN, 1) != 0;
    } else {
        v->kind = FV_DOUBLE;
        v->d = table_double(&child, DOUBLE);
    }
}

static CaseValue *read_case_values(const Table *t, Field f, const char *part, int *count)
{
    Vector values = table_vector(t, f, 4);
    CaseValue *list = NEW(CaseValue, values.count);
    for (int i = 0; i < values.count; i++) {
        flat_enter(t->fb, part, i);
        Table value = vector_table(&values, i);
        read_case_value(&list[i], &value);
    }
    flat_enter(t->fb, NULL, 0);
    *count = values.count;
    return list;
}

/* A recorded input must fit its slot; whether dynamic sizes do, the method says when it runs. */
static void check_input(Flatbuf *fb, const CaseValue *v, const FileValue *slot)
{
    if (v->kind != slot->kind) {
        damaged(fb, "has the kind '%s', but the method takes '%s'", kind_name(v->kind),
                kind_name(slot->kind));
    }
    if (v->kind != FV_TENSOR)
        return;
    const FileTensor *x = &v->tensor, *want = slot->tensor;
    if (x->dtype != want->dtype || x->rank != want->rank) {
        damaged(fb, "is %s of rank %d, but the method takes %s of rank %d", dtype_name(x->dtype),
                x->rank, dtype_name(want->dtype), want->rank);
    }
    if (want->dynamism == DYN_STATIC && memcmp(x->size, want->size, sizeof x->size) != 0)
        damaged(fb, "does not have the size that the method takes");
}

static void read_case(Flatbuf *fb, TestCase *c, const Table *t, const FileMethod *m)
{
    c->input = read_case_values(t, CASE_INPUTS, "input", &c->ninputs);
    c->want = read_case_values(t, CASE_WANTED, "output", &c->nwants);
    if (c->ninputs != m->ninputs)
        damaged(fb, "has %d inputs, but the method takes %d", c->ninputs, m->ninputs);
    for (int i = 0; i < c->ninputs; i++) {
        flat_enter(fb, "input", i);
        check_input(fb, &c->input[i], &m->value[m->input[i]]);
    }
    flat_enter(fb, NULL, 0);
}

static void read_suite(Flatbuf *fb, TestSuite *s, const Table *t, const Program *program)
{
    s->method = need_string(t, SUITE_METHOD);
    const FileMethod *m = find_method(program, s->method);
    if (!m) {
        damaged(fb, "is for the method '%s', which the program does not have",
                printable(s->method));
    }
    Vector cases = table_vector(t, SUITE_CASES, 4);
    s->test = NEW(TestCase, cases.count);
    s->ntests = cases.count;
    for (int i = 0; i < cases.count; i++) {
        fb->context = fmt_text("method '%s', case %d", printable(s->method), i);
        flat_enter(fb, NULL, 0);
        Table c = vector_table(&cases, i);
        read_case(fb, &s->test[i], &c, m);
    }
    fb->context = NULL;
}

/* Returns the bytes at an address divisible by 16, as a copy if need be: data inside of the program
 * is aligned relative to its start. */
static Bytes aligned(Bytes b)
{
    if ((uintptr_t)b.data % 16 == 0)
        return b;
    uint8_t *copy = zalloc(b.size, 1);
    memcpy(copy, b.data, b.size);
    return (Bytes){copy, b.size};
}

/* Returns what `ptec bundle` says of the cases behind the FlatBuffer, or NULL. */
static const char *read_note(Bytes file)
{
    const size_t most = 400, from = file.size > most ? file.size - most : 0;
    const char *end = (const char *)file.data + file.size, *found = NULL;
    for (size_t i = from; i + sizeof BUNDLE_NOTE <= file.size; i++)
        if (memcmp(file.data + i, BUNDLE_NOTE, sizeof BUNDLE_NOTE - 1) == 0)
            found = (const char *)file.data + i + sizeof BUNDLE_NOTE - 1;
    return found ? fmt_text("%.*s", (int)(end - found), found) : NULL;
}

static Bundle *read_bundle(const char *path, Bytes file, char **ptds, int nptds)
{
    Bundle *b = NEW(Bundle, 1);
    Flatbuf fb = flat_open(path, file);
    Table root = flat_root(&fb);
    Bytes program = table_bytes(&root, BUNDLE_PROGRAM);
    if (strcmp(file_identifier(program), "ET12") != 0)
        damaged(&fb, "the bundle holds no ExecuTorch program (ET12)");
    b->program = read_program(path, aligned(program), ptds, nptds);
    Vector suites = table_vector(&root, BUNDLE_SUITES, 4);
    b->suite = NEW(TestSuite, suites.count);
    b->nsuites = suites.count;
    b->note = read_note(file);
    for (int i = 0; i < suites.count; i++) {
        flat_enter(&fb, "suite", i);
        Table t = vector_table(&suites, i);
        read_suite(&fb, &b->suite[i], &t, b->program);
    }
    return b;
}

static _Noreturn void refuse_file(const char *path, Bytes file)
{
    const char *id = file_identifier(file);
    if (strcmp(id, "FT01") == 0)
        fatal(path, "is a tensor data file; pass it with --ptd beside the program");
    if (strncmp(id, "ET", 2) == 0 || strncmp(id, "BP", 2) == 0) {
        fatal(path, "has the format version %s; ptec reads ET12 and BP08: export it again",
              printable(id));
    }
    if (strcmp(id, "ED00") == 0)
        fatal(path, "is an ETDump, the record of a run; pass the program that was run");
    if (file.size >= 4 && memcmp(file.data, "PK\3\4", 4) == 0)
        fatal(path, "is a zip archive, perhaps PyTorch's; export it to a .pte with ExecuTorch");
    refuse_lfs_pointer(path, file);
    fatal(path, "is not an ExecuTorch program (.pte or .bpte)");
}

Bundle *read_model_bytes(const char *path, Bytes file, char **ptds, int nptds)
{
    const char *id = file_identifier(file);
    if (strcmp(id, BUNDLE_IDENTIFIER) == 0)
        return read_bundle(path, file, ptds, nptds);
    if (strcmp(id, "ET12") != 0)
        refuse_file(path, file);
    Bundle *b = NEW(Bundle, 1);
    b->program = read_program(path, file, ptds, nptds);
    return b;
}

Bundle *read_model(const char *path, char **ptds, int nptds)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    return read_model_bytes(name, file_read(path), ptds, nptds);
}
