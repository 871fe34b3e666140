/* SPDX-License-Identifier: 0BSD
 * The seed of an emitted model. tests/cases/aten/rand compares 15 random numbers with its input;
 * which of them are below 0.5 says which numbers they were. */
#include "noise.h"

#include <stdio.h>
#include <string.h>

static const float half = 0.5f;
static int failures;

static void expect(bool ok, const char *what)
{
    if (!ok)
        printf("%s\n", what);
    failures += !ok;
}

static unsigned draw(const noise_ctx *ctx)
{
    bool below[15];
    unsigned bits = 0;
    const pte_status status =
        ctx ? noise_forward_with(ctx, &half, below) : noise_forward(&half, below);

    expect(status == PTE_OK, "the call fails");
    for (int i = 0; i < 15; i++)
        bits |= (unsigned)below[i] << i;
    return bits;
}

/* A generator of its own. */
typedef struct Instance {
    PTE_ALIGN(16) unsigned char arena[NOISE_ARENA_BYTES + 1];
    PTE_ALIGN(16) unsigned char state[NOISE_STATE_BYTES];
} Instance;

int main(void)
{
    static Instance one, two;
    const noise_ctx a = {one.arena, one.state, noise_weights};
    const noise_ctx b = {two.arena, two.state, noise_weights};
    unsigned first, second;

    first = draw(NULL);
    second = draw(NULL);
    expect(first != second, "the second call draws what the first did");
    noise_reset();
    expect(draw(NULL) == first && draw(NULL) == second, "a reset does not start anew");
    noise_seed(0);
    expect(draw(NULL) == first && draw(NULL) == second, "0 is not the seed at start-up");
    noise_seed(1);
    expect(draw(NULL) != first, "another seed, the same numbers");

    memset(one.state, 0xa5, sizeof one.state);
    memset(two.state, 0x5a, sizeof two.state);
    noise_seed_with(&a, 0);
    noise_seed_with(&b, UINT64_C(0x123456789abcdef0));
    expect(draw(&a) == first, "one instance draws other numbers than the static one");
    expect(draw(&b) != first, "instances of other seeds draw the same numbers");
    expect(draw(&a) == second, "one instance moves the other on");
    noise_seed_with(&b, 0);
    expect(draw(&b) == first && draw(&b) == second, "instances of one seed differ");
    printf("seed: %s, %d failures\n", failures ? "FAILED" : "passed", failures);
    return failures != 0;
}
