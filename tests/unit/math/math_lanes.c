/* SPDX-License-Identifier: 0BSD
 * The forms for vectors: errors against the host's double functions, and the same bits in a vector
 * as alone; where there is no error to bound, those of pte_math.h's function. A sample, or with
 * --full every input. Prints the largest error of each. */
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

typedef struct equal {
    const char *name;
    void (*all)(float *y, const float *x, float factor);
    float (*function)(float);
} equal;

#define ALL(name)                                                                                  \
    PTE_USES_LANES static void all_##name(float *y, const float *x, float factor)                  \
    {                                                                                              \
        for (int i = 0; i < BLOCK; i++)                                                            \
            y[i] = pte_##name##_lane(pte_mul_lane(x[i], factor));                                  \
    }
#define FORMS(name)                                                                                \
    ALL(name)                                                                                      \
    PTE_USES_LANES PTE_NOINLINE static float one_##name(float x)                                   \
    {                                                                                              \
        return pte_##name##_lane(x);                                                               \
    }
FORMS(exp)
FORMS(tanh)
FORMS(sigmoid)
FORMS(erf)
ALL(rint)
ALL(floor)
ALL(ceil)
ALL(trunc)
ALL(sqrt)
ALL(rsqrt)
ALL(exp_f32)
ALL(tanh_f32)
ALL(sigmoid_f32)
ALL(erf_f32)

static const function functions[] = {
    {"exp", all_exp, one_exp, exp, 1.3},
    {"tanh", all_tanh, one_tanh, tanh, 1.5},
    {"sigmoid", all_sigmoid, one_sigmoid, exact_sigmoid, 2.5},
    {"erf", all_erf, one_erf, erf, 1.4},
};

static const equal equals[] = {
    {"rint", all_rint, pte_rint_f32},
    {"floor", all_floor, pte_floor_f32},
    {"ceil", all_ceil, pte_ceil_f32},
    {"trunc", all_trunc, pte_trunc_f32},
    {"sqrt", all_sqrt, pte_sqrt_f32},
    {"rsqrt", all_rsqrt, pte_rsqrt_f32},
    {"exp_f32", all_exp_f32, pte_exp_f32},
    {"tanh_f32", all_tanh_f32, pte_tanh_f32},
    {"sigmoid_f32", all_sigmoid_f32, pte_sigmoid_f32},
    {"erf_f32", all_erf_f32, pte_erf_f32},
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

static int same_bits(float a, float b)
{
    return pte_bits_f32(a) == pte_bits_f32(b) || (a != a && b != b);
}

static void check(const function *f, const float *x, float factor)
{
    static float y[BLOCK];

    f->all(y, x, factor);
    for (int i = 0; i < BLOCK; i++) {
        const float product = pte_mul_f32(x[i], factor), alone = f->one(product);

        CHECK(same_bits(y[i], alone), "%s(%a * %a) = %a, alone %a", f->name, x[i], factor, y[i],
              alone);
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

/* Of products, between bounds of either sign. */
static void check_within(const float *x)
{
    static int32_t y[BLOCK];
    const int32_t lo = unit_between(-4194303, 4194303), hi = unit_between(lo, 4194303);
    const float least = (float)lo, most = (float)hi;

    for (int i = 0; i < BLOCK; i++)
        y[i] = pte_rint_within_f32(x[i] * 0.707106769f, least, most);
    for (int i = 0; i < BLOCK; i++) {
        const float product = pte_mul_f32(x[i], 0.707106769f);
        const double want = product != product ? hi : fmax(fmin(rint((double)product), hi), lo);

        CHECK((double)y[i] == want, "%a between %d and %d: %d", product, lo, hi, y[i]);
    }
}

/* Factors at the ends of 16 bits and between. */
static void check_short_products(void)
{
    static int32_t a[BLOCK], b[BLOCK], y[BLOCK];

    for (int i = 0; i < BLOCK; i++) {
        a[i] = i % 3 ? unit_between(INT16_MIN, INT16_MAX) : i % 2 ? INT16_MIN : INT16_MAX;
        b[i] = i % 5 ? unit_between(INT16_MIN, INT16_MAX) : i % 2 ? INT16_MIN : INT16_MAX;
    }
    for (int i = 0; i < BLOCK; i++)
        y[i] = pte_mul_s32_lane(a[i], b[i]);
    for (int i = 0; i < BLOCK; i++)
        CHECK(y[i] == (int64_t)a[i] * b[i], "%d * %d = %d", a[i], b[i], y[i]);
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

static void check_equal(const equal *f, const float *x, float factor)
{
    static float y[BLOCK];

    f->all(y, x, factor);
    for (int i = 0; i < BLOCK; i++) {
        const float want = f->function(pte_mul_f32(x[i], factor));

        CHECK(same_bits(y[i], want), "%s(%a * %a) = %a, not %a", f->name, x[i], factor, y[i], want);
    }
}

int main(int argc, char **argv)
{
    enum {
        FUNCTIONS = sizeof functions / sizeof *functions,
        EQUALS = sizeof equals / sizeof *equals
    };
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const uint64_t step = full ? 1 : 1021;
    static float x[BLOCK];

    check_floats();
    check_short_products();
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
        for (int i = 0; i < BLOCK; i++, bits += step)
            x[i] = pte_float_of_bits((uint32_t)bits);
        check_halves(x);
        check_within(x);
    }
    for (size_t f = 0; f < FUNCTIONS + EQUALS; f++) {
        worst = 0;
        for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
            for (int i = 0; i < BLOCK; i++, bits += step)
                x[i] = pte_float_of_bits((uint32_t)bits);
            for (int k = 0; k < 2; k++) {
                const float factor = k ? 0.707106769f : 1.0f;

                if (f < FUNCTIONS)
                    check(&functions[f], x, factor);
                else
                    check_equal(&equals[f - FUNCTIONS], x, factor);
            }
        }
        if (f < FUNCTIONS)
            printf("%-8s %.3f ulp at %a\n", functions[f].name, worst, worst_at);
    }
    return unit_result("math_lanes");
}
