/* SPDX-License-Identifier: 0BSD
 * Prints a digest of the results of every function of pte_math.h, called with products that the
 * caller computes. It includes the sources, so that a compiler may inline all of them. */
#include "pte_math.h"

#include <stdio.h>
#include <string.h>

#include "sources.inc" /* all of runtime-min, listed by check.sh */

#ifndef SAMPLES
#define SAMPLES 100000
#endif

static uint64_t state;

/* splitmix64, Steele, Lea, Flood, 2014. */
static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Numbers of every size; every other one near 1, where most functions change their method. */
static float any_f32(void)
{
    const uint64_t r = next();

    return r >> 63 ? pte_float_of_bits((uint32_t)r) : (float)(int32_t)(uint32_t)r * 0x1p-29f;
}

static double any_f64(void)
{
    const uint64_t r = next();

    return r & 1 ? pte_double_of_bits(next()) : (double)(int64_t)r * 0x1p-61;
}

/* The same on machines with another order of bytes. */
static uint32_t add_bits(uint32_t digest, uint64_t bits, size_t bytes)
{
    unsigned char byte[8];

    for (size_t i = 0; i < bytes; i++)
        byte[i] = (unsigned char)(bits >> 8 * i);
    return pte_crc32(digest, byte, bytes);
}

/* NaNs are equal: which one results is nobody's promise. */
static uint32_t add_f32(uint32_t digest, float y)
{
    return add_bits(digest, y == y ? pte_bits_f32(y) : 1, 4);
}

static uint32_t add_f64(uint32_t digest, double y)
{
    return add_bits(digest, y == y ? pte_bits_f64(y) : 1, 8);
}

#define DIGEST(name, S, F, call)                                                                   \
    do {                                                                                           \
        uint32_t digest = 0;                                                                       \
        state = 1;                                                                                 \
        for (int i = 0; i < SAMPLES; i++) {                                                        \
            const F a = any_##S(), b = any_##S(), c = any_##S();                                   \
            digest = add_##S(digest, call);                                                        \
            (void)c;                                                                               \
        }                                                                                          \
        printf("%-8s %s %08x\n", #name, #S, (unsigned)digest);                                     \
    } while (0)
#define ONE(name)                                                                                  \
    DIGEST(name, f32, float, pte_##name##_f32(a *b));                                              \
    DIGEST(name, f64, double, pte_##name##_f64(a *b))
#define TWO(name)                                                                                  \
    DIGEST(name, f32, float, pte_##name##_f32(a *b, b *c));                                        \
    DIGEST(name, f64, double, pte_##name##_f64(a *b, b *c))

int main(void)
{
    ONE(exp);
    ONE(expm1);
    ONE(log);
    ONE(log1p);
    ONE(log2);
    ONE(log10);
    ONE(sqrt);
    ONE(rsqrt);
    ONE(tanh);
    ONE(sigmoid);
    ONE(sin);
    ONE(cos);
    ONE(tan);
    ONE(asin);
    ONE(acos);
    ONE(atan);
    ONE(sinh);
    ONE(cosh);
    ONE(asinh);
    ONE(acosh);
    ONE(atanh);
    ONE(erf);
    ONE(floor);
    ONE(ceil);
    ONE(trunc);
    ONE(rint);
    TWO(pow);
    TWO(fmod);
    TWO(mod);
    TWO(floordiv);
    TWO(atan2);
    DIGEST(ldexp, f32, float, pte_ldexp_f32(a, (int32_t)(pte_bits_f32(b) % 400) - 200) + c);
    return 0;
}
