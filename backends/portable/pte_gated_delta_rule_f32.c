/* SPDX-License-Identifier: 0BSD
 * The gated delta rule. Columns of the state have nothing to do with each other, so a few of them
 * see all tokens before the next few do, and stay in the cache. */
#include "pte_kernels.h"

enum { COLUMNS = 16 };

typedef struct delta_columns {
    int32_t width;    /* at most COLUMNS */
    ptrdiff_t k, row; /* rows of the state, elements from one to the next */
    ptrdiff_t step;   /* from the decay of one row to that of the next */
} delta_columns;

static void delta_write(pte_f32 *state, const pte_f32 *key, const pte_f32 *value,
                        const pte_f32 *decay, float beta, const delta_columns *c)
{
    float change[COLUMNS] = {0};

    for (ptrdiff_t i = 0; i < c->k; i++) {
        const float weight = decay[i * c->step] * key[i];

        for (int32_t j = 0; j < c->width; j++)
            change[j] += weight * state[i * c->row + j];
    }
    for (int32_t j = 0; j < c->width; j++)
        change[j] = (value[j] - change[j]) * beta;
    for (ptrdiff_t i = 0; i < c->k; i++)
        for (int32_t j = 0; j < c->width; j++) {
            pte_f32 *const s = &state[i * c->row + j];

            *s = *s * decay[i * c->step] + key[i] * change[j];
        }
}

static void delta_read(pte_f32 *out, const pte_f32 *state, const pte_f32 *query,
                       const delta_columns *c)
{
    float sum[COLUMNS] = {0};

    for (ptrdiff_t i = 0; i < c->k; i++)
        for (int32_t j = 0; j < c->width; j++)
            sum[j] += query[i] * state[i * c->row + j];
    for (int32_t j = 0; j < c->width; j++)
        out[j] = sum[j];
}

void pte_gated_delta_rule_f32(pte_f32 *out, pte_f32 *state, const pte_f32 *query,
                              const pte_f32 *key, const pte_f32 *value, const pte_f32 *decay,
                              const pte_f32 *beta, const pte_f32 *initial,
                              const pte_gated_delta_rule *p)
{
    const ptrdiff_t k = p->k, v = p->v, tokens = p->tokens, decays = p->decays;

    for (ptrdiff_t i = 0; i < p->heads * k * v; i++)
        state[i] = initial[i];
    for (ptrdiff_t h = 0; h < p->heads; h++)
        for (int32_t column = 0; column < p->v; column += COLUMNS) {
            const int32_t left = p->v - column;
            const delta_columns c = {left < COLUMNS ? left : COLUMNS, k, v, decays > 1};
            pte_f32 *const s = state + h * k * v + column;

            for (ptrdiff_t t = h * tokens; t < (h + 1) * tokens; t++) {
                delta_write(s, key + t * k, value + t * v + column, decay + t * decays, beta[t],
                            &c);
                for (ptrdiff_t g = 0; g < p->group; g++) {
                    const ptrdiff_t at = (h * p->group + g) * tokens + t - h * tokens;

                    delta_read(out + at * v + column, s, query + at * k, &c);
                }
            }
        }
}
