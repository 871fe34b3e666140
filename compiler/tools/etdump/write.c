/* SPDX-License-Identifier: 0BSD
 * ETDump files written. */
#include "base/files.h"
#include "base/flat_writer.h"
#include "tools/etdump/etdump.h"
#include "tools/etdump/schema.h"
#include "tools/exec/tensor.h"

typedef struct DumpWriter {
    Text *file, *values;
    Dict at; /* of values that were written, by their address */
} DumpWriter;

enum { VALUE_ALIGN = 16 };

static FlatField reference_to(Field f)
{
    return (FlatField){.id = f.id};
}

static FlatField number(Field f, int bytes, uint64_t bits)
{
    return (FlatField){f.id, bytes, bits};
}

/* Returns where the value's bytes lie. Runs that share a value share its bytes. */
static uint64_t put_value(DumpWriter *w, const CaseValue *v, const FileTensor *t)
{
    const char *key = fmt_text("%p", (const void *)v);
    int *at = dict_number(&w->at, key);
    if (*at >= 0)
        return (uint64_t)*at * VALUE_ALIGN;
    while (w->values->size % VALUE_ALIGN)
        text_bytes(w->values, "", 1);
    *at = (int)(w->values->size / VALUE_ALIGN);
    text_bytes(w->values, t->data.data, (size_t)tensor_count(t) * dtype_bytes(t->dtype));
    return (uint64_t)*at * VALUE_ALIGN;
}

static void write_tensor(DumpWriter *w, size_t from, const CaseValue *v)
{
    static const uint8_t rows[MAX_RANK] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const FileTensor given = tensor_of(v), t = tensor_in_order(&given, rows);
    const FlatField field[] = {number(TENSOR_DTYPE, 1, (uint64_t)t.dtype),
                               reference_to(TENSOR_SIZES), reference_to(TENSOR_STRIDES),
                               number(TENSOR_OFFSET, 8, put_value(w, v, &t))};
    int64_t stride[MAX_RANK];
    size_t reference[2];
    tensor_strides(&t, stride);
    flat_table(w->file, from, field, sizeof field / sizeof *field, reference);
    flat_vector(w->file, reference[0], t.size, (size_t)t.rank, sizeof *t.size, sizeof *t.size);
    flat_vector(w->file, reference[1], stride, (size_t)t.rank, sizeof *stride, sizeof *stride);
}

static void write_number(DumpWriter *w, size_t from, const CaseValue *v)
{
    union {
        double d;
        uint64_t bits;
    } real = {.d = v->d};
    const FlatField field = v->kind == FV_DOUBLE
                                ? number(NUMBER, 8, real.bits)
                                : number(NUMBER, v->kind == FV_INT ? 8 : 1, (uint64_t)v->i);
    flat_table(w->file, from, &field, 1, NULL);
}

static void write_value(DumpWriter *w, size_t from, const DumpEvent *e)
{
    const FileKind kind = e->value->kind;
    const int dumped = kind == FV_TENSOR ? DUMPED_TENSOR
                       : kind == FV_INT  ? DUMPED_INT
                       : kind == FV_BOOL ? DUMPED_BOOL
                                         : DUMPED_DOUBLE;
    const Field place = kind == FV_TENSOR ? VALUE_TENSOR
                        : kind == FV_INT  ? VALUE_INT
                        : kind == FV_BOOL ? VALUE_BOOL
                                          : VALUE_DOUBLE;
    const FlatField field[] = {number(VALUE_KIND, 1, (uint64_t)dumped), reference_to(place),
                               reference_to(VALUE_OUTPUT)};
    const FlatField truth = number(NUMBER, 1, 1);
    size_t reference[2];
    flat_table(w->file, from, field, e->output ? 3 : 2, reference);
    if (kind == FV_TENSOR)
        write_tensor(w, reference[0], e->value);
    else
        write_number(w, reference[0], e->value);
    if (e->output)
        flat_table(w->file, reference[1], &truth, 1, NULL);
}

static void write_timed(DumpWriter *w, size_t from, const DumpEvent *e)
{
    const FlatField field[] = {reference_to(PROFILE_NAME),
                               number(PROFILE_CHAIN, 4, 0),
                               number(PROFILE_INSTRUCTION, 4, (uint32_t)e->instr),
                               number(PROFILE_START, 8, e->start),
                               number(PROFILE_END, 8, e->end),
                               reference_to(PROFILE_NODE)};
    size_t reference[2];
    flat_table(w->file, from, field, e->node ? 6 : 5, reference);
    flat_string(w->file, reference[0], e->name);
    if (e->node)
        flat_string(w->file, reference[1], e->node);
}

static void write_kept(DumpWriter *w, size_t from, const DumpEvent *e)
{
    const FlatField field[] = {
        number(DEBUG_CHAIN, 8, 0), number(DEBUG_INSTRUCTION, 4, (uint32_t)e->instr),
        reference_to(DEBUG_ENTRY), reference_to(DEBUG_NAME), reference_to(DEBUG_NODE)};
    size_t reference[3];
    flat_table(w->file, from, field, e->node ? 5 : 4, reference);
    write_value(w, reference[0], e);
    flat_string(w->file, reference[1], e->name);
    if (e->node)
        flat_string(w->file, reference[2], e->node);
}

static void write_run(DumpWriter *w, size_t from, const DumpRun *r)
{
    const FlatField field[] = {reference_to(RUN_NAME), number(RUN_INPUT, 4, (uint32_t)r->input),
                               reference_to(RUN_ALLOCATORS), reference_to(RUN_EVENTS)};
    size_t reference[3];
    flat_table(w->file, from, field, sizeof field / sizeof *field, reference);
    flat_string(w->file, reference[0], r->name);
    flat_references(w->file, reference[1], 0);
    const size_t first = flat_references(w->file, reference[2], r->nevents);
    for (int i = 0; i < r->nevents; i++) {
        const DumpEvent *e = &r->event[i];
        const FlatField what = reference_to(e->timed ? EVENT_PROFILE : EVENT_DEBUG);
        size_t at;
        flat_table(w->file, first + (size_t)i * FLAT_REFERENCE, &what, 1, &at);
        (e->timed ? write_timed : write_kept)(w, at, e);
    }
}

void stage_etdump(const char *path, const EtDump *d)
{
    DumpWriter w = {.file = NEW(Text, 1), .values = NEW(Text, 1)};
    const FlatField field[] = {number(DUMP_VERSION, 4, 0), reference_to(DUMP_RUNS)};
    size_t runs;
    flat_table(w.file, flat_start(w.file, ETDUMP_IDENTIFIER, true), field, 2, &runs);
    const size_t first = flat_references(w.file, runs, d->nruns);
    for (int i = 0; i < d->nruns; i++)
        write_run(&w, first + (size_t)i * FLAT_REFERENCE, &d->run[i]);
    flat_end(w.file, true);
    if (!w.values->size)
        text_bytes(w.values, "", 1);
    file_stage(path, content_text(w.file));
    file_stage(etdump_values_path(path), content_text(w.values));
}
