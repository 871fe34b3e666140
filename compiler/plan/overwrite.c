/* SPDX-License-Identifier: 0BSD
 * When a result may take its operand's bytes. */
#include "plan/overwrite.h"
#include "graph/access.h"
#include "graph/build.h"

bool step_reads(const Step *s, const Value *v)
{
    bool any = false;
    for (int i = 0; i < s->nin; i++)
        any |= s->in[i] && value_root(s->in[i]) == v;
    return any;
}

/* Does a step of the strip before `s` read `v`? What the first step convolves does not count where
 * the last one, `s`, adds to it in place: simulate() has compared their rows. */
static bool is_read_by_strip(const Step *s, const Value *v)
{
    const Strip *strip = s->strip;
    for (const Step *t = strip->first; t != s; t = t->next)
        for (int i = 0; i < t->nin; i++) {
            bool added = t == strip->first && i == CONV_IN && s == strip->last && !strip->parts &&
                         adds_to_operand(t, s);
            if (t->in[i] && value_root(t->in[i]) == v && !added)
                return true;
        }
    return false;
}

/* May the step's result lie in the bytes of `v`, no view? Only if every element of `v` is read
 * before the element in its place is written. */
bool can_overwrite(const Step *s, const Value *v)
{
    bool step_reads = false;
    if (s->strip && is_read_by_strip(s, v))
        return false;
    for (int i = 0; i < s->nin; i++) {
        if (!s->in[i] || value_root(s->in[i]) != v)
            continue;
        step_reads = true;
        if (step_access(s, i) != A_POINT)
            return false;
    }
    if (!step_reads)
        return true;
    return dtype_bytes((int)s->out[0]->type.dtype) == dtype_bytes((int)v->type.dtype);
}
