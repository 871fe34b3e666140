/* SPDX-License-Identifier: 0BSD
 * What two outputs differ in, as their manifests tell it. */
#include "tools/diff/compare.h"
#include "emit/text/match.h"
#include "select/registry.h"

#include <string.h>

/* Returns what follows the kind and the operator in OldStep.what: types and shapes. */
static const char *operands_of(const char *what)
{
    for (int i = 0; i < 2; i++) {
        what += strcspn(what, " ");
        what += strspn(what, " ");
    }
    return what;
}

/* Returns the types, or else the shapes, of operands and results:
 * "conv relu i8 64x25x5, f32 64 -> i8 64x25x5" -> "i8 f32 -> i8" */
static const char *half_of(const char *what, bool shapes)
{
    Text t = {0};
    bool shape = false;
    for (const char *p = operands_of(what); *p; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ", ");
        bool arrow = strncmp(p, "->", n) == 0;
        if (arrow || shape == shapes)
            text_add(&t, "%s%.*s", t.size ? " " : "", (int)n, p);
        shape = !arrow && !shape;
        p += n;
    }
    return text_string(&t);
}

static bool is_layer(const OldStep *s)
{
    return strncmp(s->what, "conv ", 5) == 0 || strncmp(s->what, "gemm ", 5) == 0;
}

/* Cuts types or shapes of a convolution or product to those of operand, weight and result: what a
 * kernel takes besides, and its scratch, are no tensors of the program. */
static const char *main_ones(const char *list)
{
    const char *result = strstr(list, "-> ");
    size_t two = strcspn(list, " ");
    two += two < strlen(list) ? 1 + strcspn(list + two + 1, " ") : 0;
    return fmt_text("%.*s %.*s", (int)two, list, result ? (int)(3 + strcspn(result + 3, " ")) : 0,
                    result ? result : "");
}

static const char *types_of(const OldStep *s)
{
    const char *types = half_of(s->what, false);
    return is_layer(s) ? main_ones(types) : types;
}

/* Returns what convolutions and products keep when they are quantised: the kind, and the shapes of
 * operand, weight and result. */
static const char *shapes_of(const OldStep *s)
{
    return fmt_text("shapes %.5s %s", s->what, main_ones(half_of(s->what, true)));
}

/* Returns the kind, and for all but convolutions and products the operator. */
static const char *operator_of(const OldStep *s)
{
    int n = is_layer(s) ? 5 : (int)(operands_of(s->what) - s->what);
    return fmt_text("operator %.*s", n, s->what);
}

/* Returns the operator without the kind: an average is a pool of floats and a sum of bytes. */
static const char *name_of_operator(const OldStep *s)
{
    const char *kind = strchr(s->what, ' ');
    return is_layer(s) || !kind
               ? operator_of(s)
               : fmt_text("any kind%.*s", (int)(operands_of(s->what) - kind), kind);
}

/* Are numbers of the step whole numbers that stand for others? */
static bool is_quantised(const OldStep *s)
{
    static const char *const narrow[] = {" i8 ", " u8 ", " i16 ", " u16 "};
    const char *types = fmt_text(" %s ", half_of(s->what, false));
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (strstr(types, narrow[i]))
            return true;
    return false;
}

/* Returns the constant's name without that of its step: "weight". */
static const char *short_name(const OldStep *s, const char *constant)
{
    size_t n = strlen(s->name);
    return strncmp(constant, s->name, n) == 0 && constant[n] == '_' ? constant + n + 1 : constant;
}

static bool is_scaling(const char *name)
{
    static const char *const names[] = {"scale",  "scale_folded", "zero_point", "multiplier",
                                        "shift",  "quant",        "floats",     "integers",
                                        "scales", "zero_points"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Does the step's kernel have scales and biases among the bytes of its weights, so that a change of
 * these looks like one of the weights? */
static bool is_packed(const OldStep *s)
{
    const Backend *b = s->kernel ? backend_of(s->kernel) : NULL;
    return b && b->keeps_together && is_quantised(s);
}

static void compare_weights(Diff *d, Dict *seen, const OldStep *was, const OldStep *is)
{
    bool quantised = is_quantised(is);
    for (int i = 0; i < is->nconstants; i++) {
        const char *name = short_name(is, is->constant[i]);
        int k = 0;
        while (k < was->nconstants && strcmp(short_name(was, was->constant[k]), name) != 0)
            k++;
        if (k == was->nconstants || strcmp(was->digest[k], is->digest[i]) == 0)
            continue;
        DiffWeight w = {.step = is,
                        .name = is->constant[i],
                        .brief = is_packed(is) && strcmp(name, "weight") == 0
                                     ? "weight, or its scales or biases"
                                     : name,
                        .was = was->digest[k],
                        .is = is->digest[i],
                        .quantisation = quantised && is_scaling(name)};
        if (dict_add(seen, w.name))
            PUSH(d->weight, d->nweights, w);
    }
}

static bool have_other_kernels(const OldStep *was, const OldStep *is)
{
    const char *kernel[2] = {was->kernel ? was->kernel : "", is->kernel ? is->kernel : ""};
    bool known = strcmp(kernel[0], "?") != 0 && strcmp(kernel[1], "?") != 0;
    return known && strcmp(kernel[0], kernel[1]) != 0;
}

static void compare_steps(Diff *d, Dict *seen, const OldStep *was, const OldStep *is)
{
    const char *types[2] = {types_of(was), types_of(is)};
    DiffStep s = {.was = was, .is = is};
    for (int i = 0; i < 2 && strcmp(types[0], types[1]) != 0; i++)
        s.types[i] = types[i];
    if (strcmp(was->what, is->what) != 0 || have_other_kernels(was, is))
        PUSH(d->changed, d->nchanged, s);
    compare_weights(d, seen, was, is);
}

/* Gives partners to steps that have none yet and for which the file has no name: those that `key`
 * says are alike, in order. */
static void pair_by(PairSide side[2], const OldMethod *was, const OldMethod *is,
                    const char *(*key)(const OldStep *s))
{
    const OldMethod *const method[] = {was, is};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < side[k].n; i++)
            if (!method[k]->step[i].file)
                side[k].entry[i].alike = key(&method[k]->step[i]);
    pair_alike(side);
}

static void compare_methods(Diff *d, Dict *seen, const OldMethod *was, const OldMethod *is)
{
    PairSide side[2] = {side_of_steps(was), side_of_steps(is)};
    pair_unique(side);
    pair_alike(side);
    pair_by(side, was, is, shapes_of);
    pair_by(side, was, is, operator_of);
    pair_by(side, was, is, name_of_operator);
    for (int i = 0; i < is->nsteps; i++) {
        int partner = side[1].entry[i].partner;
        if (partner >= 0)
            compare_steps(d, seen, &was->step[partner], &is->step[i]);
        else
            PUSH(d->added, d->nadded, ((DiffStep){.is = &is->step[i]}));
    }
    for (int i = 0; i < was->nsteps; i++)
        if (side[0].entry[i].partner < 0)
            PUSH(d->removed, d->nremoved, ((DiffStep){.was = &was->step[i]}));
}

static const OldMethod *method_of(const Manifest *m, const char *name)
{
    static const OldMethod none;
    for (int i = 0; i < m->nmethods; i++)
        if (strcmp(m->method[i].name, name) == 0)
            return &m->method[i];
    return &none;
}

static bool has_method(const Manifest *m, const char *name)
{
    return method_of(m, name)->name != NULL;
}

static void compare_shared(Diff *d, const Manifest *was, const Manifest *is)
{
    Dict at = {0};
    for (int i = 0; i < was->nshared; i++)
        *dict_number(&at, was->shared[i].name) = i;
    for (int i = 0; i < is->nshared; i++) {
        int k = *dict_number(&at, is->shared[i].name);
        if (k >= 0 && strcmp(was->shared[k].digest, is->shared[i].digest) != 0)
            PUSH(d->shared, d->nshared, is->shared[i].name);
    }
}

static int64_t total_of(const Manifest *m, TotalId id)
{
    int64_t macs = 0, steps = 0;
    bool tells_macs = true;
    for (int i = 0; i < m->nmethods; i++) {
        tells_macs &= m->method[i].macs >= 0;
        macs += m->method[i].macs;
        steps += m->method[i].nsteps;
    }
    switch (id) {
    case T_ARENA:
        return m->arena_bytes;
    case T_STATE:
        return m->state_bytes;
    case T_FLASH:
        return m->weights_bytes;
    case T_MACS:
        return tells_macs ? macs : -1;
    case T_STEPS:
        return steps;
    default:
        return m->arena_bytes < 0 || m->state_bytes < 0 ? -1 : m->arena_bytes + m->state_bytes;
    }
}

Diff *compare_manifests(const Manifest *was, const Manifest *is)
{
    static const char *const name[] = {"ram", "arena", "state", "flash", "macs", "steps"};
    static const char *const title[] = {"RAM",   "of it arena",   "of it state",
                                        "flash", "multiply-adds", "steps"};
    Diff *d = NEW(Diff, 1);
    Dict seen = {0};
    for (TotalId i = 0; i < TOTALS; i++)
        d->total[i] = (Total){name[i], title[i], total_of(was, i), total_of(is, i)};
    for (int i = 0; i < is->nmethods; i++)
        compare_methods(d, &seen, method_of(was, is->method[i].name), &is->method[i]);
    for (int i = 0; i < was->nmethods; i++)
        if (!has_method(is, was->method[i].name))
            compare_methods(d, &seen, &was->method[i], method_of(is, was->method[i].name));
    compare_shared(d, was, is);
    return d;
}

bool diff_is_empty(const Diff *d)
{
    for (TotalId i = 0; i < TOTALS; i++)
        if (d->total[i].was != d->total[i].is)
            return false;
    return !d->nadded && !d->nremoved && !d->nchanged && !d->nweights && !d->nshared;
}
