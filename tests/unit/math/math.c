/* SPDX-License-Identifier: 0BSD
 * Elementary functions of float against the host's double ones: a sample, or with --full every
 * input. Prints the largest error of each.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Itests/unit tests/unit/math/math.c
 *     runtime-min/pte_*.c -lm */
#include <math.h>
#include <string.h>

#include "pte_math.h"
#include "ulp.h"
#include "unit.h"

typedef struct function {
    const char *name;
    float (*ours)(float);
    double (*exact)(double);
    double bound; /* ulp; 0: equal to the rounded exact result */
} function;

static double exact_rsqrt(double x)
{
    return 1.0 / sqrt(x);
}

static const function functions[] = {
    {"exp", pte_exp_f32, exp, 0.8},       {"expm1", pte_expm1_f32, expm1, 0.9},
    {"log", pte_log_f32, log, 0.8},       {"log1p", pte_log1p_f32, log1p, 0.8},
    {"log2", pte_log2_f32, log2, 0.51},   {"log10", pte_log10_f32, log10, 0.51},
    {"sqrt", pte_sqrt_f32, sqrt, 0},      {"rsqrt", pte_rsqrt_f32, exact_rsqrt, 1.5},
    {"tanh", pte_tanh_f32, tanh, 1.4},    {"sigmoid", pte_sigmoid_f32, exact_sigmoid, 2.0},
    {"sin", pte_sin_f32, sin, 0.85},      {"cos", pte_cos_f32, cos, 0.85},
    {"tan", pte_tan_f32, tan, 1.2},       {"asin", pte_asin_f32, asin, 0.8},
    {"acos", pte_acos_f32, acos, 0.8},    {"atan", pte_atan_f32, atan, 0.9},
    {"sinh", pte_sinh_f32, sinh, 1.7},    {"cosh", pte_cosh_f32, cosh, 1.2},
    {"asinh", pte_asinh_f32, asinh, 2},   {"acosh", pte_acosh_f32, acosh, 2.1},
    {"atanh", pte_atanh_f32, atanh, 2.1}, {"erf", pte_erf_f32, erf, 1.5},
    {"floor", pte_floor_f32, floor, 0},   {"ceil", pte_ceil_f32, ceil, 0},
    {"trunc", pte_trunc_f32, trunc, 0},   {"rint", pte_rint_f32, rint, 0},
};

static double worst;
static float worst_at;

static void try_one(const function *f, uint32_t bits)
{
    const float x = pte_float_of_bits(bits), y = f->ours(x);
    const double exact = f->exact((double)x), error = ulps(y, exact);

    if (error > worst) {
        worst = error;
        worst_at = x;
    }
    if (f->bound == 0)
        CHECK(pte_bits_f32(y) == pte_bits_f32((float)exact) || (y != y && exact != exact),
              "%s(%a) = %a, not %a", f->name, x, y, (float)exact);
    else
        CHECK(error <= f->bound, "%s(%a) = %a, not %a: %.3f ulp", f->name, x, y, exact, error);
}

/* Powers of two, integers and their neighbours, where functions change their method. */
static void try_edges(const function *f)
{
    for (uint32_t e = 0; e < 512; e++) {
        for (int d = -3; d <= 3; d++) {
            try_one(f, (e << 23) + (uint32_t)d);
            try_one(f, (e << 23 | 0x400000) + (uint32_t)d);
        }
    }
    for (int i = -2000; i <= 2000; i++)
        for (int d = -3; d <= 3; d++)
            try_one(f, pte_bits_f32((float)i / 16.0f) + (uint32_t)d);
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const char *only = argc > 1 + full ? argv[1 + full] : NULL;

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];
        const uint32_t step = full ? 1 : 4099;
        uint32_t bits = 0;

        if (only && strcmp(only, f->name) != 0)
            continue;
        worst = 0;
        try_edges(f);
        do
            try_one(f, bits);
        while ((bits += step) >= step);
        printf("%-8s %.3f ulp at %a\n", f->name, worst, worst_at);
        fflush(stdout);
    }
    return unit_result("math");
}
