/* SPDX-License-Identifier: 0BSD
 * Where tensors were planned in the memories of the program. */
#include "import/call/places.h"
#include "model.h"
#include "operators/operators.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct ProgramPlaces {
    Dict written, state;
} ProgramPlaces;

struct Place {
    int memory;
    uint64_t offset, bytes;
    uint64_t reach; /* the furthest end of those of the memory up to this one in their order */
};

/* Is the memory one for all methods? The planner of .pte puts the state that methods share, if it
 * is asked to, into a second memory, whose size it gives to each method. In the first memory each
 * method plans for itself, so that its places mean nothing to the others. */
static bool is_shared(const Program *p, int memory)
{
    const FileMethod *with = NULL;
    for (int k = 0; memory > 1 && k < p->nmethods; k++) {
        const FileMethod *m = &p->method[k];
        if (memory >= m->narenas)
            continue;
        if (with && with->arena_bytes[memory] != m->arena_bytes[memory])
            return false;
        with = m;
    }
    return with || memory == GENERATOR_MEMORY;
}

static const char *place_text(const Program *p, const FileMethod *m, const FileTensor *t)
{
    return fmt_text("%d %" PRIu64 " %" PRIu64 " %s", t->memory, t->offset, t->bytes,
                    is_shared(p, t->memory) ? "" : m->name);
}

static void mark_written(ProgramPlaces *places, const Program *p, const FileMethod *m,
                         const FileInstr *f, const OpRow *row)
{
    for (int i = 0; i < f->nargs; i++) {
        const FileValue *v = &m->value[f->args[i]];
        bool is_result = i == f->nargs - 1 || (row && i < row->nargs && row->arg[i].written);
        if (is_result && v->kind == FV_TENSOR && v->tensor->planned)
            dict_add(&places->written, place_text(p, m, v->tensor));
    }
}

static ProgramPlaces *places_of(Model *model)
{
    if (model->places)
        return model->places;
    model->places = NEW(ProgramPlaces, 1);
    const Program *p = model->program;
    for (int k = 0; k < p->nmethods; k++) {
        const FileMethod *m = &p->method[k];
        const OpRow **row = NEW(const OpRow *, m->nops);
        for (int i = 0; i < m->nops; i++)
            row[i] = op_find(m->op[i].name, m->op[i].overload);
        for (int i = 0; i < m->ninstrs; i++)
            if (m->instr[i].kind == FI_KERNEL_CALL)
                mark_written(model->places, p, m, &m->instr[i], row[m->instr[i].index]);
    }
    return model->places;
}

bool is_written(const Import *im, const FileTensor *t)
{
    Model *model = im->g->model;
    return dict_has(&places_of(model)->written, place_text(model->program, im->m, t));
}

int *state_number(const Import *im, const FileTensor *t)
{
    Model *model = im->g->model;
    return dict_number(&places_of(model)->state, place_text(model->program, im->m, t));
}

static int by_place(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    if (x->memory != y->memory)
        return x->memory < y->memory ? -1 : 1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static Place place_of(const FileTensor *t)
{
    return (Place){.memory = t->memory, .offset = t->offset, .bytes = t->bytes};
}

void collect_places(Import *im)
{
    for (int i = 0; i < im->m->nvalues; i++) {
        const FileValue *f = &im->m->value[i];
        if (f->kind == FV_TENSOR && f->tensor->planned && !im->rebound[i])
            PUSH(im->place, im->nplaces, place_of(f->tensor));
    }
    if (im->nplaces)
        qsort(im->place, (size_t)im->nplaces, sizeof *im->place, by_place);
    for (int i = 0; i < im->nplaces; i++) {
        Place *p = &im->place[i];
        p->reach = p->offset + p->bytes;
        if (i > 0 && p[-1].memory == p->memory && p[-1].reach > p->reach)
            p->reach = p[-1].reach;
    }
}

/* Returns the number of places that come before `p` in the order. */
static int places_before(const Import *im, const Place *p)
{
    int low = 0, high = im->nplaces;
    while (low < high) {
        int mid = low + (high - low) / 2;
        if (by_place(&im->place[mid], p) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

bool has_own_bytes(const Import *im, const FileTensor *t)
{
    const Place p = place_of(t), *place = im->place;
    int from = places_before(im, &p), to = from;
    if (from > 0 && place[from - 1].memory == p.memory && place[from - 1].reach > p.offset)
        return false;
    while (to < im->nplaces && by_place(&place[to], &p) == 0)
        to++;
    return to == im->nplaces || place[to].memory != p.memory ||
           place[to].offset >= p.offset + p.bytes;
}
