/* SPDX-License-Identifier: 0BSD
 * Functions of two arguments, in float and double, against the host's: every pair of special values
 * and a sample of others; more of it with a factor as argument.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Itests/unit tests/unit/math/math_two.c
 *     runtime-min/pte_*.c -lm */
#include <math.h>
#include <stdlib.h>

#include "pte_math.h"
#include "ulp.h"
#include "unit.h"

typedef struct function {
    const char *name;
    float (*ours)(float, float);
    double (*exact)(double, double);
    double (*ours_f64)(double, double);
    long double (*exact_f64)(long double, long double);
    double bound, bound_f64; /* ulp; 0: equal */
} function;

static long double exact_mod_f64(long double x, long double y)
{
    const long double r = fmodl(x, y);

    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

static double exact_mod(double x, double y)
{
    const double r = fmod(x, y);

    return r != 0 && (r < 0) != (y < 0) ? (double)((float)r + (float)y) : r;
}

/* The floor of the quotient, with the sign of the quotient if that is 0. */
static long double exact_floordiv_f64(long double x, long double y)
{
    const long double q = (x - exact_mod_f64(x, y)) / y;

    if (y == 0 || isinf(y))
        return y == 0                         ? x / y
               : isnan(x) || isinf(x)         ? NAN
               : (x < 0) != (y < 0) && x != 0 ? -1
                                              : x / y;
    return q == 0 ? copysignl(0, x / y) : roundl(q);
}

static double exact_floordiv(double x, double y)
{
    return (double)exact_floordiv_f64((long double)x, (long double)y);
}

static const function functions[] = {
    {"pow", pte_pow_f32, pow, pte_pow_f64, powl, 0.8, 0.8},
    {"fmod", pte_fmod_f32, fmod, pte_fmod_f64, fmodl, 0, 0},
    {"mod", pte_mod_f32, exact_mod, pte_mod_f64, exact_mod_f64, 0, 0.51},
    {"floordiv", pte_floordiv_f32, exact_floordiv, pte_floordiv_f64, exact_floordiv_f64, 2.1, 2.1},
    {"atan2", pte_atan2_f32, atan2, pte_atan2_f64, atan2l, 1.6, 1.6},
};

static double worst, worst_f64;

static void try_f32(const function *f, float x, float y)
{
    const float got = f->ours(x, y);
    const double exact = f->exact((double)x, (double)y);
    const double error = ulps_of((double)got, (long double)exact, 24, -125, 0x1p128L);

    worst = error > worst ? error : worst;
    CHECK(error <= f->bound, "%s(%a, %a) = %a, not %a: %.3f ulp", f->name, x, y, got, exact, error);
}

static void try_f64(const function *f, double x, double y)
{
    long double exact;
    double got, error;

    got = f->ours_f64(x, y);
    exact = f->exact_f64((long double)x, (long double)y);
    error = ulps_of(got, exact, 53, -1021, 0x1p1024L);
    worst_f64 = error > worst_f64 ? error : worst_f64;
    CHECK(error <= f->bound_f64, "%s(%a, %a) = %a, not %La: %.3f ulp", f->name, x, y, got, exact,
          error);
}

static void try_special(const function *f)
{
    static const double values[] = {0,
                                    0.5,
                                    1,
                                    1.5,
                                    2,
                                    3,
                                    7,
                                    0x1p-149,
                                    0x1p-126,
                                    0x1p23,
                                    0x1p24,
                                    0x1.000002p24,
                                    0x1p31,
                                    0x1p127,
                                    0x1.fffffep127,
                                    0x1.fffffep-1,
                                    0x1.000002p0,
                                    1e-40,
                                    0x1p52,
                                    0x1p53,
                                    0x1p54,
                                    0x1p1023,
                                    0x1.fffffffffffffp-1,
                                    0x1p-1074,
                                    INFINITY,
                                    NAN};
    const size_t n = sizeof values / sizeof *values;

    for (size_t i = 0; i < 4 * n * n; i++) {
        const double x = values[i % n] * (i & 1 ? -1 : 1), y = values[i / n % n];
        const double signed_y = i / n / n & 1 ? -y : y;
        const double signed_x = i / n / n & 2 ? -x : x;

        try_f32(f, (float)signed_x, (float)signed_y);
        try_f64(f, signed_x, signed_y);
    }
}

int main(int argc, char **argv)
{
    const long factor = argc > 1 ? atol(argv[1]) : 1;

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];

        worst = worst_f64 = 0;
        try_special(f);
        for (long n = 0; n < factor * 300000; n++) {
            const uint64_t r = unit_random(), s = unit_random();
            const double x = (double)(uint32_t)r * 0x1p-30, y = (double)(int32_t)s * 0x1p-25;

            try_f32(f, pte_float_of_bits((uint32_t)r), pte_float_of_bits((uint32_t)s));
            try_f32(f, (float)x, (float)y);
            try_f32(f, pte_float_of_bits(0x3f800000u + (uint32_t)(r % 4096) - 2048),
                    (float)y * 1e5f);
            try_f32(f, (float)(r % 97), (float)(int)(s % 41) - 20);
            try_f64(f, pte_double_of_bits(r), pte_double_of_bits(s));
            try_f64(f, (double)r * 0x1p-62, (double)(int64_t)s * 0x1p-56);
            try_f64(f, pte_double_of_bits(UINT64_C(0x3ff0000000000000) + r % 65536 - 32768),
                    (double)(int64_t)s * 0x1p-20);
            try_f64(f, (double)(r % 97), (double)(int)(s % 41) - 20);
        }
        printf("%-8s %.3f ulp in float, %.3f ulp in double\n", f->name, worst, worst_f64);
    }
    return unit_result("math_two");
}
