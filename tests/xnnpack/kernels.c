/* SPDX-License-Identifier: 0BSD
 * XNNPACK's convolutions against the portable kernels, of random shapes: bytes in every bit, floats
 * to a few roundings. A run allocates nothing, failures are told, shared weights are there once.
 * usage: kernels [NUMBER-OF-SHAPES] */
#include "../unit/bytes.h"
#include "backends/xnnpack/compiler/pack.h"
#include "backends/xnnpack/compiler/params.h"
#include "backends/xnnpack/compiler/takes.h"
#include "graph/build.h"
#include "graph/constants.h"
#include "pte_xnn.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- allocations: XNNPACK calls these too ---- */

static long allocations;

void *__libc_malloc(size_t bytes);
void *__libc_realloc(void *p, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);

void *malloc(size_t bytes)
{
    allocations++;
    return __libc_malloc(bytes);
}

void *realloc(void *p, size_t bytes)
{
    allocations++;
    return __libc_realloc(p, bytes);
}

int posix_memalign(void **p, size_t align, size_t bytes)
{
    allocations++;
    *p = __libc_memalign(align, bytes);
    return *p ? 0 : 12;
}

/* ---- one operator ---- */

static const struct {
    const char *name;
    size_t at;
} fields[] = {
#define FIELD(name)                                                                                \
    {                                                                                              \
#name, offsetof(pte_xnn_conv2d, name)                                                      \
    }
    FIELD(n),   FIELD(c),    FIELD(h),      FIELD(w),     FIELD(oc),       FIELD(kh),
    FIELD(kw),  FIELD(sh),   FIELD(sw),     FIELD(dh),    FIELD(dw),       FIELD(groups),
    FIELD(top), FIELD(left), FIELD(bottom), FIELD(right), FIELD(depthwise)};

/* As the emitted code has them. */
static pte_xnn_conv2d params_of(const Step *s)
{
    pte_xnn_conv2d p = {.lo = -INFINITY, .hi = INFINITY};
    Params params = {0};
    params_xnn_conv2d.set(s, &params);
    for (int i = 0; i < params.count; i++)
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
            if (params.param[i].size && strcmp(fields[k].name, params.param[i].field) == 0)
                *(int32_t *)(void *)((char *)&p + fields[k].at) =
                    (int32_t)size_value(params.param[i].size);
    return p;
}

static void make(pte_xnn *x, const Step *s, const pte_xnn_conv2d *p)
{
    const void *weight = const_data(s->in[CONV_WEIGHT]);
    const void *bias = s->in[CONV_BIAS] ? const_data(s->in[CONV_BIAS]) : NULL;
    if (s->requant == RQ_NONE)
        pte_xnn_conv2d_f32(x, 0, weight, bias, p);
    else
        pte_xnn_conv2d_s8_rne(x, 0, weight, bias, const_data(s->in[CONV_MULT]),
                              const_data(s->in[CONV_QUANT]), p);
}

/* Twice, to the same end in other memory: `in` has so many bytes. */
static int run(const Step *s, pte_xnn_cache *cache, const void *in, size_t bytes, void *out,
               size_t out_bytes)
{
    pte_xnn_conv2d p = params_of(s);
    pte_xnn_place place;
    char *copy = calloc(1, bytes + PTE_XNN_MARGIN), *other = calloc(1, out_bytes);
    memcpy(copy, in, bytes);
    long before = allocations;
    pte_xnn *x = pte_xnn_start(1, cache, NULL);
    make(x, s, &p);
    int failed = pte_xnn_finish(&place, x) != PTE_OK || allocations - before < 2;
    if (!failed) {
        before = allocations;
        failed = pte_xnn_run(pte_xnn_at(&place, 1), 0, other, copy, NULL) != PTE_OK ||
                 pte_xnn_run(pte_xnn_at(&place, 1), 0, out, copy, NULL) != PTE_OK ||
                 memcmp(out, other, out_bytes) != 0 || allocations != before;
    }
    pte_xnn_free(&place);
    pte_xnn_free(&place);
    free(copy);
    free(other);
    return failed;
}

/* ---- bytes ---- */

static int try_bytes(Case *c, pte_xnn_cache *cache, int *taken)
{
    const size_t n = (size_t)c->p.n * (size_t)c->p.os.n;
    int8_t *want = calloc(n, 1), *out = calloc(n, 1);
    Graph g = {0};
    int failed = 0;
    c->requant = RQ_F32_RNE;
    fill(c);
    Step *s = step_of(&g, c);
    if (xnnpack_in_order(s)) {
        pack_xnn_conv(&g, s);
        failed = run(s, cache, c->in, (size_t)input_extent(&c->p), out, n);
        pte_conv2d_s8_rne(want, c->in, c->weight, c->bias, c->scale, c->q, &c->p);
        failed |= memcmp(out, want, n) != 0;
        ++*taken;
    }
    if (failed) {
        printf("FAILED: bytes, extreme %d", c->extreme);
        print_shape(&c->p, c->depthwise, 0);
    }
    free(want);
    free(out);
    free_case(c);
    return failed;
}

/* ---- floats ---- */

static float *floats(int64_t n)
{
    float *p = NEW(float, n);
    for (int64_t i = 0; i < n; i++)
        p[i] = (float)below(20001) / 10000 - 1;
    return p;
}

static const float *magnitudes(const float *from, int64_t n)
{
    float *p = NEW(float, n);
    for (int64_t i = 0; i < n; i++)
        p[i] = fabsf(from[i]);
    return p;
}

static int try_floats(pte_conv2d *p, int depthwise, pte_xnn_cache *cache)
{
    const int64_t depth = p->c / p->groups * p->kh * p->kw, n = (int64_t)p->n * p->os.n;
    const int64_t dim[] = {p->oc, p->c / p->groups, p->kh, p->kw}, inputs = input_extent(p);
    float *in = floats(inputs), *weight = floats(p->oc * depth), *bias = floats(p->oc);
    float *want = NEW(float, n), *size = NEW(float, n), *out = NEW(float, n);
    Graph g = {0};
    p->ws = (pte_strides4){(int32_t)depth, p->kh * p->kw, p->kw, 1};
    p->lo = -INFINITY;
    p->hi = INFINITY;
    Step *s = step_of_shape(&g, p, F32);
    s->in[CONV_WEIGHT] = value_const(&g, F32, 4, dim, weight);
    s->in[CONV_BIAS] = value_const(&g, F32, 1, dim, bias);
    int failed = !xnnpack_in_order(s);
    pack_xnn_conv(&g, s);
    failed |= run(s, cache, in, (size_t)inputs * sizeof *in, out, (size_t)n * sizeof *out);
    pte_conv2d_f32(want, in, weight, bias, p);
    pte_conv2d_f32(size, magnitudes(in, inputs), magnitudes(weight, p->oc * depth),
                   magnitudes(bias, p->oc), p);
    for (int64_t i = 0; i < n; i++)
        failed |= !(fabsf(out[i] - want[i]) <= 4e-6f * size[i]);
    if (failed) {
        printf("FAILED: floats");
        print_shape(p, depthwise, 0);
    }
    free_all();
    return failed;
}

static int try_shapes(int count, pte_xnn_cache *cache)
{
    int failures = 0, taken = 0;
    for (int i = 0; i < count; i++) {
        Case c = {.depthwise = below(2), .extreme = below(4) == 0};
        c.p = random_shape(c.depthwise);
        if (c.p.oh < 1 || c.p.ow < 1)
            continue;
        if (random_layout(&c.p, c.depthwise, 0))
            lay_out(&c.p, 0, 0);
        failures += try_floats(&c.p, c.depthwise, cache);
        failures += try_bytes(&c, cache, &taken);
    }
    if (taken < count / 2)
        failures += printf("FAILED: only %d of %d shapes of bytes are XNNPACK's\n", taken, count);
    return failures;
}

static int try_products(int count)
{
    int failures = 0;
    for (int i = 0; i < count; i++) {
        pte_conv2d p = shape_of_product(1 + below(40), 1 + below(100), 1 + below(200));
        lay_out(&p, 0, 0);
        failures += try_floats(&p, 0, NULL);
    }
    return failures;
}

/* ---- what fails, what is shared ---- */

static int try_failure(void)
{
    static const float weight[4] = {0}, bias[1] = {0};
    const pte_xnn_conv2d no_window = {.n = 1, .c = 1, .h = 1, .w = 1, .oc = 1, .groups = 1};
    pte_xnn_place place = {0};
    pte_xnn *x = pte_xnn_start(2, NULL, NULL);
    int failed = pte_xnn_at(&place, 1) != NULL;
    pte_xnn_conv2d_f32(x, 0, weight, bias, &no_window);
    pte_xnn_conv2d_f32(x, 1, weight, bias, &no_window);
    failed |= pte_xnn_finish(&place, x) == PTE_OK || pte_xnn_at(&place, 2) != NULL;
    if (failed)
        printf("FAILED: a window of no elements\n");
    return failed;
}

static int try_cache(void)
{
    int failed = 0;
#if PTE_XNN_HAS_CACHE
    pte_xnn_cache *cache = pte_xnn_cache_new();
    for (int i = 0; i < 2; i++) {
        pte_conv2d p = shape_of_product(3, 24, 16);
        state = 1;
        lay_out(&p, 0, 0);
        failed |= try_floats(&p, 0, cache);
    }
    failed |= !cache->first || cache->first->next;
    if (failed)
        printf("FAILED: equal weights are there twice\n");
    failed |= try_shapes(50, cache);
    pte_xnn_cache_free(cache);
#else
    failed = pte_xnn_cache_new() != NULL;
#endif
    return failed;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 500;
    int failures = try_failure() + try_cache() + try_products(count) + try_shapes(count, NULL);
    printf("%d shapes, %d failures\n", count, failures);
    return failures != 0;
}
