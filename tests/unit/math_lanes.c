/* SPDX-License-Identifier: 0BSD
 * The forms for vectors: errors against the host's double functions, and the same bits in a vector
 * as alone. pte_mul_lane and pte_rint_lane have the bits of pte_mul_f32 and pte_rint_f32. A sample,
 * or with --full every input. Prints the largest error of each. */
#include "pte_math_lanes.h"
#include "ulp.h"
#include "unit.h"

enum { BLOCK = 1 << 12 };

typedef struct function {
    const char *name;
    void (*all)(float *y, const float *x, float factor);
    float (*one)(float);
    double (*exact)(double);
    double bound; /* ulp, of results from 2^-126 on; of less it is 2^-126 */
} function;

#define FORMS(name)                                                                                \
    PTE_USES_LANES static void all_##name(float *y, const float *x, float factor)                  \
    {                                                                                              \
        for (int i = 0; i < BLOCK; i++)                                                            \
            y[i] = pte_##name##_lane(pte_mul_lane(x[i], factor));                                  \
    }                                                                                              \
    PTE_USES_LANES PTE_NOINLINE static float one_##name(float x)                                   \
    {                                                                                              \
        return pte_##name##_lane(x);                                                               \
    }
FORMS(exp)
FORMS(tanh)
FORMS(sigmoid)
FORMS(erf)
FORMS(rint)

static const function functions[] = {
    {"exp", all_exp, one_exp, exp, 1.3},
    {"tanh", all_tanh, one_tanh, tanh, 1.5},
    {"sigmoid", all_sigmoid, one_sigmoid, exact_sigmoid, 2.5},
    {"erf", all_erf, one_erf, erf, 1.4},
    {"rint", all_rint, one_rint, rint, 0},
};

static double worst;
static float worst_at;

static void check_error(const function *f, float x, float y)
{
    const double exact = f->exact((double)x);
    double error = ulps(y, exact);

    if (fabs(exact) < 0x1p-126 && fabs((double)y - exact) < 0x1p-126)
        error = 0;
    CHECK(error <= f->bound, "%s(%a) = %a, not %a: %.3f ulp", f->name, x, y, exact, error);
    if (error > worst) {
        worst = error;
        worst_at = x;
    }
}

static void check(const function *f, const float *x, float factor)
{
    static float y[BLOCK];

    f->all(y, x, factor);
    for (int i = 0; i < BLOCK; i++) {
        const float product = pte_mul_f32(x[i], factor), alone = f->one(product);

        CHECK(pte_bits_f32(y[i]) == pte_bits_f32(alone) || (alone != alone && y[i] != y[i]),
              "%s(%a * %a) = %a, alone %a", f->name, x[i], factor, y[i], alone);
        check_error(f, product, y[i]);
    }
}

/* Half floats are converted as the functions do it. */
static void check_halves(const float *x)
{
    static uint16_t f16[BLOCK], bf16[BLOCK];

    for (int i = 0; i < BLOCK; i++) {
        f16[i] = pte_f16_from_f32_lane(x[i]);
        bf16[i] = pte_bf16_from_f32_lane(x[i]);
    }
    for (int i = 0; i < BLOCK; i++)
        CHECK(f16[i] == pte_f16_from_f32(x[i]) && bf16[i] == pte_bf16_from_f32(x[i]),
              "of %a: halves %04x, %04x", x[i], f16[i], bf16[i]);
}

static void check_floats(void)
{
    for (uint32_t h = 0; h < 1 << 16; h++) {
        const uint16_t half = (uint16_t)h;

        CHECK(pte_bits_f32(pte_f32_from_f16_lane(half)) == pte_bits_f32(pte_f32_from_f16(half)) &&
                  pte_bits_f32(pte_f32_from_bf16_lane(half)) ==
                      pte_bits_f32(pte_f32_from_bf16(half)),
              "floats of half %04x", h);
    }
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const uint64_t step = full ? 1 : 1021;
    static float x[BLOCK];

    check_floats();
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
        for (int i = 0; i < BLOCK; i++, bits += step)
            x[i] = pte_float_of_bits((uint32_t)bits);
        check_halves(x);
    }
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        worst = 0;
        for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
            for (int i = 0; i < BLOCK; i++, bits += step)
                x[i] = pte_float_of_bits((uint32_t)bits);
            check(&functions[f], x, 1.0f);
            check(&functions[f], x, 0.707106769f);
        }
        printf("%-8s %.3f ulp at %a\n", functions[f].name, worst, worst_at);
    }
    return unit_result("math_lanes");
}
