/* SPDX-License-Identifier: 0BSD
 * Elementary functions of double against the host's long double ones, on a sample; more of it with
 * a factor as argument. Prints the largest error of each.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Itests/unit tests/unit/math/math_f64.c
 *     runtime-min/pte_*.c -lm */
#include <math.h>
#include <stdlib.h>

#include "pte_math.h"
#include "ulp.h"
#include "unit.h"

typedef struct function {
    const char *name;
    double (*ours)(double);
    long double (*exact)(long double);
    double bound; /* ulp; 0: equal to the rounded exact result */
} function;

static long double exact_long_sigmoid(long double x)
{
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}

static long double exact_rsqrt(long double x)
{
    return 1 / sqrtl(x);
}

/* Not sqrtl, whose result would be rounded twice. */
static long double exact_sqrt(long double x)
{
    return sqrt((double)x);
}

static const function functions[] = {
    {"exp", pte_exp_f64, expl, 0.8},
    {"expm1", pte_expm1_f64, expm1l, 1.1},
    {"log", pte_log_f64, logl, 0.51},
    {"log1p", pte_log1p_f64, log1pl, 0.7},
    {"log2", pte_log2_f64, log2l, 0.51},
    {"log10", pte_log10_f64, log10l, 0.51},
    {"tanh", pte_tanh_f64, tanhl, 2.5},
    {"sigmoid", pte_sigmoid_f64, exact_long_sigmoid, 2.1},
    {"sinh", pte_sinh_f64, sinhl, 2.5},
    {"cosh", pte_cosh_f64, coshl, 1.5},
    {"asinh", pte_asinh_f64, asinhl, 2.5},
    {"acosh", pte_acosh_f64, acoshl, 2.5},
    {"atanh", pte_atanh_f64, atanhl, 2.5},
    {"sin", pte_sin_f64, sinl, 0.8},
    {"cos", pte_cos_f64, cosl, 0.8},
    {"tan", pte_tan_f64, tanl, 1.0},
    {"asin", pte_asin_f64, asinl, 1.0},
    {"acos", pte_acos_f64, acosl, 1.0},
    {"atan", pte_atan_f64, atanl, 1.0},
    {"erf", pte_erf_f64, erfl, 1.5},
    {"rsqrt", pte_rsqrt_f64, exact_rsqrt, 1.5},
    {"sqrt", pte_sqrt_f64, exact_sqrt, 0},
    {"floor", pte_floor_f64, floorl, 0},
    {"ceil", pte_ceil_f64, ceill, 0},
    {"trunc", pte_trunc_f64, truncl, 0},
    {"rint", pte_rint_f64, rintl, 0},
};

static double worst, worst_at;

static void try_one(const function *f, double x)
{
    const double y = f->ours(x);
    const long double exact = f->exact((long double)x);
    const double error = ulps_of(y, exact, 53, -1021, 0x1p1024L);

    if (error > worst) {
        worst = error;
        worst_at = x;
    }
    if (f->bound == 0)
        CHECK(pte_bits_f64(y) == pte_bits_f64((double)exact) || (y != y && exact != exact),
              "%s(%a) = %a, not %a", f->name, x, y, (double)exact);
    else
        CHECK(error <= f->bound, "%s(%a) = %a, not %La: %.3f ulp", f->name, x, y, exact, error);
}

/* Powers of two, integers and their neighbours. */
static void try_edges(const function *f)
{
    for (uint64_t e = 0; e < 4096; e++)
        for (int d = -3; d <= 3; d++)
            try_one(f, pte_double_of_bits((e << 52) + (uint64_t)d));
    for (int i = -20000; i <= 20000; i++)
        for (int d = -2; d <= 2; d++)
            try_one(f, pte_double_of_bits(pte_bits_f64((double)i / 16.0) + (uint64_t)d));
}

/* Near multiples of pi / 2, whose cosine or sine nearly vanishes. */
static void try_turns(const function *f)
{
    for (int i = 1; i < 100000; i++)
        for (int d = -1; d <= 1; d++)
            try_one(f, pte_double_of_bits(pte_bits_f64(i * 0x1.921fb54442d18p+0) + (uint64_t)d));
    try_one(f,
            0x1.6ac5b262ca1ffp+849); /* the worst of all doubles (Muller, Elementary Functions) */
}

int main(int argc, char **argv)
{
    const long factor = argc > 1 ? atol(argv[1]) : 1;

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];

        worst = 0;
        try_edges(f);
        try_turns(f);
        for (long n = 0; n < factor * 100000; n++) {
            const uint64_t r = unit_random();

            try_one(f, pte_double_of_bits(r));
            try_one(f, (double)(int64_t)r * 0x1p-60);
            try_one(f, (double)(int64_t)r * 0x1p-53);
            try_one(f, (double)r * 0x1p-64);
        }
        printf("%-8s %.3f ulp at %a\n", f->name, worst, worst_at);
    }
    return unit_result("math_f64");
}
