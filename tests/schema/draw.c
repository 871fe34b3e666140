/* SPDX-License-Identifier: 0BSD
 * Calls drawn from the operators' schemas: what an argument is like follows from its type and its
 * name. What a refusal asks for is mended afterwards (mend.c). */
#include "draw.h"

#include <string.h>

enum { MANY = 6 }; /* axes */

static const int ranks[RANKS] = {0, 1, 15, 16, 2, 3, 4, 5};
static const int dtypes[] = {F32, F32, F32, F64, F16, BF16, I8, U8, I16, I32, I64, BOOL, C64, U16};

int below(Random *r, int n)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (int)((r->state >> 33) % (uint64_t)(n > 0 ? n : 1));
}

bool one_in(Random *r, int n)
{
    return below(r, n) == 0;
}

/* Goes on with the numbers of draw `n`, and returns one of the types. */
static int draw_with(Random *r, int n)
{
    r->state ^= ((uint64_t)n + 1) * 0x9E3779B97F4A7C15u;
    below(r, 2);
    return below(r, sizeof dtypes / sizeof *dtypes);
}

Wish wish_of(const OpRow *row, int n, Random *r)
{
    r->state = 1;
    for (const char *at = row->name; *at; at++)
        r->state = (r->state ^ (uint8_t)*at) * 0x100000001B3u;
    int turn = below(r, RANKS * KINDS) + n;
    return (Wish){.rank = ranks[turn % RANKS],
                  .kind = (WishKind)((turn / RANKS + turn % RANKS) % KINDS),
                  .dtype = dtypes[draw_with(r, n)]};
}

static int add_value(DrawnProgram *p, DrawnValue v)
{
    p->value[p->nvalues] = v;
    return p->nvalues++;
}

static int add_number(DrawnProgram *p, const char *name, int64_t n)
{
    return add_value(p, (DrawnValue){.kind = FV_INT, .name = name, .i = n});
}

static bool has(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

static bool is_any(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

/* -- tensors -- */

static int dtype_of(const OpArg *a, const Wish *w, Random *r)
{
    static const char *const positions[] = {"index",  "indices",   "offsets",
                                            "pos",    "repeats",   "boundaries_index",
                                            "sorter", "save_seqs", NULL};
    static const char *const numbers[] = {"scales",        "scale",   "in_scale", "out_scale",
                                          "weight_scales", "X_scale", "Y_scale",  NULL};
    if (one_in(r, 12))
        return dtypes[below(r, sizeof dtypes / sizeof *dtypes)];
    if (is_any(a->name, positions))
        return I64;
    if (is_any(a->name, numbers))
        return F32;
    if (has(a->name, "zero_point") || has(a->name, "multiplier") || has(a->name, "shift"))
        return one_in(r, 2) ? I64 : I32;
    if (strcmp(a->name, "condition") == 0 || strcmp(a->name, "mask") == 0)
        return BOOL;
    return w->dtype;
}

static void draw_order(DrawnValue *v, Random *r, bool permuted)
{
    for (int i = 0; i < v->rank; i++)
        v->order[i] = (uint8_t)i;
    for (int i = v->rank; permuted && i-- > 1;) {
        int k = below(r, i + 1);
        uint8_t was = v->order[i];
        v->order[i] = v->order[k];
        v->order[k] = was;
    }
}

/* Of many axes, most have one element, unless their extents are bounds. */
static void draw_shape(DrawnValue *v, int rank, const Wish *w, Random *r)
{
    enum { FEW = 256 };
    v->rank = rank;
    int64_t n = 1;
    for (int i = 0; i < rank; i++) {
        int most = rank > MANY ? 2 : 4;
        v->size[i] = w->kind == K_DYNAMIC && rank > MANY ? 2 : n > FEW ? 1 : 1 + below(r, most);
        n *= v->size[i];
    }
}

/* A shape that broadcasts to that of `like`. */
static void narrow_shape(DrawnValue *v, Random *r)
{
    int drop = below(r, v->rank + 1);
    for (int i = 0; i + drop < v->rank; i++)
        v->size[i] = v->size[i + drop];
    v->rank -= drop;
    for (int i = 0; i < v->rank; i++)
        v->size[i] = one_in(r, 3) ? 1 : v->size[i];
}

static int draw_tensor(DrawnProgram *p, const OpArg *a, const Wish *w, const DrawnValue *like,
                       Random *r)
{
    DrawnValue v = {.kind = FV_TENSOR, .name = a->name, .dtype = dtype_of(a, w, r)};
    draw_shape(&v, w->rank, w, r);
    if (like) {
        v.rank = like->rank;
        memcpy(v.size, like->size, sizeof v.size);
        if (one_in(r, 5))
            draw_shape(&v, below(r, 5), w, r);
        else if (one_in(r, 6))
            narrow_shape(&v, r);
    }
    if (w->kind == K_EMPTY && v.rank > 0 && (!like || one_in(r, 4)))
        v.size[below(r, v.rank)] = 0;
    draw_order(&v, r, w->kind == K_PERMUTED ? !one_in(r, 3) : w->kind == K_MIXED && one_in(r, 3));
    v.dynamic = w->kind == K_DYNAMIC || (w->kind == K_MIXED && one_in(r, 2));
    bool constant = w->kind == K_CONSTANT ? one_in(r, 2) : w->kind == K_MIXED && one_in(r, 3);
    if (constant && !a->written) {
        v.place = P_CONSTANT;
        v.dynamic = false;
    }
    return add_value(p, v);
}

/* Results are as large as whatever they may turn out to hold. */
static int draw_result(DrawnProgram *p, const OpArg *a, const Wish *w, Random *r)
{
    DrawnValue v = {.kind = FV_TENSOR, .name = a ? a->name : "out", .place = P_RESULT};
    v.rank = w->rank;
    for (int i = 0; i < v.rank; i++)
        v.size[i] = v.rank > 6 ? 1 + (i < 8) : 8;
    v.dtype = strcmp(v.name, "indices") == 0 ? I64 : one_in(r, 8) ? dtypes[below(r, 14)] : w->dtype;
    v.dynamic = true;
    draw_order(&v, r, w->kind == K_PERMUTED && one_in(r, 2));
    return add_value(p, v);
}

/* -- numbers and lists -- */

static int draw_int(const char *name, const Wish *w, Random *r)
{
    if (strcmp(name, "dim") == 0 || has(name, "dim1") || has(name, "dim2") || has(name, "axis"))
        return below(r, 2 * w->rank + 1) - w->rank - (w->rank == 0);
    if (strcmp(name, "groups") == 0 || strcmp(name, "group") == 0)
        return 1;
    if (strcmp(name, "quant_min") == 0)
        return -128;
    if (strcmp(name, "quant_max") == 0)
        return 127;
    if (has(name, "zero_point"))
        return 0;
    if (has(name, "factor") || has(name, "size") || strcmp(name, "step") == 0)
        return 1 + below(r, 2);
    return one_in(r, 10) ? -1 : below(r, 4);
}

static int draw_list(DrawnProgram *p, const OpArg *a, const Wish *w, const DrawnValue *like,
                     Random *r)
{
    DrawnValue v = {.kind = FV_INT_LIST, .name = a->name};
    bool axes = strcmp(a->name, "dim") == 0 || strcmp(a->name, "dims") == 0;
    bool shape = (has(a->name, "size") && !has(a->name, "kernel")) || has(a->name, "shape");
    int rank = like ? like->rank : w->rank;
    int n = axes ? below(r, rank + 1) : shape ? rank : one_in(r, 4) ? rank : 1 + below(r, 2);
    int32_t list[MAX_RANK] = {0};
    int first = axes && one_in(r, 2) ? 0 : below(r, rank), step = 1;
    if (axes && rank == 0)
        n = below(r, 2);
    if (strcmp(a->name, "dims") == 0 && !one_in(r, 4))
        n = rank, first = one_in(r, 2) ? 0 : 1;
    else if (axes && (w->kind == K_DYNAMIC || one_in(r, 3))) /* every other one */
        n = rank / 2, step = 2;
    for (int i = 0; i < n; i++)
        list[i] = axes                  ? (first + step * i) % (rank + !rank)
                  : shape               ? (like ? like->size[i] : 1 + below(r, 3))
                  : has(a->name, "pad") ? below(r, 2)
                                        : 1 + below(r, 2);
    if (shape && n > 1 && one_in(r, 2)) { /* two axes become one, or one of them two */
        list[n - 2] *= list[n - 1];
        list[n - 1] = 1;
        n -= one_in(r, 2);
    } else if (shape && n < MAX_RANK && one_in(r, 3)) {
        list[n++] = 1;
    }
    if (shape && n > 0 && one_in(r, 5))
        list[below(r, n)] = -1;
    v.nitems = n;
    for (int i = 0; i < n; i++)
        v.item[i] = add_number(p, "", list[i]);
    return add_value(p, v);
}

static int draw_tensors(DrawnProgram *p, const OpArg *a, const Wish *w, const DrawnValue *like,
                        Random *r)
{
    DrawnValue v = {.kind = a->optional ? FV_OPTIONAL_TENSOR_LIST : FV_TENSOR_LIST,
                    .name = a->name};
    bool indices = strcmp(a->name, "indices") == 0;
    int most = w->rank > 0 ? w->rank : 1;
    v.nitems = indices ? 1 + below(r, most) : 1 + below(r, 4);
    if (indices && (one_in(r, 3) || w->kind == K_DYNAMIC))
        v.nitems = most;
    for (int i = 0; i < v.nitems; i++) {
        const Wish narrow = {.rank = below(r, 2), .kind = w->kind, .dtype = w->dtype};
        const OpArg index = {.name = "index"};
        v.item[i] = indices && v.nitems < most && one_in(r, 6) ? -1
                    : indices    ? draw_tensor(p, &index, &narrow, NULL, r)
                    : a->written ? draw_result(p, a, w, r)
                                 : draw_tensor(p, a, w, like, r);
        if (a->written)
            p->value[v.item[i]].place = P_RESULT;
    }
    v.name = "list";
    return add_value(p, v);
}

static int draw_string(DrawnProgram *p, const OpArg *a, Random *r)
{
    static const char *const words[] = {"none", "tanh", "floor", "trunc", "sum",   "prod", "mean",
                                        "amax", "amin", "right", "left",  "gesvd", "x"};
    const char *text = words[below(r, sizeof words / sizeof *words)];
    return add_value(p, (DrawnValue){.kind = FV_STRING, .name = a->name, .text = text});
}

static int draw_scalar(DrawnProgram *p, const OpArg *a, Random *r)
{
    static const double numbers[] = {0.5, 1, 2, 0, -1, 0.25, 1e-5};
    double d = numbers[below(r, sizeof numbers / sizeof *numbers)];
    if (a->type == ARG_FLOAT || one_in(r, 2))
        return add_value(p, (DrawnValue){.kind = FV_DOUBLE, .name = a->name, .d = d});
    if (one_in(r, 8))
        return add_value(p, (DrawnValue){.kind = FV_BOOL, .name = a->name, .i = 1});
    return add_number(p, a->name, below(r, 4) - one_in(r, 4));
}

static int draw_flags(DrawnProgram *p, const OpArg *a, const Wish *w, Random *r)
{
    DrawnValue v = {.kind = FV_BOOL_LIST, .name = a->name, .nitems = w->rank};
    for (int i = 0; i < v.nitems; i++)
        v.item[i] = below(r, 2);
    return add_value(p, v);
}

static int draw_floats(DrawnProgram *p, const OpArg *a, const Wish *w, Random *r)
{
    DrawnValue v = {.kind = FV_DOUBLE_LIST, .name = a->name, .nitems = one_in(r, 4) ? w->rank : 2};
    for (int i = 0; i < v.nitems; i++)
        v.number[i] = 1 + below(r, 3) / 2.0;
    return add_value(p, v);
}

/* -- calls -- */

/* Returns an earlier call's result as an operand, or -1. It need not be a result of the program. */
static int earlier_result(DrawnProgram *p, int first, Random *r)
{
    for (int i = first; i-- > 0;)
        if (p->value[i].kind == FV_TENSOR && p->value[i].place >= P_RESULT && !one_in(r, 3)) {
            p->value[i].place = one_in(r, 2) ? P_BETWEEN : p->value[i].place;
            return i;
        }
    return -1;
}

static bool is_result(const OpRow *row, int i)
{
    return row->arg[i].written && (i == row->nargs - 1 || i > 0);
}

static int draw_argument(DrawnProgram *p, const OpRow *row, int i, const DrawnValue *like,
                         const Wish *w, int first, Random *r)
{
    const OpArg *a = &row->arg[i];
    bool wanted = w->kind == K_DYNAMIC && w->rank > MANY && strcmp(a->name, "dim") == 0;
    if (a->optional && a->type != ARG_TENSOR_LIST && one_in(r, 2) && !wanted)
        return add_value(p, (DrawnValue){.kind = FV_NULL, .name = a->name});
    int earlier = a->type == ARG_TENSOR && !a->written ? earlier_result(p, first, r) : -1;
    if (earlier >= 0)
        return earlier;
    switch (a->type) {
    case ARG_TENSOR:
        return is_result(row, i) ? draw_result(p, a, w, r) : draw_tensor(p, a, w, like, r);
    case ARG_TENSOR_LIST:
        return draw_tensors(p, a, w, like, r);
    case ARG_INT:
        return add_number(p, a->name, draw_int(a->name, w, r));
    case ARG_BOOL:
        return add_value(p, (DrawnValue){.kind = FV_BOOL, .name = a->name, .i = below(r, 2)});
    case ARG_FLOAT:
    case ARG_SCALAR:
        return draw_scalar(p, a, r);
    case ARG_INT_LIST:
        return draw_list(p, a, w, like, r);
    case ARG_FLOAT_LIST:
        return draw_floats(p, a, w, r);
    case ARG_BOOL_LIST:
        return draw_flags(p, a, w, r);
    case ARG_STRING:
        return draw_string(p, a, r);
    case ARG_DTYPE:
        return one_in(r, 2) ? add_value(p, (DrawnValue){.kind = FV_NULL, .name = a->name})
                            : add_number(p, a->name, w->dtype);
    }
    return -1;
}

/* A schema without a result writes a number, or nothing. */
static bool gives_number(const OpRow *row)
{
    const char *arrow = strstr(row->schema, "-> ");
    return row->nargs > 0 && !strstr(arrow, "!") && !strstr(arrow, "()");
}

void draw_call(DrawnProgram *p, const OpRow *row, const Wish *w, Random *r)
{
    DrawnCall *c = &p->call[p->ncalls++];
    int first = p->nvalues, like = -1;
    *c = (DrawnCall){.row = row, .first = first, .nargs = row->nargs};
    for (int i = 0; i < row->nargs; i++) {
        DrawnValue copy = like >= 0 ? p->value[like] : (DrawnValue){0};
        c->arg[i] = draw_argument(p, row, i, like >= 0 ? &copy : NULL, w, first, r);
        if (like < 0 && c->arg[i] >= 0 && p->value[c->arg[i]].kind == FV_TENSOR)
            like = c->arg[i];
    }
    if (gives_number(row)) {
        bool tensor = strstr(strstr(row->schema, "-> "), "Tensor") != NULL;
        c->arg[c->nargs++] =
            tensor ? draw_result(p, NULL, w, r)
                   : add_value(p, (DrawnValue){.kind = FV_INT, .name = "out", .place = P_RESULT});
    }
    c->last = p->nvalues;
}
