/* SPDX-License-Identifier: 0BSD
 * When a model with two delegates calls what of them: a delegate that only takes notes. */
#include "twice.h"

#include <stdio.h>
#include <string.h>

static int handle_of[8]; /* handles point here */
static int inits, fail_at = -1;
static char notes[64]; /* "i0" init, "x0" execute, "d0" destroy, by handle */
static pte_status executed = PTE_OK;

static void note(char what, const int *handle)
{
    size_t n = strlen(notes);
    if (n + 3 < sizeof notes) {
        notes[n] = what;
        notes[n + 1] = (char)('0' + (handle - handle_of));
        notes[n + 2] = 0;
    }
}

static pte_status init(const pte_blob *blob, void **handle)
{
    (void)blob;
    if (inits == fail_at)
        return PTE_OUT_OF_RESOURCES;
    *handle = &handle_of[inits++];
    note('i', *handle);
    return PTE_OK;
}

static pte_status execute(void *handle, const pte_in *const *in, int32_t ins,
                          const pte_out *const *out, int32_t outs, void *scratch)
{
    (void)in, (void)scratch;
    note('x', handle);
    memset(out[0]->data, 0, sizeof(float) * 6);
    return ins == 2 && outs == 1 ? executed : PTE_INTERNAL;
}

static void destroy(void *handle)
{
    note('d', handle);
}

const pte_delegate AccumulatorBackend_delegate = {init, execute, destroy};

static int failures;

static void expect(const char *what, pte_status got, pte_status want, const char *noted)
{
    if (got != want || strcmp(notes, noted) != 0) {
        printf("FAILED: %s: %s, expected %s; '%s', expected '%s'\n", what, pte_status_name(got),
               pte_status_name(want), notes, noted);
        failures++;
    }
    notes[0] = 0;
}

static PTE_ALIGN(TWICE_STATE_ALIGN) unsigned char state[TWICE_STATE_BYTES];
static PTE_ALIGN(TWICE_ARENA_ALIGN) unsigned char arena[TWICE_ARENA_BYTES];

int main(void)
{
    const float x[6] = {0}, y[6] = {0};
    float z[6];
    const twice_ctx other = {arena, state, twice_weights};

    memset(state, 0x5a, sizeof state);
    expect("called before init", twice_forward(x, y, z), PTE_INVALID_STATE, "");
    expect("init", twice_init(), PTE_OK, "i0i1");
    expect("call", twice_forward(x, y, z), PTE_OK, "x0x1");
    expect("another instance's init", twice_init_with(&other), PTE_OK, "i2i3");
    expect("another instance's call", twice_forward_with(&other, x, y, z), PTE_OK, "x2x3");
    expect("the first one again", twice_forward(x, y, z), PTE_OK, "x0x1");
    executed = PTE_INVALID_DATA;
    expect("a call that fails", twice_forward(x, y, z), PTE_INVALID_DATA, "x0");
    executed = PTE_OK;
    twice_destroy();
    expect("destroy", PTE_OK, PTE_OK, "d1d0");
    expect("called after destroy", twice_forward(x, y, z), PTE_INVALID_STATE, "");
    twice_destroy();
    expect("destroyed again", PTE_OK, PTE_OK, "");
    fail_at = 5;
    expect("an init that fails", twice_init(), PTE_OUT_OF_RESOURCES, "i4d4");
    expect("called after that", twice_forward(x, y, z), PTE_INVALID_STATE, "");
    expect("another instance is as it was", twice_forward_with(&other, x, y, z), PTE_OK, "x2x3");
    expect("no memory", twice_init_with(&(const twice_ctx){arena, NULL, twice_weights}),
           PTE_INVALID_ARGUMENT, "");
    return failures != 0;
}
