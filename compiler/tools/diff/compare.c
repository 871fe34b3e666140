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

static int64_t sum_of(int64_t a, int64_t b)
{
    return a < 0 || b < 0 ? -1 : a + b;
}

static int64_t macs_of(const Manifest *m)
{
    int64_t macs = 0;
    for (int i = 0; i < m->nmethods && macs >= 0; i++)
        macs = sum_of(macs, m->method[i].macs);
    return macs;
}

static int64_t steps_of(const Manifest *m)
{
    int64_t steps = 0;
    for (int i = 0; i < m->nmethods; i++)
        steps += m->method[i].nsteps;
    return steps;
}

static int64_t deepest_stack(const Measured *size)
{
    const StackBound b = size->calls ? stack_of_any(size->calls) : (StackBound){.bytes = -1};
    return b.unbounded ? -1 : b.bytes;
}

static int64_t total_of(const DiffSide *s, TotalId id)
{
    const Manifest *m = s->manifest;
    switch (id) {
    case T_ARENA:
        return m->arena_bytes;
    case T_STATE:
        return m->state_bytes;
    case T_FLASH:
        return s->size ? m->weights_bytes + s->size->code + s->size->tables + s->size->data
                       : m->weights_bytes;
    case T_WEIGHTS:
        return m->weights_bytes;
    case T_CODE:
        return s->size->code;
    case T_TABLES:
        return s->size->tables + s->size->data;
    case T_STACK:
        return deepest_stack(s->size);
    case T_MACS:
        return macs_of(m);
    case T_STEPS:
        return steps_of(m);
    case T_TIME:
        return (int64_t)(profile_sum(s->times) * 1e9 + 0.5);
    default:
        return sum_of(m->arena_bytes, m->state_bytes);
    }
}

static void compare_totals(Diff *d, const DiffSide *was, const DiffSide *is)
{
    static const char *const words[][2] = {{"ram", "RAM"},
                                           {"arena", "of it arena"},
                                           {"state", "of it state"},
                                           {"flash", "flash"},
                                           {"weights", "of it weights"},
                                           {"code", "of it code"},
                                           {"tables", "of it tables"},
                                           {"stack", "stack"},
                                           {"macs", "multiply-adds"},
                                           {"steps", "steps"},
                                           {"time", "time in ns"}};
    const bool sized = was->size && is->size, timed = was->times && is->times;
    for (TotalId i = 0; i < TOTALS; i++)
        if ((sized || i < T_WEIGHTS || i > T_STACK) && (timed || i != T_TIME))
            d->total[i] = (Total){words[i][0], words[i][1], total_of(was, i), total_of(is, i)};
    if (!sized)
        d->total[T_FLASH].title = "flash: weights";
    d->compiler = sized ? is->size->compiler : NULL;
}

Diff *compare_outputs(const DiffSide *old, const DiffSide *new)
{
    const Manifest *was = old->manifest, *is = new->manifest;
    Diff *d = NEW(Diff, 1);
    Dict seen = {0};
    d->path[0] = old->path;
    d->path[1] = new->path;
    compare_totals(d, old, new);
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
