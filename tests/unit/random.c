/* SPDX-License-Identifier: 0BSD
 * Random numbers are distributed as they should be, repeat with the seed, and differ without. Seeds
 * are fixed, so that a test that passes always does.
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/random.c
 *     backends/portable/pte_rand*.c runtime-min/pte_*.c -lm */
#include "pte_random.h"
#include "unit.h"

#include <math.h>

enum { COUNT = 200000 };

static double drawn[COUNT];

typedef void Draw(const pte_s64 *generator, int32_t count, int32_t bits);

typedef void Kernel(pte_f32 *out, const pte_s64 *generator, const pte_random *p);

static void draw_f32(Kernel *kernel, const pte_s64 *generator, int32_t count, int32_t bits)
{
    static pte_f32 out[COUNT];

    kernel(out, generator, &(const pte_random){.count = count, .bits = bits});
    for (int32_t i = 0; i < count; i++)
        drawn[i] = (double)out[i];
}

static void rand_f32(const pte_s64 *generator, int32_t count, int32_t bits)
{
    draw_f32(pte_rand_f32, generator, count, bits);
}

static void rand_f64(const pte_s64 *generator, int32_t count, int32_t bits)
{
    pte_rand_f64(drawn, generator, &(const pte_random){.count = count, .bits = bits});
}

static void randn_f32(const pte_s64 *generator, int32_t count, int32_t bits)
{
    draw_f32(pte_randn_f32, generator, count, bits);
}

static void randn_f64(const pte_s64 *generator, int32_t count, int32_t bits)
{
    pte_randn_f64(drawn, generator, &(const pte_random){.count = count, .bits = bits});
}

static double uniform_below(double x)
{
    return x;
}

static double normal_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

/* Mean of (x - about)^power. */
static double moment(double about, int power)
{
    double sum = 0;

    for (int i = 0; i < COUNT; i++)
        sum += pow(drawn[i] - about, power);
    return sum / COUNT;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The statistic of Kolmogorov and Smirnov, times the root of the number of draws: above 1.95 once
 * in a thousand seeds. Sorts what was drawn. */
static double distance(double (*below)(double))
{
    double most = 0;

    qsort(drawn, COUNT, sizeof *drawn, ascending);
    for (int i = 0; i < COUNT; i++) {
        const double p = below(drawn[i]);

        most = fmax(most, fmax(p - (double)i / COUNT, (double)(i + 1) / COUNT - p));
    }
    return most * sqrt(COUNT);
}

/* Neighbours, and those further apart, have nothing to do with each other: in units of the standard
 * deviation. */
static double correlation(double mean, double variance, int apart)
{
    double sum = 0;

    for (int i = 0; i + apart < COUNT; i++)
        sum += (drawn[i] - mean) * (drawn[i + apart] - mean);
    return sum / (variance * sqrt(COUNT));
}

/* Central moments of the distribution: an estimate of one lies within `4 errors` of it. */
static void test_distribution(const char *name, Draw *draw, int32_t bits, double mean,
                              double variance, double fourth, double (*below)(double))
{
    for (int64_t seed = 0; seed < 4; seed++) {
        const pte_s64 generator[2] = {seed, seed * 1000003};
        double found;

        draw(generator, COUNT, bits);
        found = (moment(0, 1) - mean) / sqrt(variance / COUNT);
        CHECK(fabs(found) < 4, "%s, seed %d: mean is %g errors off", name, (int)seed, found);
        found = (moment(mean, 2) - variance) / sqrt((fourth - variance * variance) / COUNT);
        CHECK(fabs(found) < 4, "%s, seed %d: variance is %g errors off", name, (int)seed, found);
        CHECK(fabs(moment(mean, 4) / fourth - 1) < 0.03, "%s, seed %d: fourth moment %g", name,
              (int)seed, moment(mean, 4));
        for (int apart = 1; apart <= 64; apart *= 2) {
            found = correlation(mean, variance, apart);
            CHECK(fabs(found) < 4, "%s, seed %d: correlated by %g at %d", name, (int)seed, found,
                  apart);
        }
        found = distance(below);
        CHECK(found < 1.95, "%s, seed %d: distance %g", name, (int)seed, found);
    }
}

/* Every value of a few bits is as likely, 0 among them and 1 not: chi-square of 256 values. */
static void test_bits(void)
{
    for (int64_t seed = 0; seed < 4; seed++) {
        const pte_s64 generator[2] = {seed, 0};
        int seen[256] = {0};
        double chi = 0;

        rand_f32(generator, COUNT, 8);
        for (int i = 0; i < COUNT; i++) {
            const double n = drawn[i] * 256;

            CHECK(n >= 0 && n <= 255 && n == floor(n), "%g of 256", n);
            seen[(int)n & 255]++;
        }
        for (int i = 0; i < 256; i++)
            chi += pow(seen[i] - COUNT / 256.0, 2) / (COUNT / 256.0);
        CHECK(fabs(chi - 255) < 4 * sqrt(2 * 255), "seed %d: chi-square %g", (int)seed, chi);
    }
}

static void test_range(void)
{
    const pte_s64 generator[2] = {5, 0};
    double least = 1, most = 0;

    rand_f32(generator, COUNT, 24);
    for (int i = 0; i < COUNT; i++) {
        least = fmin(least, drawn[i]);
        most = fmax(most, drawn[i]);
    }
    CHECK(least >= 0 && least < 1e-4 && most < 1 && most > 1 - 1e-4, "%g to %g", least, most);
}

/* One draw of many is many draws of few, one behind the other. */
static void test_parts(const char *name, Draw *draw, int draws)
{
    double whole[1000];

    draw((const pte_s64[]){7, 40}, 1000, 24);
    memcpy(whole, drawn, sizeof whole);
    for (int at = 0; at < 1000; at += 250) {
        draw((const pte_s64[]){7, 40 + draws * at}, 250, 24);
        CHECK(memcmp(drawn, whole + at, 250 * sizeof *drawn) == 0, "%s from %d", name, at);
    }
}

static void test_seeds(void)
{
    double first[100];
    int equal = 0;

    randn_f64((const pte_s64[]){1, 0}, 100, 53);
    memcpy(first, drawn, sizeof first);
    randn_f64((const pte_s64[]){1, 0}, 100, 53);
    CHECK(memcmp(first, drawn, sizeof first) == 0, "the same seed, other numbers");
    for (int64_t seed = -50; seed <= 50; seed++) {
        randn_f64((const pte_s64[]){seed, 0}, 100, 53);
        for (int i = 0; i < 100 && seed != 1; i++)
            for (int k = 0; k < 100; k++)
                equal += drawn[i] == first[k];
    }
    CHECK(equal == 0, "%d equal numbers of different seeds", equal);
}

/* Undoes pte_random_mix(), whose steps all have an inverse. */
static uint64_t unmixed(uint64_t z)
{
    z = z ^ z >> 31 ^ z >> 62;
    z *= UINT64_C(0x319642b2d24d8ec3);
    z = z ^ z >> 27 ^ z >> 54;
    z *= UINT64_C(0x96de1b173f119089);
    return z ^ z >> 30 ^ z >> 60;
}

enum { SEED = 3 };

/* Returns after how many draws of SEED one has these bits. Odd numbers have an inverse modulo
 * 2^64, which Newton's method finds. */
static int64_t draws_before(uint64_t bits)
{
    const uint64_t gamma = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t start = pte_random_start((const pte_s64[]){SEED, 0});
    uint64_t inverse = gamma;

    for (int i = 0; i < 5; i++)
        inverse *= 2 - gamma * inverse;
    return (int64_t)((unmixed(bits) - start) * inverse - 1);
}

static double first_of(Draw *draw, uint64_t bits)
{
    draw((const pte_s64[]){SEED, draws_before(bits)}, 1, 24);
    return drawn[0];
}

static void test_end(Draw *draw, uint64_t bits, double want, double tolerance)
{
    const double got = first_of(draw, bits);

    CHECK(fabs(got - want) <= tolerance, "of %llx: %.17g instead of %.17g",
          (unsigned long long)bits, got, want);
}

/* The rarest bits, which no series of draws has. A normal one is sqrt(-2 log(u)) cos(2 pi turn),
 * where u is (a + 1) / 2^n for an integer a of n bits, so that it is from 0 excluded to 1. */
static void test_ends(void)
{
    const uint64_t one = UINT64_C(1) << 32, half = 0x800000, most = UINT64_MAX;
    const uint64_t next =
        pte_random_bits(pte_random_start((const pte_s64[]){SEED, draws_before(0)}), 1);
    const double cosine = cos(2 * acos(-1) * (double)(next >> 11) * 0x1p-53);

    test_end(rand_f32, 0, 0, 0);
    test_end(rand_f32, most, 1 - 0x1p-24, 0);
    test_end(rand_f64, 0, 0, 0);
    test_end(rand_f64, most, 1 - 0x1p-24, 0);
    test_end(randn_f32, 0, sqrt(-2 * log(0x1p-32)), 1e-6);
    test_end(randn_f32, one, sqrt(-2 * log(0x2p-32)), 1e-6);
    test_end(randn_f32, one | half, -sqrt(-2 * log(0x2p-32)), 1e-6);
    test_end(randn_f32, most, 0, 0);
    test_end(randn_f64, 0, sqrt(-2 * log(0x1p-53)) * cosine, 1e-14);
    test_end(randn_f64, most, 0, 0);
}

int main(void)
{
    test_ends();
    test_distribution("rand f32", rand_f32, 24, 0.5, 1 / 12.0, 1 / 80.0, uniform_below);
    test_distribution("rand f64", rand_f64, 53, 0.5, 1 / 12.0, 1 / 80.0, uniform_below);
    test_distribution("randn f32", randn_f32, 24, 0, 1, 3, normal_below);
    test_distribution("randn f64", randn_f64, 53, 0, 1, 3, normal_below);
    test_bits();
    test_range();
    test_parts("rand f32", rand_f32, 1);
    test_parts("rand f64", rand_f64, 1);
    test_parts("randn f32", randn_f32, 1);
    test_parts("randn f64", randn_f64, 2);
    test_seeds();
    return unit_result("random");
}
