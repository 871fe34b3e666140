/* SPDX-License-Identifier: 0BSD
 * Indices that topk and sort give of equal elements: any order of them passes, and any one line of
 * tensors of every rank and order of axes that names something else is refused. 0.03 s. */
#include "tools/ties.h"
#include "graph/build.h"
#include "unit.h"

#include <math.h>

enum { MOST_RANK = 4, MOST = 6, ROUNDS = 400, MOST_ELEMENTS = MOST * 3 * 3 * 3 };

typedef struct Topk {
    int rank, axis;
    int64_t from[MOST_RANK], to[MOST_RANK]; /* sizes before and after */
    CaseValue in, values, want, got;
    float in_data[MOST_ELEMENTS], value_data[MOST_ELEMENTS];
    int64_t want_data[MOST_ELEMENTS], got_data[MOST_ELEMENTS];
} Topk;

static Value element = {.type.rank = 1}, value, other;
static Value number;
static Value *made[] = {&value, &number}, *read[] = {&element};
static Step step = {.kind = K_SORT, .in = read, .nin = 1, .out = made, .nout = 2};

static void shuffle(int64_t *x, int64_t n)
{
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t k = unit_between(0, (int32_t)i), kept = x[i];
        x[i] = x[k];
        x[k] = kept;
    }
}

static CaseValue tensor(int dtype, const Topk *k, const int64_t *size, const void *data)
{
    CaseValue v = {.kind = FV_TENSOR};
    int64_t order[MOST_RANK] = {0, 1, 2, 3};
    v.tensor.dtype = dtype;
    v.tensor.rank = k->rank;
    v.tensor.data = (Bytes){data, MOST_ELEMENTS * (dtype == F32 ? 4 : 8)};
    shuffle(order, k->rank);
    for (int i = 0; i < k->rank; i++) {
        v.tensor.size[i] = size[i];
        v.tensor.dim_order[i] = (uint8_t)order[i];
    }
    return v;
}

/* Returns which element is the i-th of a line. */
static int64_t at(const CaseValue *v, const Topk *k, int64_t line, int64_t i)
{
    int64_t index[MOST_RANK], place = 0;
    for (int a = k->rank; a-- > 0;) {
        index[a] = a == k->axis ? i : line % k->from[a];
        line /= a == k->axis ? 1 : k->from[a];
    }
    for (int a = 0; a < k->rank; a++) {
        int axis = v->tensor.dim_order[a];
        place = place * v->tensor.size[axis] + index[axis];
    }
    return place;
}

static bool is_same(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

static float in_of(const Topk *k, int64_t line, int64_t i)
{
    return k->in_data[at(&k->in, k, line, i)];
}

/* Gives a line its indices, of the `n` in `order`: of larger elements first, of equal ones as they
 * stand there. */
static void pick(int64_t *data, const CaseValue *v, const Topk *k, int64_t line,
                 const int64_t *order, int64_t n)
{
    static const float sorted[] = {NAN, 1, 0, -1};
    int64_t picked = 0;
    for (int s = 0; s < 4; s++)
        for (int64_t i = 0; i < n && picked < k->to[k->axis]; i++)
            if (is_same(in_of(k, line, order[i]), sorted[s]))
                data[at(v, k, line, picked++)] = order[i];
}

static int64_t new_topk(Topk *k)
{
    static const float element_of[] = {NAN, 1, 0, -0.0f, -1};
    int64_t lines = 1;
    k->rank = unit_between(1, MOST_RANK);
    k->axis = unit_between(0, k->rank - 1);
    for (int i = 0; i < k->rank; i++) {
        k->from[i] = k->to[i] = unit_between(1, i == k->axis ? MOST : 3);
        lines *= i == k->axis ? 1 : k->from[i];
    }
    k->to[k->axis] = unit_between(1, (int32_t)k->from[k->axis]);
    for (int i = 0; i < MOST_ELEMENTS; i++)
        k->in_data[i] = element_of[unit_between(0, 4)];
    k->in = tensor(F32, k, k->from, k->in_data);
    k->values = tensor(F32, k, k->to, k->value_data);
    k->want = tensor(I64, k, k->to, k->want_data);
    k->got = tensor(I64, k, k->to, k->got_data);
    return lines;
}

/* Answers a line twice. Values alone do not tell which of the elements equal to the last one are
 * among the first few, so that there both answers have the same. */
static void answer(Topk *k, int64_t line, bool by_values)
{
    int64_t order[MOST], n = k->from[k->axis];
    for (int64_t i = 0; i < n; i++)
        order[i] = i;
    shuffle(order, n);
    pick(k->want_data, &k->want, k, line, order, n);
    for (int64_t i = 0; i < k->to[k->axis]; i++) {
        int64_t index = k->want_data[at(&k->want, k, line, i)];
        k->value_data[at(&k->values, k, line, i)] = in_of(k, line, index);
        order[i] = by_values ? index : order[i];
    }
    n = by_values ? k->to[k->axis] : n;
    shuffle(order, n);
    pick(k->got_data, &k->got, k, line, order, n);
}

/* What it reads, and what it gives, stands first or second. */
static bool passes(const Topk *k, bool by_values)
{
    const int read_at = unit_between(0, 1), given_at = unit_between(0, 1);
    CaseValue input[] = {k->want, k->want}, want[] = {k->values, k->values};
    Arg in[] = {{.value = &other}, {.value = &other}}, out[2];
    const Graph g = {.input = in, .ninputs = 2, .output = out, .noutputs = 2};
    input[read_at] = k->in;
    in[read_at].value = by_values ? &other : &element;
    want[given_at] = k->want;
    out[given_at] = (Arg){.value = &number};
    out[!given_at] = (Arg){.value = by_values ? &value : &other};
    step.axis = k->axis;
    return are_ties(&g, given_at, &(TestCase){input, want, 2, 2}, &k->got);
}

/* Is the line still an answer if its i-th index is `x`? */
static bool may_be(const Topk *k, int64_t line, int64_t i, int64_t x, bool by_values)
{
    const int64_t was = k->got_data[at(&k->got, k, line, i)];
    if (x == was || by_values)
        return x == was;
    if (x < 0 || x >= k->from[k->axis] || !is_same(in_of(k, line, x), in_of(k, line, was)))
        return false;
    for (int64_t m = 0; m < k->to[k->axis]; m++)
        if (k->got_data[at(&k->got, k, line, m)] == x)
            return false;
    return true;
}

static void check(Topk *k, bool by_values)
{
    const int64_t lines = new_topk(k);
    for (int64_t line = 0; line < lines; line++)
        answer(k, line, by_values);
    CHECK(passes(k, by_values), "rank %d, axis %d: another order", k->rank, k->axis);
    for (int64_t line = 0; line < lines; line++)
        for (int64_t i = 0; i < k->to[k->axis]; i++)
            for (int64_t x = -1; x <= k->from[k->axis]; x++) {
                const bool want = may_be(k, line, i, x, by_values);
                int64_t *index = &k->got_data[at(&k->got, k, line, i)], was = *index;
                *index = x;
                CHECK(passes(k, by_values) == want, "rank %d, axis %d, line %d: %d at %d is %s",
                      k->rank, k->axis, (int)line, (int)x, (int)i, want ? "right" : "wrong");
                *index = was;
            }
}

/* What names no element is refused where it is expected, too. */
static void check_expected(Topk *k)
{
    const int64_t lines = new_topk(k);
    for (int64_t line = 0; line < lines; line++)
        answer(k, line, false);
    for (int64_t line = 0; line < lines; line++)
        for (int64_t i = 0; i < k->to[k->axis]; i++) {
            int64_t *index = &k->want_data[at(&k->want, k, line, i)], was = *index;
            for (int64_t x = -1; x <= k->from[k->axis]; x += k->from[k->axis] + 1) {
                *index = x;
                CHECK(!passes(k, false), "rank %d, axis %d, line %d: %d at %d is expected", k->rank,
                      k->axis, (int)line, (int)x, (int)i);
            }
            *index = was;
        }
}

/* Swaps two elements of a line, which stay right where they are equal. */
static void check_swaps(Topk *k)
{
    const int64_t lines = new_topk(k);
    for (int64_t line = 0; line < lines; line++)
        answer(k, line, true);
    for (int64_t line = 0; line < lines; line++)
        for (int64_t i = 1; i < k->to[k->axis]; i++) {
            int64_t *a = &k->got_data[at(&k->got, k, line, i - 1)];
            int64_t *b = &k->got_data[at(&k->got, k, line, i)], was = *a;
            const bool want = is_same(in_of(k, line, *a), in_of(k, line, *b));
            *a = *b;
            *b = was;
            CHECK(passes(k, true) == want && passes(k, false) == want,
                  "rank %d, axis %d, line %d: %d swapped", k->rank, k->axis, (int)line, (int)i);
            *b = *a;
            *a = was;
        }
}

/* Only of these operators the order is open. */
static void check_operators(Topk *k)
{
    static const struct {
        const char *op;
        bool open;
    } row[] = {{"aten::sort.values", true},
               {"aten::sort.values_stable", false},
               {"aten::topk.values", true}};
    for (int i = 0; i < 3; i++) {
        step.source.op = row[i].op;
        CHECK(passes(k, true) == row[i].open && passes(k, false) == row[i].open, "%s", row[i].op);
    }
}

int main(void)
{
    static Topk k;
    number.def = value.def = &step;
    step.source.op = "aten::topk.values";
    for (int i = 0; i < ROUNDS; i++) {
        check(&k, i % 2);
        check_expected(&k);
        check_swaps(&k);
    }
    check_operators(&k);
    return unit_result("ties");
}
