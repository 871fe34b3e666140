/* SPDX-License-Identifier: 0BSD
 * A refusal says what ought to be otherwise; a drawn program is made so, and is tried again. */
#include "mend.h"

#include <string.h>

/* Returns the value of the last call that the message calls `name`, or NULL. */
static DrawnValue *value_called(DrawnProgram *p, const char *name)
{
    const DrawnCall *c = &p->call[p->ncalls - 1];
    for (int i = 0; i < c->nargs; i++)
        if (c->arg[i] >= c->first && strcmp(p->value[c->arg[i]].name, name) == 0)
            return &p->value[c->arg[i]];
    return NULL;
}

static void set_rank(DrawnValue *v, int rank)
{
    for (int i = 0; i < rank; i++) {
        v->size[i] = i < v->rank ? v->size[i] : v->place == P_RESULT ? 4 : 2;
        v->order[i] = (uint8_t)i;
    }
    v->rank = rank;
    while (rank > 6 && drawn_elements(v) > 4096)
        v->size[--rank] = 1;
}

static bool mend_rank(DrawnProgram *p, const char *message)
{
    char name[64];
    int was, rank;
    if (sscanf(message, "'%63[^']' has rank %d in the file, but its operands give it %d", name,
               &was, &rank) != 3 &&
        sscanf(message, "'%63[^']' has rank %d, not %d", name, &was, &rank) != 3)
        return false;
    DrawnValue *v = value_called(p, name);
    if (!v || v->kind != FV_TENSOR || rank < 0 || rank > MAX_RANK)
        return false;
    set_rank(v, rank);
    return true;
}

static bool mend_extent(DrawnProgram *p, const char *message)
{
    char name[64];
    int axis;
    long long was, n;
    if (sscanf(message,
               "axis %d of '%63[^']' has %lld elements in the file, but its operands give it %lld",
               &axis, name, &was, &n) != 4)
        return false;
    DrawnValue *v = value_called(p, name);
    if (!v || v->kind != FV_TENSOR || n < 0 || n > 4096)
        return false;
    v->size[axis] = (int32_t)n;
    return true;
}

static int dtype_called(const char *name)
{
    for (int t = 0; t < 32; t++)
        if (dtype_bytes(t) && strcmp(dtype_name(t), name) == 0)
            return t;
    return -1;
}

static bool mend_dtype(DrawnProgram *p, const char *message)
{
    char name[64], was[16], want[16];
    if (sscanf(message, "'%63[^']' is %15[a-z0-9], not %15[a-z0-9]", name, was, want) != 3 &&
        sscanf(message, "'%63[^']' are %15[a-z0-9], not %15[a-z0-9]", name, was, want) != 3 &&
        sscanf(message, "'%63[^']' must be of %15[a-z0-9]", name, want) != 2)
        return false;
    DrawnValue *v = value_called(p, name);
    if (!v || v->kind != FV_TENSOR || dtype_called(want) < 0)
        return false;
    v->dtype = dtype_called(want);
    return true;
}

/* "features: 3 is not 4": an axis of 3 elements becomes one of 4, of the last tensor that has
 * one. */
static bool mend_equal(DrawnProgram *p, const char *message)
{
    long long a, b;
    const char *colon = strrchr(message, ':');
    if (!colon || sscanf(colon, ": %lld is not %lld", &a, &b) != 2 || b < 0 || b > 64)
        return false;
    const DrawnCall *c = &p->call[p->ncalls - 1];
    for (int k = 0; k < 2; k++) {
        for (int i = c->last; i-- > c->first;) {
            DrawnValue *v = &p->value[i];
            if (v->kind != FV_TENSOR || v->place == P_RESULT)
                continue;
            for (int axis = v->rank; axis-- > 0;)
                if (v->size[axis] == a) {
                    v->size[axis] = (int32_t)b;
                    return drawn_elements(v) <= 1 << 16;
                }
        }
        long long was = a;
        a = b;
        b = was;
        if (b < 0 || b > 64)
            return false;
    }
    return false;
}

/* Sizes that do not broadcast: one of them becomes 1. */
static bool mend_broadcast(DrawnProgram *p, const char *message)
{
    long long a, b;
    int axis;
    if (sscanf(message, "sizes %lld and %lld of axis %d", &a, &b, &axis) != 3)
        return false;
    const DrawnCall *c = &p->call[p->ncalls - 1];
    for (int i = c->last; i-- > c->first;) {
        DrawnValue *v = &p->value[i];
        for (int k = v->rank; v->kind == FV_TENSOR && v->place != P_RESULT && k-- > 0;)
            if (v->size[k] == a || v->size[k] == b) {
                v->size[k] = 1;
                return true;
            }
    }
    return false;
}

static void set_list(DrawnProgram *p, DrawnValue *v, int n)
{
    while (v->nitems < n && v->nitems < MOST_ITEMS && p->nvalues < MOST_VALUES) {
        p->value[p->nvalues] = (DrawnValue){.kind = FV_INT, .name = "", .i = 1};
        v->item[v->nitems] = p->nvalues++;
        v->number[v->nitems++] = 1;
    }
    v->nitems = n < v->nitems ? n : v->nitems;
}

static bool mend_list(DrawnProgram *p, const char *message)
{
    char name[64];
    int was, n;
    if (sscanf(message, "'%63[^']' has %d elements, the window %d axes", name, &was, &n) != 3 &&
        sscanf(message, "'%63[^']' has %d elements, more than the %d", name, &was, &n) != 3)
        return false;
    DrawnValue *v = value_called(p, name);
    if (!v || v->kind < FV_INT_LIST)
        return false;
    set_list(p, v, n);
    return true;
}

static bool mend_number(DrawnProgram *p, const char *message)
{
    char name[64];
    long long was, least, most;
    int n = sscanf(message, "'%63[^']' is %lld, not from %lld to %lld", name, &was, &least, &most);
    DrawnValue *v = n == 4 ? value_called(p, name) : NULL;
    if (v && v->kind == FV_INT)
        v->i = least;
    return v != NULL;
}

/* Where a message names an argument in quotes: what it asks of it. */
static bool mend_named(DrawnProgram *p, const char *message)
{
    char name[64];
    int count, was;
    const char *quoted = strchr(message, '\'');
    DrawnValue *v = quoted && sscanf(quoted, "'%63[^']'", name) == 1 ? value_called(p, name) : NULL;
    if (!v)
        return false;
    const bool small = v->kind == FV_TENSOR && drawn_elements(v) <= 4096;
    if (small && strstr(message, "must be known when")) {
        v->place = P_CONSTANT;
        v->dynamic = false;
    } else if (small && strstr(message, "must be constant bytes")) {
        v->place = P_CONSTANT;
        v->dtype = I8;
    } else if (v->kind == FV_TENSOR && strstr(message, "must be floats")) {
        v->dtype = F32;
    } else if (v->kind == FV_TENSOR && strstr(message, "has different numbers")) {
        set_rank(v, 1);
        v->size[0] = 1;
    } else if (v->kind == FV_TENSOR &&
               sscanf(quoted, "'%63[^']' has %d elements instead of %d", name, &was, &count) == 3 &&
               count > 0 && count <= 4096) {
        set_rank(v, 1);
        v->size[0] = count;
    } else if (strstr(message, "is not there yet")) {
        v->kind = FV_NULL;
    } else {
        return false;
    }
    return true;
}

/* Changes all tensors of the last call that have a type; false: there are none. */
static bool set_types(DrawnProgram *p, int was, int dtype)
{
    const DrawnCall *c = &p->call[p->ncalls - 1];
    bool any = false;
    for (int i = c->first; i < c->last; i++)
        if (p->value[i].kind == FV_TENSOR && p->value[i].dtype == was) {
            p->value[i].dtype = dtype;
            any = true;
        }
    return any;
}

static bool mend_quantised(DrawnProgram *p, const char *message)
{
    char name[16];
    if (sscanf(message, "%15[a-z0-9] holds no quantised", name) == 1 && strstr(message, "holds no"))
        return dtype_called(name) >= 0 && set_types(p, dtype_called(name), I8);
    DrawnValue *bias = strstr(message, "the bias must be i32") ? value_called(p, "bias") : NULL;
    if (bias)
        bias->dtype = I32;
    return bias != NULL;
}

/* Pictures of convolutions have one or two axes beside samples and channels. */
static bool mend_picture(DrawnProgram *p, const char *message)
{
    const DrawnCall *c = &p->call[p->ncalls - 1];
    int axes;
    const bool rank = sscanf(message, "convolutions over %d axes are not there", &axes) == 1;
    const bool large = strstr(message, "the window is larger than the padded") != NULL;
    const bool dynamic = strstr(message, "it needs a size that is known") != NULL;
    const bool last = strstr(message, "channels last, for which the reference") != NULL;
    DrawnValue *flag = last ? value_called(p, "channel_last") : NULL;
    if (flag)
        flag->i = 0;
    if (!rank && !large && !dynamic)
        return flag != NULL;
    for (int i = c->first; i < c->last; i++) {
        DrawnValue *v = &p->value[i];
        if (v->kind != FV_TENSOR)
            continue;
        if (dynamic)
            v->dynamic = false;
        else if (rank && v->rank == axes + 2)
            set_rank(v, strstr(c->row->name, "1d") ? 3 : 4);
        else if (large && strstr(v->name, "weight"))
            for (int k = 1; k < v->rank; k++)
                v->size[k] = 1;
    }
    return true;
}

static bool mend_none(DrawnProgram *p, const char *message)
{
    char name[64];
    if (sscanf(message, "'%63[^']' is None", name) != 1 || !strstr(message, "is None"))
        return false;
    DrawnValue *v = value_called(p, name);
    if (!v || v->kind != FV_NULL)
        return false;
    *v = (DrawnValue){.kind = FV_TENSOR, .name = v->name, .dtype = F32};
    set_rank(v, 1);
    return true;
}

bool mend_call(DrawnProgram *p, const char *message)
{
    static bool (*const ways[])(DrawnProgram *, const char *) = {
        mend_rank,   mend_extent, mend_dtype, mend_broadcast, mend_list,   mend_none,
        mend_number, mend_equal,  mend_named, mend_quantised, mend_picture};
    const char *name = p->call[p->ncalls - 1].row->name, *at = strstr(message, name);
    if (!at)
        return false;
    at = strstr(at, ": ");
    for (size_t i = 0; at && i < sizeof ways / sizeof *ways; i++)
        if (ways[i](p, at + 2))
            return true;
    return false;
}
