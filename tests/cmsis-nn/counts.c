/* SPDX-License-Identifier: 0BSD
 * The calls of CMSIS-NN's functions for one picture, for two and for three, of shapes of which
 * sizes.def has the bytes: they have the bits of the portable kernels. No time worth a number. */
#include "counts.h"
#include "pte_cmsis_kernels.h"
#include "standin.h"

enum { PICTURES = 3, WORD = sizeof(int32_t) };

static Block bytes_of(int32_t n)
{
    const Block b = block((size_t)n, 1);

    for (int32_t i = 0; i < n; i++)
        ((int8_t *)b.at)[i] = (int8_t)unit_random();
    return b;
}

/* From `least` on, so many different ones. */
static Block words_of(int32_t n, int32_t least, int32_t many)
{
    const Block b = block((size_t)n * WORD, 1);

    for (int32_t i = 0; i < n; i++)
        ((int32_t *)b.at)[i] = unit_between(least, least + many - 1);
    return b;
}

/* What all but pools have; q is as pte_gemm_s8() has it. */
typedef struct Operands {
    Block in, weight, bias, mult, shift, q, out, want, scratch;
} Operands;

static Operands operands_of(int32_t ins, int32_t weights, int32_t outs, int32_t biases,
                            int32_t channels, int32_t room)
{
    static const int32_t quant[] = {100, -7, -90, 80, 0};
    const Operands o = {bytes_of(ins),
                        bytes_of(weights),
                        words_of(biases, -1000, 2000),
                        words_of(channels, 1 << 30, 1 << 16),
                        words_of(channels, -10, 4),
                        {edge_copy(quant, sizeof quant), sizeof quant, sizeof quant},
                        block((size_t)outs, 1),
                        block((size_t)outs, 1),
                        block((size_t)room, WORD)};

    return o;
}

static int end(const Operands *o, pte_status status)
{
    const int failed = status != PTE_OK || memcmp(o->out.at, o->want.at, o->out.bytes) != 0;

    return failed | ends_wrongly(o->in) | ends_wrongly(o->weight) | ends_wrongly(o->bias) |
           ends_wrongly(o->mult) | ends_wrongly(o->shift) | ends_wrongly(o->q) |
           ends_wrongly(o->out) | ends_wrongly(o->want) | ends_wrongly(o->scratch);
}

typedef pte_status kernel(pte_s8 *out, pte_s8 *scratch, const pte_s8 *in, const pte_s8 *weight,
                          const pte_s32 *bias, const pte_s32 *mult, const pte_s32 *shift,
                          const pte_s32 *q, const pte_cmsis_conv2d *p);

static void convolve(const Operands *o, const pte_cmsis_conv2d *p)
{
    const int32_t each = p->c / p->groups;
    const pte_conv2d whole = {
        .n = p->n,
        .c = p->c,
        .h = p->h,
        .w = p->w,
        .oc = p->oc,
        .oh = p->oh,
        .ow = p->ow,
        .groups = p->groups,
        .kh = p->kh,
        .kw = p->kw,
        .sh = p->sh,
        .sw = p->sw,
        .ph = p->ph,
        .pw = p->pw,
        .dh = 1,
        .dw = 1,
        .is = {p->h * p->w * p->c, 1, p->w * p->c, p->c},
        .ws = p->groups > 1 ? (pte_strides4){1, 0, p->kw * p->oc, p->oc}
                            : (pte_strides4){p->kh * p->kw * each, 1, p->kw * each, each},
        .os = {p->oh * p->ow * p->oc, 1, p->ow * p->oc, p->oc}};

    pte_conv2d_s8(o->want.at, o->in.at, o->weight.at, o->bias.at, o->mult.at, o->shift.at, o->q.at,
                  &whole);
}

/* A picture and its windows, but for the number of pictures and the bytes of scratch. */
typedef struct Case {
    kernel *call;
    pte_cmsis_conv2d p;
} Case;
#define CASE(name, h, w, c, oc, oh, ow, groups, kh, kw, step, ph, pw)                              \
    {                                                                                              \
        pte_cmsis_##name,                                                                          \
        {                                                                                          \
            1, c, h, w, oc, oh, ow, groups, kh, kw, step, step, ph, pw, 1, 1, 0                    \
        }                                                                                          \
    }
static const Case cases[] = {CASE(conv2d_s8, 10, 2, 3, 5, 10, 2, 1, 3, 3, 1, 1, 1),
                             CASE(conv2d_s8_1x1, 10, 2, 3, 5, 10, 2, 1, 1, 1, 1, 0, 0),
                             CASE(conv2d_s8_1x1_strided, 10, 2, 3, 5, 5, 1, 1, 1, 1, 2, 0, 0),
                             CASE(dwconv2d_s8, 5, 6, 2, 6, 5, 7, 2, 3, 2, 1, 1, 1),
                             CASE(dwconv2d_s8_fast, 9, 7, 6, 6, 7, 5, 6, 5, 3, 1, 1, 0),
                             CASE(dwconv2d_s8_3x3, 5, 6, 4, 4, 5, 6, 4, 3, 3, 1, 1, 1)};

static int32_t room_for(const Case *c)
{
    const cmsis_nn_dims in = {1, c->p.h, c->p.w, c->p.c};
    const cmsis_nn_dims filter = {c->p.groups > 1 ? 1 : c->p.oc, c->p.kh, c->p.kw,
                                  c->p.groups > 1 ? c->p.oc : c->p.c};

    return c->call == pte_cmsis_conv2d_s8_1x1 ? arm_convolve_1x1_s8_fast_get_buffer_size(&in)
           : c->call == pte_cmsis_dwconv2d_s8 ? 0
           : c->p.groups > 1                  ? room_of_depthwise(&in, &filter)
           : c->call == pte_cmsis_conv2d_s8   ? room_of_conv(&in, &filter)
                                              : 0;
}

static int convolves_wrongly(const Case *c, int32_t n)
{
    pte_cmsis_conv2d p = c->p;

    p.n = (uint16_t)n;
    p.room = room_for(c);
    const Operands o =
        operands_of(n * p.h * p.w * p.c, p.oc * p.kh * p.kw * (p.groups > 1 ? 1 : p.c),
                    n * p.oh * p.ow * p.oc, p.oc, p.oc, p.room);
    const pte_status status = c->call(o.out.at, o.scratch.at, o.in.at, o.weight.at, o.bias.at,
                                      o.mult.at, o.shift.at, o.q.at, &p);
    convolve(&o, &p);
    return end(&o, status);
}

/* Products of `rows` rows in each of n: with a constant, or each with a matrix of its own. */
static int products_are_wrong(int32_t n, int own)
{
    enum { ROWS = 2, DEPTH = 7, COLUMNS = 3 };
    const cmsis_nn_dims filter = {DEPTH, 1, 1, COLUMNS};
    const int32_t room = room_of_product(&filter), matrices = own ? n : 1;
    const pte_cmsis_conv2d p = {.n = (uint16_t)n,
                                .c = DEPTH,
                                .w = ROWS,
                                .oc = COLUMNS,
                                .h = 1,
                                .oh = 1,
                                .ow = ROWS,
                                .groups = 1,
                                .room = room};
    const pte_gemm whole = {.batch = n,
                            .m = ROWS,
                            .n = COLUMNS,
                            .k = DEPTH,
                            .as = {ROWS * DEPTH, DEPTH, 1},
                            .bs = {own ? DEPTH * COLUMNS : 0, 1, DEPTH},
                            .cs = {0, 0, 1},
                            .os = {ROWS * COLUMNS, COLUMNS, 1}};
    const Operands o = operands_of(n * ROWS * DEPTH, matrices * DEPTH * COLUMNS, n * ROWS * COLUMNS,
                                   COLUMNS + (own || room == 0 ? 0 : COLUMNS), 1, own ? room : 0);
    const int32_t *const q = o.q.at;
    int32_t *const bias = own ? NULL : o.bias.at;

    for (int32_t i = 0; !own && room && i < COLUMNS; i++) {
        bias[COLUMNS + i] = bias[i];
        for (int32_t k = 0; k < DEPTH; k++)
            bias[COLUMNS + i] += q[0] * ((const int8_t *)o.weight.at)[i * DEPTH + k];
    }
    const pte_status status = (own ? pte_cmsis_matmul_s8 : pte_cmsis_gemm_s8)(
        o.out.at, o.scratch.at, o.in.at, o.weight.at, bias, o.mult.at, o.shift.at, q, &p);
    pte_gemm_s8(o.want.at, o.in.at, o.weight.at, bias, o.mult.at, o.shift.at, q, &whole);
    return end(&o, status);
}

static int pools_wrongly(int32_t n)
{
    enum { C = 3, H = 4, W = 5, OH = 2, OW = 2, LEAST = -10, MOST = 20 };
    static const int32_t q[] = {LEAST, MOST};
    const pte_pool2d p = {.n = n,
                          .c = C,
                          .h = H,
                          .w = W,
                          .oh = OH,
                          .ow = OW,
                          .kh = 2,
                          .kw = 3,
                          .sh = 2,
                          .sw = 2,
                          .dh = 1,
                          .dw = 1,
                          .is = {H * W * C, 1, W * C, C},
                          .os = {OH * OW * C, 1, OW * C, C}};
    const Operands o = operands_of(n * H * W * C, 1, n * OH * OW * C, 1, 1, 0);
    const pte_status status = pte_cmsis_max_pool2d_s8(o.out.at, NULL, o.in.at, q, &p);

    pte_max_pool2d_s8(o.want.at, NULL, o.in.at, q, &p);
    return end(&o, status);
}

int main(void)
{
    for (int32_t n = 1; n <= PICTURES; n++) {
        int wrong = products_are_wrong(n, 0) | 2 * products_are_wrong(n, 1) | 4 * pools_wrongly(n);

        for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
            if (n == 1 || i < 4) /* the others are of one picture */
                wrong |= convolves_wrongly(&cases[i], n) << (3 + i);
        CHECK(!wrong, "%d pictures or products: %d", n, wrong);
    }
    return unit_result("counts of CMSIS-NN");
}
