/* SPDX-License-Identifier: 0BSD
 * The forms for vectors have the bits of the functions, NaN for NaN, also behind a product that the
 * compiler might fuse: a sample, or with --full every input. */
#include "pte_math_lanes.h"
#include "unit.h"

enum { BLOCK = 1 << 12 };

typedef struct function {
    const char *name;
    float (*one)(float);
    void (*all)(float *y, const float *x, float factor);
} function;

#define ALL(name)                                                                                  \
    PTE_USES_LANES static void all_##name(float *y, const float *x, float factor)                  \
    {                                                                                              \
        for (int i = 0; i < BLOCK; i++)                                                            \
            y[i] = pte_##name##_lane(x[i] * factor);                                               \
    }
ALL(exp)
ALL(tanh)
ALL(sigmoid)
ALL(erf)
ALL(rint)

static const function functions[] = {
    {"exp", pte_exp_f32, all_exp},
    {"tanh", pte_tanh_f32, all_tanh},
    {"sigmoid", pte_sigmoid_f32, all_sigmoid},
    {"erf", pte_erf_f32, all_erf},
    {"rint", pte_rint_f32, all_rint},
};

static void compare(const function *f, const float *x, float factor)
{
    static float y[BLOCK];

    f->all(y, x, factor);
    for (int i = 0; i < BLOCK; i++) {
        const float product = pte_mul_f32(x[i], factor), want = f->one(product);

        CHECK(pte_bits_f32(y[i]) == pte_bits_f32(want) || (want != want && y[i] != y[i]),
              "%s(%a * %a) = %a, not %a", f->name, x[i], factor, y[i], want);
    }
}

int main(int argc, char **argv)
{
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const uint64_t step = full ? 1 : 1021;
    static float x[BLOCK];

    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++)
        for (uint64_t bits = 0; bits < UINT64_C(1) << 32;) {
            for (int i = 0; i < BLOCK; i++, bits += step)
                x[i] = pte_float_of_bits((uint32_t)bits);
            compare(&functions[f], x, 1.0f);
            compare(&functions[f], x, 0.707106769f);
        }
    return unit_result("math_lanes");
}
