/* SPDX-License-Identifier: 0BSD
 * A self-test image of ptec: the calls to make, which stand with the emitted C, and what a target
 * provides to make them. */
#ifndef PTE_SELFTEST_H
#define PTE_SELFTEST_H

#include <stddef.h>
#include <stdint.h>

/* ---- the calls ---- */

enum {
    PTE_SELFTEST_KEEP,
    PTE_SELFTEST_FILL,
    PTE_SELFTEST_SEND
}; /* over calls; with garbage; when it is done */

typedef struct pte_selftest_place { /* of pte_selftest_model.memory; between places are guards */
    uint32_t at, bytes;
    int kind;
} pte_selftest_place;

typedef struct pte_selftest_call {
    int (*run)(const void *ctx, void *const *in, const int32_t *const *in_dims, void *const *out,
               int32_t *const *out_dims);
    int instance, reset; /* whether it starts afresh */
    void *const *in;
    const int32_t *const *in_dims;
    void *const *out;
    int32_t *const *out_dims;
    const pte_selftest_place *place; /* by address: the instances' states, the arena, outputs */
    int places;
    uint32_t end; /* of the guard behind the last place */
} pte_selftest_call;

typedef struct pte_selftest_model {
    unsigned char *memory;
    uint32_t weights_bytes;
    int instances, calls;
    const pte_selftest_call *call;
    int (*check_weights)(const void *weights, size_t bytes);
    void (*reset)(const void *ctx); /* these three: or NULL */
    int (*init)(const void *ctx);
    void (*destroy)(const void *ctx);
    unsigned char *ready; /* for each instance whether it has to be destroyed */
} pte_selftest_model;

extern const pte_selftest_model pte_selftest;
extern const unsigned char pte_selftest_weights[], pte_selftest_inputs[];

/* ---- what the target has ---- */

void pte_selftest_putc(char c);
_Noreturn void pte_selftest_exit(int failed);
uint64_t pte_selftest_ticks(void);
/* Goes on with `next` on an empty stack. */
_Noreturn void pte_selftest_restart(void (*next)(void));

/* ---- what the emitted code calls with --steps-crc ---- */

void pte_selftest_step(int id, const void *result, unsigned long bytes);

/* ---- what the target calls ---- */

_Noreturn void pte_selftest_main(void);
/* Instead of returning to what cannot go on. NULL: not known where, nor which address it used. */
_Noreturn void pte_selftest_fault(const char *kind, const uint32_t *pc, const uint32_t *address);

#endif
