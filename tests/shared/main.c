/* SPDX-License-Identifier: 0BSD
 * Two models that read one weights object, linked or handed over. */
#include "first.h"
#include "second.h"

#include "expected.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *what, pte_status status, const float *got, const float *want, int n)
{
    for (int i = 0; i < n; i++)
        if (status != PTE_OK || !(fabsf(got[i] - want[i]) <= 1e-5f + 1e-3f * fabsf(want[i]))) {
            printf("FAILED: %s: %s, %g, expected %g\n", what, pte_status_name(status),
                   (double)got[i], (double)want[i]);
            failures++;
        }
}

static void run_both(const char *what, const first_ctx *a, const second_ctx *b)
{
    float y[2], z[2];

    expect(what, first_forward_with(a, x, y), y, first_want, 2);
    expect(what, second_forward_with(b, x, z), z, second_want, 2);
}

static PTE_ALIGN(FIRST_ARENA_ALIGN) unsigned char arena[SECOND_ARENA_BYTES + FIRST_ARENA_BYTES + 1];
static PTE_ALIGN(FIRST_WEIGHTS_ALIGN) unsigned char file[FIRST_WEIGHTS_BYTES];

int main(int argc, char **argv)
{
    float y[2], z[2];
    const first_ctx a = {arena, NULL, file};
    const second_ctx b = {arena, NULL, file};

    expect("linked", first_forward(x, y), y, first_want, 2);
    expect("linked", second_forward(x, z), z, second_want, 2);
    _Static_assert(FIRST_WEIGHTS_BYTES == SECOND_WEIGHTS_BYTES, "both are the same");
    memcpy(file, both_weights, sizeof file);
    run_both("handed over", &a, &b);
    if (argc > 1) { /* as a file that is read at run time */
        FILE *f = fopen(argv[1], "rb");
        memset(file, 0, sizeof file);
        if (!f || fread(file, 1, sizeof file, f) != sizeof file || fclose(f))
            return 2;
        run_both("read", &a, &b);
    }
    if (first_check_weights(file, sizeof file) || second_check_weights(file, sizeof file)) {
        printf("FAILED: a model refuses the weights\n");
        failures++;
    }
    return failures != 0;
}
