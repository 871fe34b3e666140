/* SPDX-License-Identifier: 0BSD
 * Bytes of tensors that no other overlaps, against every pair: random places in three memories, of
 * which many touch, contain or repeat another and some have no bytes. 0.1 s. */
#include "import/call/places.h"
#include "graph/build.h"
#include "unit.h"

enum { MOST = 12, ROUNDS = 20000 };

static FileTensor tensor[MOST];
static FileValue value[MOST];
static bool rebound[MOST];

static bool is_counted(int i)
{
    return value[i].kind == FV_TENSOR && tensor[i].planned && !rebound[i];
}

static bool overlaps(const FileTensor *a, const FileTensor *b)
{
    bool same = a->offset == b->offset && a->bytes == b->bytes;
    return a->memory == b->memory && !same && a->offset < b->offset + b->bytes &&
           b->offset < a->offset + a->bytes;
}

static bool is_alone(const FileTensor *t, int n)
{
    for (int i = 0; i < n; i++)
        if (is_counted(i) && overlaps(&tensor[i], t))
            return false;
    return true;
}

int main(void)
{
    int alone = 0, shared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int n = unit_between(1, MOST), width = unit_between(1, 4 * n);
        for (int i = 0; i < n; i++) {
            tensor[i] = (FileTensor){.planned = unit_between(0, 9) > 0,
                                     .memory = unit_between(1, 3),
                                     .offset = (uint64_t)unit_between(0, width),
                                     .bytes = (uint64_t)unit_between(0, 6)};
            value[i] =
                (FileValue){.kind = unit_between(0, 9) ? FV_TENSOR : FV_INT, .tensor = &tensor[i]};
            rebound[i] = unit_between(0, 9) == 0;
        }
        const FileMethod m = {.value = value, .nvalues = n};
        Import im = {.m = &m, .rebound = rebound};
        collect_places(&im);
        for (int i = 0; i < n; i++) {
            if (!is_counted(i))
                continue;
            const bool want = is_alone(&tensor[i], n), got = has_own_bytes(&im, &tensor[i]);
            CHECK(got == want, "round %d, tensor %d of %d: %d, not %d", round, i, n, got, want);
            *(want ? &alone : &shared) += 1;
        }
        free_all();
    }
    CHECK(alone > ROUNDS && shared > ROUNDS, "%d alone, %d not", alone, shared);
    return unit_result("places");
}
