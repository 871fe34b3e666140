/* SPDX-License-Identifier: 0BSD
 * The kernels for microcontrollers against the portable ones, to the bit: every tail of a tile, and
 * convolutions of random shapes, with ordinary and extreme numbers. Their constants are packed by
 * the compiler's own pass, and nothing lies around their operands. usage: bytes NUMBER-OF-SHAPES
 * [FILE]   FILE: gets the calls that other processors repeat */
#include "../unit/bytes.h"
#include "backends/mcu/compiler/pack.h"
#include "backends/mcu/compiler/pack_lanes.h"
#include "backends/mcu/compiler/takes.h"
#include "beside.h"
#include "graph/build.h"
#include "graph/byte_sum.h"
#include "graph/constants.h"
#include "kernels/bytes.h"
#include "model.h"
#include "plan/overlap.h"
#include "pte_math.h"
#include "select/registry.h"

#include <limits.h>
#include <math.h>

static FILE *record;
static int calls[FORMS]; /* of the kernels for each */
static int narrow_calls; /* with weights of 4 bits */

static const RequantKind requants[] = {RQ_Q31_DOUBLE, RQ_F32_RNE, RQ_F32_BIAS};

/* Those of extreme ones are not products. */
static void fill_shifts(Case *c)
{
    const size_t n = (size_t)c->p.oc * sizeof *c->mult;
    c->mult = malloc(n);
    c->shift = malloc(n);
    for (int i = 0; i < c->p.oc; i++) {
        c->mult[i] = (1 << 30) + below(1 << 30);
        c->shift[i] = c->extreme ? below(70) - 62 : -2 - below(12);
    }
}

/* As products of matrices have them: one multiplier and shift, or scale, for all channels. */
static void make_alike(Graph *g, Case *c, Step *s)
{
    for (int i = 1; i < c->p.oc; i++) {
        c->scale[i] = c->scale[0];
        if (c->mult) {
            c->mult[i] = c->mult[0];
            c->shift[i] = c->shift[0];
        }
    }
    s->in[CONV_MULT] = c->mult ? value_const(g, I32, 1, (int64_t[]){1}, c->mult)
                               : value_const(g, F32, 1, (int64_t[]){1}, c->scale);
    if (c->mult)
        s->in[CONV_SHIFT] = value_const(g, I32, 1, (int64_t[]){1}, c->shift);
}

/* A table behind everything. */
static void add_table(Graph *g, const Case *c, Step *s, int8_t *want)
{
    uint8_t *table = NEW(uint8_t, PTE_MCU_TABLE_BYTES);
    for (int i = 0; i < PTE_MCU_TABLE_BYTES; i++)
        table[i] = (uint8_t)below(256);
    s->in[CONV_TABLE] = value_const(g, U8, 1, (int64_t[]){PTE_MCU_TABLE_BYTES}, table);
    for (int i = 0; i < c->p.n * c->p.os.n; i++)
        want[i] = (int8_t)table[(uint8_t)want[i]];
}

/* Sums of two products just in 16 bits. */
static void raise_weights(Case *c)
{
    const int n = c->p.oc * (c->p.c / c->p.groups) * c->p.kh * c->p.kw;
    for (int i = 0; i < n; i++)
        c->weight[i] = c->weight[i] == INT8_MIN ? INT8_MIN + 1 : c->weight[i];
}

/* Weights of 4 bits. */
static void shrink_weights(Case *c)
{
    const int n = c->p.oc * (c->p.c / c->p.groups) * c->p.kh * c->p.kw;
    for (int i = 0; i < n; i++)
        c->weight[i] = (int8_t)(((c->weight[i] & 15) ^ 8) - 8);
}

/* Sums of some channels leave 32 bits. */
static void raise_biases(Case *c)
{
    for (int i = 0; c->bias && i < c->p.oc; i += 1 + below(8))
        c->bias[i] = below(2) ? INT32_MAX : INT32_MIN;
}

static void expected(const Case *c, int8_t *out)
{
    if (c->requant == RQ_Q31_DOUBLE)
        pte_conv2d_s8(out, c->in, c->weight, c->bias, c->mult, c->shift, c->q, &c->p);
    else if (c->requant == RQ_F32_RNE)
        pte_conv2d_s8_rne(out, c->in, c->weight, c->bias, c->scale, c->q, &c->p);
    else
        pte_conv2d_s8_fbias(out, c->in, c->weight, c->offset, c->scale, c->q, &c->p);
}

/* The elements that the window of position i reads lie from *first to before *end. */
static void find_window(const pte_conv2d *p, int i, int *first, int *end)
{
    *first = INT_MAX;
    *end = 0;
    for (int ky = 0; ky < p->kh; ky++)
        for (int kx = 0; kx < p->kw; kx++) {
            const int y = i / p->ow * p->sh - p->ph + ky * p->dh;
            const int x = i % p->ow * p->sw - p->pw + kx * p->dw, at = y * p->is.h + x * p->is.w;
            if (y < 0 || y >= p->h || x < 0 || x >= p->w)
                continue;
            *first = at < *first ? at : *first;
            *end = at + p->c > *end ? at + p->c : *end;
        }
}

/* How far behind the result the input has to start for each result to end where no later window has
 * begun, or the result behind the input for each to begin where all earlier windows have ended. */
static void find_overlaps(const pte_conv2d *p, Call *call)
{
    const int n = p->oh * p->ow;
    int begun = INT_MAX, ended = 0, first, end;
    call->lead = call->behind = -1;
    if (p->n > 1 || (call->form == CONVOLUTION && n < PTE_MCU_FEW))
        return;
    call->lead = 0;
    call->behind = 1;
    for (int i = n - 1; i >= 0; i--) {
        find_window(p, i, &first, &end);
        if (begun < INT_MAX && (i + 1) * p->oc - begun > call->lead)
            call->lead = (i + 1) * p->oc - begun;
        begun = first < begun ? first : begun;
    }
    for (int i = 0; i < n; i++) {
        find_window(p, i, &first, &end);
        ended = end > ended ? end : ended;
        if (ended - (i + 1) * p->oc > call->behind)
            call->behind = ended - (i + 1) * p->oc;
    }
}

/* Does the compiler let the result lie over the input just where it may? */
static int is_planned(const Step *s, const Call *call)
{
    Shifts shift;
    if (!find_shifts(s, &shift))
        return call->lead < 0;
    return call->lead >= 0 && shift.before <= -call->lead && shift.behind >= call->behind;
}

static int call(const Call *c, const Case *from, const int8_t *weight, const int8_t *want)
{
    const int failed = fails(c, from->in, weight, want);
    if (record && c->in_bytes + c->out_bytes + c->weight_bytes < 40000) {
        fwrite(c, sizeof *c, 1, record);
        fwrite(from->in, 1, (size_t)c->in_bytes, record);
        fwrite(weight, 1, (size_t)c->weight_bytes, record);
        fwrite(want, 1, (size_t)c->out_bytes, record);
    }
    return failed;
}

static pte_mcu_conv2d shape_of_call(const pte_conv2d *p)
{
    return (pte_mcu_conv2d){.n = (uint16_t)p->n,
                            .c = (uint16_t)p->c,
                            .h = (uint16_t)p->h,
                            .w = (uint16_t)p->w,
                            .oc = (uint16_t)p->oc,
                            .oh = (uint16_t)p->oh,
                            .ow = (uint16_t)p->ow,
                            .groups = (uint16_t)p->groups,
                            .kh = (uint8_t)p->kh,
                            .kw = (uint8_t)p->kw,
                            .sh = (uint8_t)p->sh,
                            .sw = (uint8_t)p->sw,
                            .ph = (uint8_t)p->ph,
                            .pw = (uint8_t)p->pw,
                            .dh = (uint8_t)p->dh,
                            .dw = (uint8_t)p->dw};
}

static int form_of(const Graph *g, const Step *s, int depthwise)
{
    if (depthwise)
        return mcu_takes_bands(g, s) ? BANDS : mcu_takes_planes(g, s) ? PLANES : DEPTHWISE;
    return mcu_takes_squares(g, s) ? SQUARES : mcu_takes_lanes(g, s) ? LANES : CONVOLUTION;
}

static int run(Case *c, int arithmetic)
{
    const Options options = {
        .speed = true, .lanes = below(2) ? LANES_DSP : LANES_HELIUM}; /* which may want halves */
    const int narrow = below(4) == 0;
    Model model = {.options = &options, .savings = {.most_scratch = INT64_MAX, .few_bits = narrow}};
    Graph g = {.model = &model};
    c->requant = requants[arithmetic];
    c->table = below(4) == 0;
    fill(c);
    if (below(2))
        raise_weights(c);
    if (narrow)
        shrink_weights(c);
    if (c->extreme && below(2))
        raise_biases(c);
    if (c->requant == RQ_Q31_DOUBLE)
        fill_shifts(c);
    int8_t *want = calloc((size_t)c->p.n * (size_t)c->p.os.n, 1);
    Step *s = step_of(&g, c);
    if (c->requant != RQ_F32_BIAS && !c->depthwise && below(4) == 0)
        make_alike(&g, c, s);
    expected(c, want);
    if (c->table)
        add_table(&g, c, s, want);
    const int taken =
        c->depthwise ? mcu_takes_depthwise(s, c->requant) : takes_byte_conv(s, c->requant);
    static void (*const packs[])(Graph *, Step *) = {pack_mcu_conv,    pack_mcu_depthwise,
                                                     pack_mcu_planes,  pack_mcu_lanes,
                                                     pack_mcu_squares, pack_mcu_bands};
    const int form = form_of(&g, s, c->depthwise);
    calls[form]++;
    packs[form](&g, s);
    narrow_calls += model.four_bits;
    Call k = {.form = form,
              .arithmetic = arithmetic,
              .in_bytes = (int32_t)input_extent(&c->p),
              .weight_bytes = (int32_t)size_value(value_numel(s->in[CONV_WEIGHT])),
              .out_bytes = c->p.n * c->p.os.n,
              .scratch_bytes = s->out[1] ? (int32_t)size_value(value_numel(s->out[1])) : 0,
              .p = shape_of_call(&c->p)};
    find_overlaps(&c->p, &k);
    s->kernel = &(Kernel){.backend = backend_find("mcu"), .pack = packs[form]};
    const int planned = is_planned(s, &k);
    if (k.lead >= 0) {
        k.lead += below(3) * below(c->p.oc);
        k.behind += below(3) * below(c->p.oc);
    }
    const int failed = !taken || !planned || call(&k, c, const_data(s->in[CONV_WEIGHT]), want);
    if (failed) {
        printf("FAILED: taken %d, planned %d, arithmetic %d, extreme %d, table %d, ", taken,
               planned, arithmetic, c->extreme, c->table);
        print_shape(&c->p, c->depthwise, 0);
    }
    free(want);
    free_case(c);
    return failed;
}

/* Every number of positions, filters and products up to two tiles, in one group and in two. */
static int run_tails(int arithmetic)
{
    int failed = 0;
    for (int rows = 1; rows <= 9; rows++)
        for (int columns = 1; columns <= 5; columns++)
            for (int k = 2; k < 20; k++) {
                const int groups = 1 + k % 2, depth = k / 2;
                Case c = {.p = shape_of_product(rows, columns * groups, depth * groups),
                          .extreme = below(4) == 0};
                c.p.groups = groups;
                lay_out(&c.p, 0, 0);
                failed += run(&c, arithmetic);
            }
    static const int channels[] = {2, 3, 4, 5, 6, 7, 8, 9, 16, 20, 32, 39};
    for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
        for (int kh = 1; kh <= 3; kh++)
            for (int kw = 1; kw <= 3; kw++) {
                Case c = {.p = random_shape(1), .depthwise = 1, .extreme = below(4) == 0};
                c.p.c = c.p.oc = c.p.groups = channels[i];
                c.p.kh = kh;
                c.p.kw = kw;
                c.p.ph = below(kh);
                c.p.pw = below(kw);
                c.p.h = c.p.dh * (kh - 1) + 1 + below(9);
                c.p.w = c.p.dw * (kw - 1) + 1 + below(9);
                c.p.oh = outputs(c.p.h, kh, c.p.sh, c.p.ph, c.p.dh);
                c.p.ow = outputs(c.p.w, kw, c.p.sw, c.p.pw, c.p.dw);
                lay_out(&c.p, 0, 0);
                failed += run(&c, arithmetic);
            }
    return failed;
}

/* Sums in pieces of 16 bytes, above what tails reach. */
static int run_long(int arithmetic)
{
    int failed = 0;
    for (int depth = 10; depth <= 70; depth++) {
        for (int few = 0; few < 2; few++) { /* many have other weights */
            Case c = {.p = shape_of_product(1 + below(6) + (few ? 0 : 15), 1 + below(5), depth),
                      .extreme = below(4) == 0};
            lay_out(&c.p, 0, 0);
            failed += run(&c, arithmetic);
        }
    }
    return failed;
}

static int run_random(int arithmetic)
{
    Case c = {.depthwise = below(2), .extreme = below(3) == 0};
    do
        c.p = random_shape(c.depthwise);
    while (c.depthwise && c.p.kh * c.p.kw > PTE_MCU_TAPS);
    random_layout(&c.p, 1, 0);
    return run(&c, arithmetic);
}

/* Windows of 3 x 3 that move on by one, of every width and padding, and of one row and of more.
 * Half of the results have all values of a byte, which the kernel for planes wants. */
static int run_planes(void)
{
    int failed = 0;
    for (int width = 1; width <= 12; width++)
        for (int height = 1; height <= 12; height += 1 + below(3)) {
            Case c = {.p = random_shape(1), .depthwise = 1, .extreme = below(8) == 0};
            c.p.n = 1 + (below(4) == 0);
            c.p.c = c.p.oc = c.p.groups = 4 + 4 * below(4);
            c.p.kh = c.p.kw = 3;
            c.p.sh = c.p.sw = c.p.dh = c.p.dw = 1;
            c.p.ph = below(3);
            c.p.pw = below(3);
            c.p.h = height + below(3);
            c.p.w = width + below(3);
            c.p.oh = height;
            c.p.ow = width;
            lay_out(&c.p, 0, 0);
            failed += run(&c, 0);
        }
    return failed;
}

/* What the kernels for Helium take if the rest is as they want it: windows of every width up to
 * two tiles, of few and of many bytes, at the edges and inside. */
static int run_lanes(void)
{
    int failed = 0;
    for (int width = 1; width <= 10; width++)
        for (int k = 0; k < 20; k++) {
            const int square = k > 11;
            Case c = {
                .p = random_shape(0), .depthwise = !square && k % 2, .extreme = below(8) == 0};
            const int size = k % 4 == 2 && !square ? 1 : 3;
            c.p.n = 1 + (below(4) == 0);
            c.p.groups = 1;
            c.p.c = square        ? (below(2) ? 3 : 16 + 16 * below(3))
                    : c.depthwise ? 8 + 8 * below(6)
                                  : (1 + below(12)) * (1 + 3 * below(2));
            c.p.oc = c.depthwise ? c.p.c : 2 + 2 * below(20);
            c.p.groups = c.depthwise ? c.p.c : 1;
            c.p.kh = c.depthwise ? 3 : size;
            c.p.kw = c.depthwise || square ? 3 : 1 + below(size + 1);
            c.p.dh = c.p.dw = 1;
            c.p.sh = 1 + below(2);
            c.p.sw = 1 + below(2);
            c.p.ph = below(c.p.kh);
            c.p.pw = below(c.p.kw);
            c.p.oh = 1 + below(5);
            c.p.ow = square ? 4 + 4 * below(3) : width;
            c.p.h = (c.p.oh - 1) * c.p.sh + c.p.kh + below(c.p.sh);
            c.p.w = (c.p.ow - 1) * c.p.sw + c.p.kw + below(c.p.sw) - (square ? 2 * c.p.pw : 0);
            c.p.oh = outputs(c.p.h, c.p.kh, c.p.sh, c.p.ph, 1);
            c.p.ow = outputs(c.p.w, c.p.kw, c.p.sw, c.p.pw, 1);
            lay_out(&c.p, 0, 0);
            failed += run(&c, 0);
        }
    return failed;
}

/* As many channels of windows of 3 x 3, and as many taps of depthwise ones, as kernels have room
 * for. Few results, so that other processors repeat it. */
static int run_most(void)
{
    enum { SIDE = 7, DRAWS = 100 };
    _Static_assert(SIDE * SIDE == PTE_MCU_TAPS, "a square");
    const int before = calls[SQUARES];
    int failed = 0;
    for (int i = 0; i < DRAWS && calls[SQUARES] == before; i++) {
        Case c = {.p = shape_of_product(4, 2, 16 * PTE_MCU_MOST_BLOCKS)};
        c.p.kh = c.p.kw = c.p.h = 3;
        c.p.w += c.p.kw - 1;
        lay_out(&c.p, 0, 0);
        failed += run(&c, 0);
    }
    for (int i = 0; i < 3; i++) {
        Case c = {.p = shape_of_product(3, 8, 8), .depthwise = 1};
        c.p.groups = c.p.oc;
        c.p.kh = c.p.kw = c.p.h = SIDE;
        c.p.w += SIDE - 1;
        lay_out(&c.p, 0, 0);
        failed += run(&c, i);
    }
    return failed + (calls[SQUARES] == before);
}

/* A number in [0, 1), by the runtime's arithmetic as multiplier and shift. */
typedef struct Factor {
    int32_t mult, shift;
} Factor;

static Factor factor_of(double scale)
{
    Factor f;
    f.mult = (int32_t)lrint(frexp(scale, &f.shift) * 2147483647);
    return f;
}

static int32_t scaled(int32_t v, Factor f)
{
    return pte_requant_double(v, f.mult, f.shift);
}

/* Sums as CMSIS-NN requantises them: nearly all are weighted sums, which have the same results. */
static int run_sums(int n)
{
    static int8_t result[256][256];
    int found = 0, failed = 0;
    for (int i = 0; i < n; i++) {
        const double scale[2] = {0.01 * (20 + below(80)), 0.01 * (20 + below(80))};
        const double larger = scale[0] > scale[1] ? scale[0] : scale[1];
        const Factor a = factor_of(scale[0] / larger / 2), b = factor_of(scale[1] / larger / 2);
        const Factor out = factor_of((0.7 + 0.01 * below(100)) / (1 << 19));
        const int za = below(256) - 128, zb = below(256) - 128, z = below(256) - 128;
        const int lo = below(2) ? z : -128;
        for (int k = 0; k < 256 * 256; k++) {
            const int32_t x = (k / 256 - 128 - za) * (1 << 20),
                          y = (k % 256 - 128 - zb) * (1 << 20);
            const int32_t v = scaled(scaled(x, a) + scaled(y, b), out) + z;
            result[k / 256][k % 256] = (int8_t)(v < lo ? lo : v > 127 ? 127 : v);
        }
        ByteSum s;
        if (!find_byte_sum(result, &s))
            continue;
        const pte_mcu_add p = {.a = s.weight[0],
                               .b = s.weight[1],
                               .start = s.start,
                               .shift = (pte_s8)s.shift,
                               .lo = (pte_s8)s.lo,
                               .hi = (pte_s8)s.hi};
        for (int k = 0; k < 256 * 256; k++)
            failed |= result[k / 256][k % 256] !=
                      plain_sum(&p, (int8_t)(k / 256 - 128), (int8_t)(k % 256 - 128));
        failed |= adds_wrongly(p);
        found++;
    }
    if (failed || found * 10 < n * 9)
        printf("FAILED: %d of %d sums found, %s\n", found, n, failed ? "and wrong" : "too few");
    return failed || found * 10 < n * 9;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc < 2 || (argc > 2 && !(record = fopen(argv[2], "wb")))) {
        fprintf(stderr, "usage: bytes NUMBER-OF-SHAPES [FILE]\n");
        return 2;
    }
    for (int i = 0; i < 3; i++)
        failed += run_tails(i) + run_long(i);
    for (int i = 0; i < 6; i++)
        failed += run_planes() + run_lanes();
    failed += run_most();
    for (int i = PLANES; i < FORMS; i++)
        if (calls[i] < 25) {
            printf("FAILED: only %d calls of form %d\n", calls[i], i);
            failed++;
        }
    if (narrow_calls < 100) {
        printf("FAILED: only %d calls with weights of 4 bits\n", narrow_calls);
        failed++;
    }
    failed += run_sums(20);
    if (converts_wrongly()) {
        printf("FAILED: bytes of floats, or floats of bytes\n");
        failed++;
    }
    if (differs_from_portable()) {
        printf("FAILED: 16-bit integers, or weights of 4 bits row by row\n");
        failed++;
    }
    for (int i = 0; i < atoi(argv[1]) && failed < 10; i++)
        failed += run_random(i % 3);
    if (record && fclose(record) != 0)
        return 2;
    return failed > 0;
}
