/* SPDX-License-Identifier: 0BSD
 * Two steps with windows that take turns, in the least memory for the rows between them, against
 * the same steps one after the other. When the first one computes what is found here by trying.
 * gcc -std=c11 -O2 -ffp-contract=off -Iruntime-min -Ibackends/portable tests/unit/turns.c
 *     backends/portable/pte_{rows,turns}_*.c backends/portable/pte_{conv2d,max_pool2d}_f32.c
 *     runtime-min/pte_*.c -lm */
#include "pte_turns_part.h"
#include "unit.h"

enum { ROOM = 1 << 12 };

typedef struct pair {
    pte_conv2d first, second;
    pte_pool2d pool; /* the second step, if it is one */
    int pools;
    pte_turns a, b;
} pair;

static float in[ROOM], between[ROOM], want[ROOM], out[ROOM], weight[ROOM];

static pte_conv2d random_conv(int32_t c, int32_t h, int32_t w)
{
    pte_conv2d p = {.n = 1, .c = c, .h = h, .w = w, .groups = 1, .sw = 1, .lo = -9, .hi = 9};

    p.oc = unit_between(1, 3);
    p.kh = unit_between(1, 4);
    p.kw = unit_between(1, 2);
    p.sh = unit_between(1, 3);
    p.dh = unit_between(1, 2);
    p.dw = 1;
    p.ph = unit_between(0, p.kh / 2 * p.dh);
    p.pw = unit_between(0, p.kw / 2);
    p.oh = (h + 2 * p.ph - (p.kh - 1) * p.dh - 1) / p.sh + 1;
    p.ow = w + 2 * p.pw - p.kw + 1;
    p.is = (pte_strides4){h * w * c, 1, w * c, c};
    p.os = (pte_strides4){p.oh * p.ow * p.oc, 1, p.ow * p.oc, p.oc};
    p.ws = (pte_strides4){c * p.kh * p.kw, p.kh * p.kw, p.kw, 1};
    return p;
}

static pte_pool2d pool_of(const pte_conv2d *p)
{
    const pte_pool2d pool = {1,     p->c,  p->h,  p->w,  p->oh, p->ow, p->kh, p->kw, p->sh, p->sw,
                             p->ph, p->pw, p->dh, p->dw, p->is, p->os, 0,     0,     -9,    9};

    return pool;
}

/* The rule of pte_turns, by numbers that cannot be cut. */
static int32_t end_of(const pte_turns *s, int32_t t)
{
    const int64_t all = (int64_t)t * s->rows + s->start;
    const int64_t end = all >= 0 ? all / s->turns : -1;

    if (t < 0 || end < s->begin)
        return s->begin;
    return end > s->height ? s->height : (int32_t)end;
}

/* The first row that a turn of the second step reads, or the one behind the last. */
static int32_t read_from(const pair *x, int32_t t)
{
    const int32_t y = end_of(&x->b, t - 1) * x->second.sh - x->second.ph;

    return y > 0 ? y : 0;
}

static int32_t read_to(const pair *x, int32_t t)
{
    const pte_conv2d *p = &x->second;
    const int32_t y = (end_of(&x->b, t) - 1) * p->sh - p->ph + (p->kh - 1) * p->dh + 1;

    return y < p->h ? y : p->h;
}

static int32_t turns_of(const pte_turns *s)
{
    int32_t t = 0;

    while (end_of(s, t) < s->height)
        t++;
    return t + 1;
}

/* Has the first step computed what the second one reads, in each turn? */
static int is_early_enough(const pair *x)
{
    for (int32_t t = 0; t < turns_of(&x->b); t++)
        if (end_of(&x->b, t) > end_of(&x->b, t - 1) && end_of(&x->a, t) < read_to(x, t))
            return 0;
    return 1;
}

/* The second step computes `fast` rows a turn, or one in `slow` of them. What its parts need is
 * what the whole does if no end cuts it. */
static void schedule(pair *x, int in_parts)
{
    const int32_t sh = x->second.sh;
    const int32_t slow = !in_parts && unit_between(0, 1) ? sh * unit_between(1, 3) : 1;
    const int32_t first = x->first.oh, second = x->second.oh;
    const int32_t fast = slow > 1 ? 1 : unit_between(1, 3);

    if (in_parts) {
        x->second.oh = 40;
        x->first.oh = x->second.h = 60 * sh;
    }
    x->b = (pte_turns){.height = (pte_u16)x->second.oh, .size = 4};
    x->b.rows = (pte_u8)fast;
    x->b.turns = (pte_u8)slow;
    x->b.start = unit_between(-4, slow);
    x->a = (pte_turns){.height = (pte_u16)x->first.oh, .size = 4};
    x->a.rows = (pte_u8)(slow > 1 ? 1 : fast * sh);
    x->a.turns = (pte_u8)(slow > 1 ? slow / sh : 1);
    for (x->a.start = -60; !is_early_enough(x);)
        x->a.start++;
    for (int32_t t = 0; t < turns_of(&x->b); t++) {
        const int32_t kept = end_of(&x->a, t - 1) - read_from(x, t);

        if (kept > x->a.kept)
            x->a.kept = (pte_u8)kept;
    }
    x->first.oh = x->second.h = first;
    x->second.oh = second;
    x->a.height = (pte_u16)first;
    x->b.height = (pte_u16)second;
}

static int32_t first_of(const pte_turns *s, int32_t t)
{
    const int32_t first = end_of(s, t - 1) - s->kept;

    return first > s->begin ? first : s->begin;
}

/* Rows between the steps that are there at once. */
static int32_t most_rows(const pte_turns *a, const pte_turns *b)
{
    int32_t most = 0;

    for (int32_t t = 0; t < turns_of(b); t++)
        if (end_of(a, t) - first_of(a, t) > most)
            most = end_of(a, t) - first_of(a, t);
    return most;
}

/* The turns of one part; returns how many rows it computes. put: kept rows are put away. */
static int32_t take_turns(const pair *x, const pte_turns *a, const pte_turns *b, int put)
{
    const int32_t row = x->first.os.h, most = most_rows(a, b) * row, least = a->kept * row;
    float *memory = calloc((size_t)most + 1, sizeof *memory);
    float *kept = calloc((size_t)least + 1, sizeof *kept);
    const int32_t turns = pte_turns_count(b);
    pte_turns part = x->b; /* takes as many turns as if it were the whole */
    int32_t rows = 0;

    part.height = (pte_u16)(b->height - b->begin);
    CHECK(turns == turns_of(b) && turns == turns_of(&part), "%d turns of %d, not %d", turns,
          turns_of(b), turns_of(&part));
    memory[most] = kept[least] = 77;

    for (pte_turn t = {0}; t.number < turns; t.number++) {
        pte_conv2d_turn c = {.turn = &t};
        pte_pool2d_turn p = {.turn = &t};

        t.turns = NULL;
        pte_rows_conv2d(&c, memory, &x->first, a);
        if (put)
            pte_rows_bring(&t, kept);
        else
            pte_rows_keep(&t);
        pte_conv2d_f32(t.out, in + t.under, weight, NULL, &c.conv);
        if (put)
            pte_rows_put(&t, kept);
        if (x->pools) {
            pte_rows_pool2d(&p, out, &x->pool, b);
            pte_max_pool2d_f32(out + t.from * x->second.os.h, NULL, memory + t.under, &p.pool);
        } else {
            pte_rows_conv2d(&c, out, &x->second, b);
            pte_conv2d_f32(out + t.from * x->second.os.h, memory + t.under, weight, NULL, &c.conv);
        }
        rows += t.count;
        for (int32_t i = 0; put && i < most; i++)
            memory[i] = 1e9f;
    }
    CHECK(memory[most] == 77 && kept[least] == 77, "written behind the rows between the steps");
    free(memory);
    free(kept);
    return rows;
}

static void run(const pair *x, int32_t parts, int put)
{
    int32_t rows = 0;

    for (int i = 0; i < ROOM; i++)
        out[i] = 1e9f;
    for (int32_t i = 0; i < parts; i++) {
        const pte_turns b = pte_turns_part(&x->b, i, parts);
        const pte_turns a = pte_turns_before(&b, &x->b, &x->a, x->second.sh, x->second.ph);
        const int32_t y = b.begin * x->second.sh - x->second.ph;

        CHECK(a.begin == (y < 0             ? 0
                          : y < x->first.oh ? y
                                            : x->first.oh),
              "the first step begins with row %d for row %d of the second", a.begin, b.begin);
        rows += parts > 1 ? take_turns(x, &a, &b, put) : take_turns(x, &x->a, &x->b, put);
    }
    CHECK(rows == x->second.oh, "%d rows of %d", rows, x->second.oh);
    CHECK(memcmp(out, want, (size_t)x->second.os.n * sizeof *out) == 0 &&
              out[x->second.os.n] == 1e9f,
          "%d parts, put %d, pools %d, rows %d -> %d -> %d, window %d of %d, stride %d, pad %d: "
          "turns %d, %d from %d; %d, %d from %d, kept %d",
          parts, put, x->pools, x->first.h, x->first.oh, x->second.oh, x->second.kh, x->second.dh,
          x->second.sh, x->second.ph, x->b.rows, x->b.turns, x->b.start, x->a.rows, x->a.turns,
          x->a.start, x->a.kept);
}

static void test(void)
{
    pair x = {.first = random_conv(unit_between(1, 2), unit_between(1, 16), unit_between(1, 4))};

    if (x.first.oh < 1 || x.first.ow < 1)
        return;
    x.second = random_conv(x.first.oc, x.first.oh, x.first.ow);
    x.pools = unit_between(0, 2) == 0;
    if (x.pools) {
        x.second.oc = x.second.c;
        x.second.os = (pte_strides4){x.second.oh * x.second.ow * x.second.c, 1,
                                     x.second.ow * x.second.c, x.second.c};
    }
    if (x.second.oh < 1 || x.second.ow < 1)
        return;
    x.pool = pool_of(&x.second);
    pte_conv2d_f32(between, in, weight, NULL, &x.first);
    if (x.pools)
        pte_max_pool2d_f32(want, NULL, between, &x.pool);
    else
        pte_conv2d_f32(want, between, weight, NULL, &x.second);
    schedule(&x, 0);
    run(&x, 1, unit_between(0, 1));
    if (x.second.oh > 1) {
        schedule(&x, 1);
        run(&x, unit_between(2, x.second.oh < 4 ? x.second.oh : 4), 0);
    }
}

int main(void)
{
    for (int i = 0; i < ROOM; i++) {
        in[i] = unit_float();
        weight[i] = unit_float();
    }
    for (int round = 0; round < 3000; round++)
        test();
    return unit_result("turns");
}
