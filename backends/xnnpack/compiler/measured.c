/* SPDX-License-Identifier: 0BSD
 * --kernels auto: which steps XNNPACK computes faster than ptec's own kernels, by measurement. */
#include "backends/xnnpack/compiler/measured.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "graph/kernel.h"
#include "graph/layouts.h"

#include <string.h>

enum {
    REACH = 2,    /* a class speaks for steps up to four times as large, or as small */
    PERCENT = 90, /* of our time are worth a library */
};

static const struct {
    const char *symbol, *form;
    int size;             /* log2 of multiply-accumulates, else of elements */
    int64_t own, library; /* nanoseconds of the same steps */
} times[] = {
#define MEASURED(symbol, form, size, own, library) {#symbol, #form, size, own, library},
#include "backends/xnnpack/measured.def"
};

static const char *form_of(const Step *s)
{
    if (s->kind == K_GEMM)
        return "product";
    if (s->kind != K_CONV)
        return "any";
    if (is_depthwise(s))
        return "depthwise";
    return s->groups > 1 ? "grouped" : taps_of(s) > 1 ? "window" : "point";
}

static int size_of(const Step *s)
{
    int64_t work = step_macs(s);
    int size = 0;
    for (int i = 0; i < s->nin && s->kind != K_CONV && s->kind != K_GEMM; i++)
        if (s->in[i] && value_numel(s->in[i])->hi > work)
            work = value_numel(s->in[i])->hi;
    while (work >> (size + 1) > 0)
        size++;
    return size;
}

const char *measured_class(const Kernel *k, const Step *s)
{
    return fmt_text("%s %s %d", k->symbol, form_of(s), size_of(s));
}

/* Returns why the kernel of a library is not worth it, or NULL. The measured class that is nearest
 * in size decides. */
const char *measured_refusal(const Kernel *k, const Step *s)
{
    const char *form = form_of(s), *refusal = "unmeasured";
    int size = size_of(s), nearest = REACH + 1;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        int distance = times[i].size > size ? times[i].size - size : size - times[i].size;
        if (distance >= nearest || strcmp(times[i].symbol, k->symbol) != 0 ||
            strcmp(times[i].form, form) != 0)
            continue;
        nearest = distance;
        refusal = 100 * times[i].library < PERCENT * times[i].own ? NULL : "slower";
    }
    return refusal;
}
