/* SPDX-License-Identifier: 0BSD
 * A program file: extended header, segments, named data and methods (schema/program.fbs, ET12). */
#include "read/pte.h"
#include "base/words.h"
#include "read/call.h"
#include "read/kinds.h"
#include "read/named.h"
#include "read/ptd.h"
#include "read/segments.h"
#include "read/value.h"

#include <stdlib.h>
#include <string.h>

static const Field PROGRAM_PLANS = {1, "execution_plan"};
static const Field PROGRAM_CONSTANT_BUFFER = {2, "constant_buffer"};
static const Field PROGRAM_INLINE_BLOBS = {3, "backend_delegate_data"};
static const Field PROGRAM_SEGMENTS = {4, "segments"};
static const Field PROGRAM_CONSTANT_SEGMENT = {5, "constant_segment"};
static const Field PROGRAM_MUTABLE_SEGMENTS = {6, "mutable_data_segments"};
static const Field PROGRAM_NAMED_DATA = {7, "named_data"};
static const Field SUBSEGMENT_INDEX = {0, "segment_index"};
static const Field SUBSEGMENT_OFFSETS = {1, "offsets"};
static const Field NAMED_KEY = {0, "key"};
static const Field NAMED_SEGMENT = {1, "segment_index"};
static const Field PLAN_NAME = {0, "name"};
static const Field PLAN_INPUTS = {3, "inputs"};
static const Field PLAN_OUTPUTS = {4, "outputs"};
static const Field PLAN_ARENAS = {8, "non_const_buffer_sizes"};
static const Field PLAN_DEVICES = {9, "non_const_buffer_device"};
static const Field DEVICE_TYPE = {1, "device_type"};

typedef struct Header {
    uint64_t program_size, segment_base;
} Header;

/* The header is optional; one that is longer than we know only adds fields. */
static Header read_header(const char *path, Bytes file)
{
    enum { AT = 8, LEAST = 24, WITH_DATA_SIZE = 32 };
    Header h = {.program_size = file.size};
    if (file.size < AT + 4 || memcmp(file.data + AT, "eh00", 4) != 0)
        return h;
    if (file.size < AT + WITH_DATA_SIZE)
        fatal(path, "is cut off in its extended header");
    uint64_t length = load_le(file.data + AT + 4, 4);
    if (length < LEAST) {
        fatal(path, "its extended header is %d bytes long, expected %d or more", (int)length,
              LEAST);
    }
    h.program_size = load_le(file.data + AT + 8, 8);
    h.segment_base = load_le(file.data + AT + 16, 8);
    uint64_t data = length >= WITH_DATA_SIZE ? load_le(file.data + AT + 24, 8) : 0;
    uint64_t size = file.size;
    if (h.program_size > size || h.segment_base > size || data > size - h.segment_base) {
        fatal(
            path,
            "is cut off: its header says %llu bytes of program and %llu of data from %llu on, the "
            "file has %llu",
            (unsigned long long)h.program_size, (unsigned long long)data,
            (unsigned long long)h.segment_base, (unsigned long long)size);
    }
    return h;
}

/* Returns the segment that a SubsegmentOffsets table names; `offsets` gets where in it each tensor
 * starts. */
static Bytes read_subsegments(Reader *r, const Table *t, Vector *offsets)
{
    *offsets = table_vector(t, SUBSEGMENT_OFFSETS, 8);
    if (offsets->count < 2) /* entry 0 stands for "no data" */
        return (Bytes){0};
    return program_segment(r, table_uint(t, SUBSEGMENT_INDEX, 4),
                           "the segment_index of the tensors' data");
}

static void read_data(Reader *r, const Table *program)
{
    Table constants = table_child(program, PROGRAM_CONSTANT_SEGMENT);
    r->constant_tables = table_vector(program, PROGRAM_CONSTANT_BUFFER, 4);
    if (constants.at)
        r->constants = read_subsegments(r, &constants, &r->constant_offsets);
    if (r->constant_offsets.count > 1 && r->constant_tables.count > 0)
        damaged(&r->fb, "has constants both in a segment and in constant_buffer");
    Vector initial = table_vector(program, PROGRAM_MUTABLE_SEGMENTS, 4);
    if (initial.count > 0) { /* the runtime uses the first, whatever a tensor says */
        Table first = vector_table(&initial, 0);
        r->initial = read_subsegments(r, &first, &r->initial_offsets);
    }
    r->inline_blobs = table_vector(program, PROGRAM_INLINE_BLOBS, 4);
}

static void sort_named(Program *p)
{
    p->named_by_key = NEW(const NamedData *, p->nnamed);
    for (int i = 0; i < p->nnamed; i++)
        p->named_by_key[i] = &p->named[i];
    qsort(p->named_by_key, (size_t)p->nnamed, sizeof *p->named_by_key, compare_keys);
    for (int i = 1; i < p->nnamed; i++) {
        if (compare_keys(&p->named_by_key[i - 1], &p->named_by_key[i]) == 0) {
            fatal(p->path, "two pieces of named data are called '%s'",
                  printable(p->named_by_key[i]->key));
        }
    }
}

static void read_named(Reader *r, const Table *program, char **ptds, int nptds)
{
    Program *p = r->program;
    Vector named = table_vector(program, PROGRAM_NAMED_DATA, 4);
    for (int i = 0; i < named.count; i++) {
        flat_enter(&r->fb, "named data", i);
        Table t = vector_table(&named, i);
        NamedData data = {.key = need_string(&t, NAMED_KEY)};
        data.data = program_segment(r, table_uint(&t, NAMED_SEGMENT, 4), "segment_index");
        PUSH(p->named, p->nnamed, data);
    }
    flat_enter(&r->fb, NULL, 0);
    for (int i = 0; i < nptds; i++) {
        int count;
        NamedData *external = read_ptd(ptds[i], &count);
        for (int j = 0; j < count; j++)
            PUSH(p->named, p->nnamed, external[j]);
    }
    sort_named(p);
}

static void read_arenas(Reader *r, const Table *plan)
{
    const int64_t most = INT64_C(1) << 48;
    FileMethod *m = r->method;
    Vector sizes = need_vector(plan, PLAN_ARENAS, 8);
    m->narenas = sizes.count;
    m->arena_bytes = NEW(uint64_t, sizes.count);
    for (int i = 1; i < sizes.count; i++) { /* entry 0 is for constants, and not used */
        flat_enter(&r->fb, "memory", i);
        int64_t bytes = vector_int(&sizes, i);
        if (bytes < 0 || bytes > most)
            damaged(&r->fb, "has the impossible size %lld", (long long)bytes);
        m->arena_bytes[i] = (uint64_t)bytes;
    }
    Vector devices = table_vector(plan, PLAN_DEVICES, 4);
    for (int i = 0; i < devices.count; i++) {
        flat_enter(&r->fb, "device of a memory", i);
        Table t = vector_table(&devices, i);
        if (table_uint(&t, DEVICE_TYPE, 1) != 0)
            damaged(&r->fb, "is not a CPU; ptec makes code for CPUs only");
    }
    flat_enter(&r->fb, NULL, 0);
}

static int *read_indices(Reader *r, const Table *plan, Field f, const char *part, int *count)
{
    Vector indices = need_vector(plan, f, 4);
    int *list = NEW(int, indices.count);
    for (int i = 0; i < indices.count; i++) {
        flat_enter(&r->fb, part, i);
        list[i] = value_index(r, vector_int(&indices, i), "it");
    }
    flat_enter(&r->fb, NULL, 0);
    *count = indices.count;
    return list;
}

/* Checks the inputs: the caller writes each of them, so that it must be a slot of its own that can
 * be written. */
static void check_inputs(Reader *r)
{
    const FileMethod *m = r->method;
    bool *seen = NEW(bool, m->nvalues);
    for (int i = 0; i < m->ninputs; i++) {
        flat_enter(&r->fb, "input", i);
        const FileValue *v = &m->value[m->input[i]];
        if (v->kind > FV_STRING) {
            damaged(&r->fb, "has the kind '%s'; ptec takes tensors and scalars",
                    kind_name(v->kind));
        }
        if (v->kind == FV_TENSOR && v->tensor->constant)
            damaged(&r->fb, "is a constant");
        if (seen[m->input[i]])
            damaged(&r->fb, "is the same value as an input before it");
        seen[m->input[i]] = true;
    }
    flat_enter(&r->fb, NULL, 0);
}

/* Reads the outputs; a list gives one output after the other. */
static void read_outputs(Reader *r, const Table *plan)
{
    FileMethod *m = r->method;
    int count = 0;
    const int *slot = read_indices(r, plan, PLAN_OUTPUTS, "output", &count);
    for (int i = 0; i < count; i++) {
        const FileValue *v = &m->value[slot[i]];
        flat_enter(&r->fb, "output", i);
        if (v->kind == FV_DOUBLE_LIST || v->kind == FV_BOOL_LIST)
            damaged(&r->fb, "has the kind '%s'; ptec gives tensors, numbers, and lists of tensors",
                    kind_name(v->kind));
        if (v->kind <= FV_STRING)
            PUSH(m->output, m->noutputs, slot[i]);
        for (int k = 0; v->kind > FV_STRING && k < v->count; k++)
            if (v->items[k] >= 0)
                PUSH(m->output, m->noutputs, (int)v->items[k]);
    }
    flat_enter(&r->fb, NULL, 0);
}

static void read_method(Reader *r, const Table *plan, FileMethod *m)
{
    m->name = need_string(plan, PLAN_NAME);
    r->method = m;
    r->fb.context = fmt_text("method '%s'", printable(m->name));
    flat_enter(&r->fb, NULL, 0);
    read_arenas(r, plan);
    read_values(r, plan);
    m->input = read_indices(r, plan, PLAN_INPUTS, "input", &m->ninputs);
    read_outputs(r, plan);
    check_inputs(r);
    read_delegates(r, plan);
    read_calls(r, plan);
    r->fb.context = NULL;
}

static void read_methods(Reader *r, const Table *program)
{
    Program *p = r->program;
    Vector plans = table_vector(program, PROGRAM_PLANS, 4);
    if (plans.count == 0)
        damaged(&r->fb, "has no methods");
    p->method = NEW(FileMethod, plans.count);
    p->method_number = NEW(Dict, 1);
    for (int i = 0; i < plans.count; i++) {
        flat_enter(&r->fb, "method", i);
        Table plan = vector_table(&plans, i);
        read_method(r, &plan, &p->method[i]);
        if (find_method(p, p->method[i].name))
            damaged(&r->fb, "has two methods called '%s'", printable(p->method[i].name));
        *dict_number(p->method_number, p->method[i].name) = p->nmethods++;
    }
}

const FileMethod *find_method(const Program *p, const char *name)
{
    int number = *dict_number(p->method_number, name);
    return number < 0 ? NULL : &p->method[number];
}

const char *op_text(const FileOp *op)
{
    return fmt_text("%s%s%s", op->name, *op->overload ? "." : "", op->overload);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **program_operators(const Program *p, int *count)
{
    const char **name = NULL;
    Dict known = {0};
    *count = 0;
    for (int i = 0; i < p->nmethods; i++)
        for (int k = 0; k < p->method[i].nops; k++) {
            const char *whole = op_text(&p->method[i].op[k]);
            if (dict_add(&known, whole))
                PUSH(name, *count, whole);
        }
    if (*count)
        qsort(name, (size_t)*count, sizeof *name, compare_names);
    return name;
}

Program *read_program(const char *path, Bytes file, char **ptds, int nptds)
{
    Header header = read_header(path, file);
    Reader r = {.fb = flat_open(path, (Bytes){file.data, (size_t)header.program_size})};
    r.program = NEW(Program, 1);
    r.program->path = path;
    r.program->file = file;
    r.program->derived = NEW(Derived *, 1);
    Table program = flat_root(&r.fb);
    Vector segments = table_vector(&program, PROGRAM_SEGMENTS, 4);
    r.segment = read_segments(&r.fb, segments, header.segment_base, file);
    r.nsegments = segments.count;
    read_data(&r, &program);
    read_named(&r, &program, ptds, nptds);
    read_methods(&r, &program);
    return r.program;
}
