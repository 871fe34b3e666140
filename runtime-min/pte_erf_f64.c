/* SPDX-License-Identifier: 0BSD
 * The error function of doubles. */
#include "pte_math_parts_f64.h"

/* A polynomial near 0, else 1 - exp(log(erfc(x))) with a polynomial for the logarithm. */
double pte_erf_f64(double x)
{
    const double a = pte_abs_f64(x), z = PTE_MUL(x, x);
    double p, y;

    if (a < 0.9375)
        return x + PTE_MUL(x, PTE_POLY12(z, 0x1.06eba8214db68p-3, -0x1.812746b0379c4p-2,
                                         0x1.ce2f21a0421bap-4, -0x1.b82ce3127f0dep-6,
                                         0x1.565bcd0fbb67ap-8, -0x1.c02db46660688p-11,
                                         0x1.f9a3305ddc5cep-14, -0x1.f4d27a1d11902p-17,
                                         0x1.b9dbe40e5f7d8p-20, -0x1.5e84fffe7c31ep-23,
                                         0x1.ea7dadfc23baap-27, -0x1.ec82a8b91b7a5p-31));
    p = PTE_POLY18(a, 0x1.6509a9e4eab53p-22, 0x1.20dd3ad6e619dp+0, 0x1.45f53a45377e5p-1,
                   0x1.a4c0665d9eb9bp-4, -0x1.37b83bacaef2cp-6, -0x1.7b6acdc3ec011p-12,
                   0x1.e8fe30bd7f408p-10, -0x1.7ebf15401d26ap-11, 0x1.cb3ca93c6d7ccp-14,
                   0x1.14614aeeed667p-15, -0x1.d216b159e0306p-16, 0x1.55cf61a71d81ep-17,
                   -0x1.4f06e9c5f8e4fp-19, 0x1.d668fd0e0966dp-22, -0x1.d80062c0621a6p-25,
                   0x1.4383f775b3dc8p-28, -0x1.105cea3abb34dp-32, 0x1.a99a5521596ap-38);
    y = a < 5.9375 ? 1.0 - pte_exp_scaled_f64(-p, 0) : 1.0;
    return x < 0 ? -y : x > 0 ? y : x;
}
