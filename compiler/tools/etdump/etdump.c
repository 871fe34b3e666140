/* SPDX-License-Identifier: 0BSD
 * ETDump files read. */
#include "tools/etdump/etdump.h"
#include "base/files.h"
#include "read/flatbuf.h"
#include "read/shape.h"
#include "tools/etdump/schema.h"
#include "tools/exec/tensor.h"

#include <string.h>
#include <sys/stat.h>

typedef struct DumpReader {
    Flatbuf fb;
    Bytes values;
    const char *values_path;
    DumpRun *run;
} DumpReader;

enum { PREFIX = 4, IDENTIFIER = 4 };

bool is_etdump(Bytes file)
{
    const size_t at = PREFIX + IDENTIFIER;
    return file.size >= at + 4 && memcmp(file.data + at, ETDUMP_IDENTIFIER, 4) == 0;
}

bool is_dumped(FileKind kind)
{
    return kind == FV_TENSOR || kind == FV_INT || kind == FV_BOOL || kind == FV_DOUBLE;
}

const char *etdump_values_path(const char *path)
{
    const char *dot = strrchr(path, '.');
    const bool has_ending = dot && dot > file_name(path);
    return fmt_text("%.*s.bin", has_ending ? (int)(dot - path) : (int)strlen(path), path);
}

/* Reads the axes from the one of the largest stride to that of the smallest. */
static void read_order(FileTensor *x, const Vector *strides)
{
    for (int i = 0; i < x->rank; i++)
        x->dim_order[i] = (uint8_t)i;
    for (int i = 1; i < x->rank && strides->count == x->rank; i++)
        for (int k = i; k > 0; k--) {
            const uint8_t above = x->dim_order[k - 1], below = x->dim_order[k];
            if (vector_int(strides, above) >= vector_int(strides, below))
                break;
            x->dim_order[k - 1] = below;
            x->dim_order[k] = above;
        }
}

static const CaseValue *read_tensor(DumpReader *r, const Table *t)
{
    CaseValue *v = NEW(CaseValue, 1);
    FileTensor *x = &v->tensor;
    Vector sizes = table_vector(t, TENSOR_SIZES, 8), strides = table_vector(t, TENSOR_STRIDES, 8);
    const uint64_t at = table_uint(t, TENSOR_OFFSET, 8);
    v->kind = FV_TENSOR;
    x->dtype = (int)table_int(t, TENSOR_DTYPE, 1);
    x->rank = sizes.count;
    if (x->rank > MAX_RANK)
        damaged(&r->fb, "has %d dimensions; ExecuTorch allows %d", x->rank, MAX_RANK);
    if (!dtype_bytes(x->dtype))
        damaged(&r->fb, "has elements of type %d, which ptec does not know", x->dtype);
    for (int i = 0; i < x->rank; i++)
        x->size[i] = vector_int(&sizes, i);
    x->bytes = shape_bytes(&r->fb, x->dtype, x->rank, x->size);
    read_order(x, &strides);
    if (!r->values.data)
        r->values = file_read(r->values_path);
    if (at > r->values.size || x->bytes > r->values.size - at)
        damaged(&r->fb, "its value is not among the %zu bytes of %s", r->values.size,
                r->values_path);
    x->data = (Bytes){r->values.data + at, (size_t)x->bytes};
    return v;
}

static void add_value(DumpReader *r, DumpEvent e, const Table *value)
{
    const bool is_list = table_has(value, VALUE_TENSORS);
    Table list = table_child(value, VALUE_TENSORS);
    Vector tensors = is_list ? table_vector(&list, LIST_TENSORS, 4) : (Vector){0};
    Table output = table_child(value, VALUE_OUTPUT);
    e.output = output.at && table_uint(&output, NUMBER, 1);
    for (int i = 0; i < tensors.count; i++) {
        Table t = vector_table(&tensors, i);
        e.value = read_tensor(r, &t);
        PUSH(r->run->event, r->run->nevents, e);
    }
    if (is_list)
        return;
    CaseValue *number = NEW(CaseValue, 1);
    Table t = table_child(value, VALUE_TENSOR), whole = table_child(value, VALUE_INT);
    Table real = table_child(value, VALUE_DOUBLE), truth = table_child(value, VALUE_BOOL);
    if (whole.at)
        *number = (CaseValue){.kind = FV_INT, .i = table_int(&whole, NUMBER, 8)};
    else if (real.at)
        *number = (CaseValue){.kind = FV_DOUBLE, .d = table_double(&real, NUMBER)};
    else if (truth.at)
        *number = (CaseValue){.kind = FV_BOOL, .i = table_uint(&truth, NUMBER, 1) != 0};
    e.value = t.at ? read_tensor(r, &t) : number->kind ? number : NULL;
    PUSH(r->run->event, r->run->nevents, e);
}

static const char *name_in(const Table *t, Field f)
{
    const char *name = table_string(t, f);
    return name ? name : "";
}

/* Reads a number whose default is -1. */
static int number_or_none(const Table *t, Field f)
{
    return table_has(t, f) ? (int)table_int(t, f, 4) : -1;
}

static void read_event(DumpReader *r, const Table *t)
{
    Table timed = table_child(t, EVENT_PROFILE), value = table_child(t, EVENT_DEBUG);
    if (timed.at) {
        DumpEvent e = {.name = name_in(&timed, PROFILE_NAME),
                       .instr = number_or_none(&timed, PROFILE_INSTRUCTION),
                       .node = table_string(&timed, PROFILE_NODE),
                       .timed = true,
                       .start = table_uint(&timed, PROFILE_START, 8),
                       .end = table_uint(&timed, PROFILE_END, 8)};
        PUSH(r->run->event, r->run->nevents, e);
    }
    if (value.at && table_has(&value, DEBUG_ENTRY)) {
        DumpEvent e = {.name = name_in(&value, DEBUG_NAME),
                       .instr = number_or_none(&value, DEBUG_INSTRUCTION),
                       .node = table_string(&value, DEBUG_NODE)};
        Table entry = table_child(&value, DEBUG_ENTRY);
        add_value(r, e, &entry);
    }
}

EtDump read_etdump(const char *path)
{
    EtDump d = {0};
    Bytes file = file_read(path);
    DumpReader r = {.fb = flat_open(path, (Bytes){file.data + PREFIX, file.size - PREFIX}),
                    .values_path = etdump_values_path(path)};
    Table root = flat_root(&r.fb);
    Vector runs = table_vector(&root, DUMP_RUNS, 4);
    d.run = NEW(DumpRun, runs.count);
    d.nruns = runs.count;
    for (int i = 0; i < runs.count; i++) {
        Table run = vector_table(&runs, i);
        Vector events = table_vector(&run, RUN_EVENTS, 4);
        r.run = &d.run[i];
        *r.run =
            (DumpRun){.name = name_in(&run, RUN_NAME), .input = number_or_none(&run, RUN_INPUT)};
        for (int k = 0; k < events.count; k++) {
            flat_enter(&r.fb, "event", k);
            Table t = vector_table(&events, k);
            read_event(&r, &t);
        }
        flat_enter(&r.fb, NULL, 0);
    }
    return d;
}
