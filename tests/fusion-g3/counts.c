/* SPDX-License-Identifier: 0BSD
 * The calls of nnlib's functions for Fusion G3 for few rows and elements, and for more. No time
 * worth a number. */
#include "counts.h"
#include "pte_g3_kernels.h"

enum { N = 5 };

static int softmax_is_wrong(int32_t outer, int32_t inner)
{
    const int32_t n = outer * N * inner;
    const pte_softmax p = {.outer = outer, .n = N, .inner = inner};
    const Block in = integers(n, 1), out = results(n, 1), want = results(n, 1);
    const pte_status status = pte_g3_softmax_f32(out.at, in.at, &p);

    pte_softmax_f32(want.at, in.at, &p);
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(out) |
           ends_wrongly(want);
}

static int mean_is_wrong(int32_t outer, int32_t inner)
{
    const pte_g3_mean p = {.outer = outer, .n = N, .inner = inner};
    const Block in = integers(outer * N * inner, 1);
    const Block out = results(outer * inner, 1), want = results(outer * inner, 1);
    const pte_status status = pte_g3_mean_f32(out.at, in.at, &p);

    for (int32_t i = 0; i < outer * inner; i++) {
        const float *const first = (const float *)in.at + i / inner * N * inner + i % inner;
        float sum = 0;

        for (int32_t k = 0; k < N; k++)
            sum += first[k * inner];
        ((float *)want.at)[i] = sum / N;
    }
    return (status != PTE_OK) | differ(out, want) | ends_wrongly(in) | ends_wrongly(out) |
           ends_wrongly(want);
}

/* Who asks for means and deviations gets them, and who does not gets none. */
static int norm_is_wrong(int32_t outer, int asks)
{
    const pte_layer_norm p = {.outer = outer, .n = N, .eps = 1e-5f};
    const Block in = integers(outer * N, 1), weight = integers(N, 1), bias = integers(N, 1);
    const Block out = results(outer * N, 1), want = results(outer * N, 1);
    const Block mean[2] = {results(outer, 1), results(outer, 1)};
    const Block rstd[2] = {results(outer, 1), results(outer, 1)};
    const pte_status status = pte_g3_layer_norm_f32(
        out.at, asks ? mean[0].at : NULL, asks ? rstd[0].at : NULL, in.at, weight.at, bias.at, &p);

    pte_layer_norm_f32(want.at, asks ? mean[1].at : NULL, asks ? rstd[1].at : NULL, in.at,
                       weight.at, bias.at, &p);
    int failed = (status != PTE_OK) | differ(out, want) | differ(mean[0], mean[1]) |
                 differ(rstd[0], rstd[1]);
    for (int i = 0; i < 2; i++)
        failed |= ends_wrongly(mean[i]) | ends_wrongly(rstd[i]);
    return failed | ends_wrongly(in) | ends_wrongly(weight) | ends_wrongly(bias) |
           ends_wrongly(out) | ends_wrongly(want);
}

static pte_status (*const of_one[])(pte_f32 *, const pte_f32 *, const pte_g3_map *) = {
    pte_g3_clamp_f32, pte_g3_sigmoid_f32, pte_g3_tanh_f32,
    pte_g3_exp_f32,   pte_g3_sqrt_f32,    pte_g3_rsqrt_f32};
static pte_status (*const of_two[])(pte_f32 *, const pte_f32 *, const pte_f32 *,
                                    const pte_g3_map *) = {pte_g3_add_f32, pte_g3_sub_f32,
                                                           pte_g3_mul_f32, pte_g3_div_f32};

/* Each element has a result; what it is, programs tell. */
static int elements_are_wrong(int32_t n)
{
    const pte_g3_map p = {.n = n, .lo = lowest, .hi = highest};
    int failed = 0;

    for (size_t i = 0; i < sizeof of_one / sizeof *of_one; i++) {
        const Block in = integers(n, 1), out = results(n, 1);

        failed |= of_one[i](out.at, in.at, &p) != PTE_OK || is_untouched(out);
        failed |= ends_wrongly(in) | ends_wrongly(out);
    }
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
        const Block a = integers(n, 1), b = integers(n, 1), out = results(n, 1);

        failed |= of_two[i](out.at, a.at, b.at, &p) != PTE_OK || is_untouched(out);
        failed |= ends_wrongly(a) | ends_wrongly(b) | ends_wrongly(out);
    }
    return failed;
}

int main(void)
{
    for (int32_t n = 1; n <= 3; n++) {
        const int wrong = elements_are_wrong(n) | 2 * norm_is_wrong(n, n % 2) |
                          4 * norm_is_wrong(n + 1, n % 2) | 8 * softmax_is_wrong(n, 4 - n) |
                          16 * mean_is_wrong(n, 4 - n);

        CHECK(!wrong, "%d elements or rows: %d", n, wrong);
    }
    return unit_result("counts of Fusion G3");
}
