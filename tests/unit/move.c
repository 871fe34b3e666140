/* SPDX-License-Identifier: 0BSD
 * Strided copies, fills and gathers of every element size.
 * gcc -std=c11 -O2 -Iruntime-min -Ibackends/portable tests/unit/move.c
 *     backends/portable/pte_move_*.c backends/portable/pte_fill_*.c
 * backends/portable/pte_gather_*.c */
#include "pte_kernels.h"
#include "unit.h"

enum { ROOM = 4096 };

typedef void move_fn(void *, const void *, const pte_move *);
typedef pte_status gather_fn(void *, const void *, const int64_t *, const pte_gather *);

static const struct {
    size_t bytes;
    move_fn *move, *fill;
    gather_fn *gather;
} sizes[] = {{1, pte_move_b1, pte_fill_b1, pte_gather_b1},
             {2, pte_move_b2, pte_fill_b2, pte_gather_b2},
             {4, pte_move_b4, pte_fill_b4, pte_gather_b4},
             {8, pte_move_b8, pte_fill_b8, pte_gather_b8}};

static uint64_t in[ROOM], out[ROOM], want[ROOM];

/* Dense destination in a random order of axes; any source strides, also 0 and negative. */
static int random_move(pte_move *p)
{
    int32_t stride = unit_between(1, 2), low = 0, high = 0;

    memset(p, 0, sizeof *p);
    p->rank = unit_between(0, 8);
    for (int32_t i = 0; i < p->rank; i++)
        p->extent[i] = unit_between(0, 30) ? unit_between(1, p->rank > 5 ? 2 : 4) : 0;
    p->dst_offset = unit_between(0, 5);
    for (int32_t done = 0, i = unit_between(0, 7); done < p->rank; i++) {
        const int32_t axis = i * 5 % 8; /* visits all of 0..7 */

        if (axis >= p->rank)
            continue;
        p->dst_stride[axis] = stride;
        stride *= p->extent[axis];
        p->src_stride[axis] = unit_between(-9, 9);
        low += p->src_stride[axis] < 0 ? p->src_stride[axis] * 3 : 0;
        high += p->src_stride[axis] > 0 ? p->src_stride[axis] * 3 : 0;
        done++;
    }
    p->src_offset = -low;
    return stride + 5 < ROOM && high - low < ROOM;
}

/* want[dst] = in[src], or *value if `value` is set, element by element. */
static void expect_move(const pte_move *p, size_t bytes, const void *value)
{
    int32_t total = 1;

    for (int32_t i = 0; i < p->rank; i++)
        total *= p->extent[i];
    for (int32_t t = 0; t < total; t++) {
        int32_t rest = t, dst = p->dst_offset, src = p->src_offset;

        for (int32_t i = p->rank - 1; i >= 0; i--) {
            dst += rest % p->extent[i] * p->dst_stride[i];
            src += rest % p->extent[i] * p->src_stride[i];
            rest /= p->extent[i];
        }
        memcpy((char *)want + (size_t)dst * bytes,
               value ? value : (const char *)in + (size_t)src * bytes, bytes);
    }
}

static void test_move(size_t i, const pte_move *p)
{
    const uint64_t value = UINT64_C(0x0123456789abcdef);

    memset(out, 7, sizeof out);
    memset(want, 7, sizeof want);
    sizes[i].move(out, in, p);
    expect_move(p, sizes[i].bytes, NULL);
    CHECK(memcmp(out, want, sizeof out) == 0, "move of %d bytes, rank %d", (int)sizes[i].bytes,
          p->rank);
    sizes[i].fill(out, &value, p);
    expect_move(p, sizes[i].bytes, &value);
    CHECK(memcmp(out, want, sizeof out) == 0, "fill of %d bytes, rank %d", (int)sizes[i].bytes,
          p->rank);
}

static void test_gather(size_t i)
{
    const size_t bytes = sizes[i].bytes;
    const pte_gather p = {unit_between(0, 3), unit_between(1, 6), unit_between(0, 6),
                          unit_between(0, 9), unit_between(0, 1)};
    int64_t index[6] = {0};
    size_t to = 0;

    for (int32_t k = 0; k < p.count; k++)
        index[k] = unit_between(p.from_start ? 0 : -p.rows, p.rows - 1);
    memset(out, 7, sizeof out);
    memset(want, 7, sizeof want);
    for (int32_t o = 0; o < p.outer; o++) {
        for (int32_t k = 0; k < p.count; k++, to += (size_t)p.inner * bytes) {
            const int64_t row = o * p.rows + (index[k] + p.rows) % p.rows;

            memcpy((char *)want + to, (char *)in + (size_t)(row * p.inner) * bytes,
                   (size_t)p.inner * bytes);
        }
    }
    CHECK(sizes[i].gather(out, in, index, &p) == PTE_OK, "gather refuses good indices");
    CHECK(memcmp(out, want, sizeof out) == 0, "gather of %d bytes", (int)bytes);
    if (p.count > 0 && p.outer > 0) {
        static const int64_t far[] = {0, 1, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
        const int64_t add = far[unit_between(0, 4)];

        const int64_t below = p.from_start ? -1 : -p.rows - 1;
        index[unit_between(0, p.count - 1)] = add > 1 || add < 0 ? add : add ? below : p.rows;
        CHECK(sizes[i].gather(out, in, index, &p) == PTE_INVALID_ARGUMENT, "gather at %lld",
              (long long)index[0]);
    }
}

int main(void)
{
    pte_move p;

    for (int i = 0; i < ROOM; i++)
        in[i] = unit_random();
    for (int round = 0; round < 4000; round++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            if (random_move(&p))
                test_move(i, &p);
            test_gather(i);
        }
    }
    return unit_result("move");
}
