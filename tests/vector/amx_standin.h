/* SPDX-License-Identifier: 0BSD
 * The instructions of AMX in plain C, for pte_amx_s8.h, on processors that have none: what Intel's
 * Instruction Set Extensions Programming Reference (319433), chapter 3, says of each. What it
 * forbids ends the program. To be included before everything else. */
#ifndef AMX_STANDIN_H
#define AMX_STANDIN_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct amx_tile {
    int rows, bytes; /* as configured; 0: it cannot be used */
    uint8_t data[16][64];
} amx_tile;
static __thread amx_tile amx_tiles[8];
__attribute__((weak)) int amx_products; /* that were asked for, by all sources together */

__attribute__((unused)) static void amx_need(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "AMX: %s\n", what);
    abort();
}

__attribute__((unused)) static void amx_release(void)
{
    memset(amx_tiles, 0, sizeof amx_tiles);
}

__attribute__((unused)) static void amx_configure(const void *config)
{
    uint8_t c[64];
    uint16_t bytes[16];

    memcpy(c, config, sizeof c);
    memcpy(bytes, c + 16, sizeof bytes);
    amx_need(c[0] == 1 && c[1] == 0, "no palette 1 from row 0");
    for (int i = 2; i < 16; i++)
        amx_need(c[i] == 0, "a byte is reserved");
    amx_release();
    for (int i = 0; i < 16; i++) {
        amx_need(i < 8 || (bytes[i] == 0 && c[48 + i] == 0), "there are 8 tiles");
        amx_need(bytes[i] <= 64 && c[48 + i] <= 16, "a tile has 16 rows of 64 bytes at most");
        amx_need((bytes[i] == 0) == (c[48 + i] == 0), "a tile has rows without bytes");
        if (i < 8)
            amx_tiles[i].rows = c[48 + i], amx_tiles[i].bytes = bytes[i];
    }
}

static amx_tile *amx_tile_of(int i)
{
    amx_need(amx_tiles[i].rows > 0, "a tile is not configured");
    return &amx_tiles[i];
}

__attribute__((unused)) static void amx_zero(int i)
{
    memset(amx_tile_of(i)->data, 0, sizeof amx_tiles->data);
}

__attribute__((unused)) static void amx_load(int i, const void *p, ptrdiff_t row)
{
    amx_tile *t = amx_tile_of(i);

    amx_zero(i);
    for (int r = 0; r < t->rows; r++)
        memcpy(t->data[r], (const char *)p + r * row, (size_t)t->bytes);
}

__attribute__((unused)) static void amx_store(int i, void *p, ptrdiff_t row)
{
    const amx_tile *t = amx_tile_of(i);

    for (int r = 0; r < t->rows; r++)
        memcpy((char *)p + r * row, t->data[r], (size_t)t->bytes);
}

/* TDPBUSD: the first factors are unsigned, the second ones signed; sums wrap around. */
__attribute__((unused)) static void amx_mac(int sum, int factors, int weights)
{
    amx_tile *s = amx_tile_of(sum), *a = amx_tile_of(factors), *b = amx_tile_of(weights);

    amx_products++;
    amx_need(sum != factors && sum != weights && factors != weights, "tiles are the same");
    amx_need(s->rows == a->rows && s->bytes == b->bytes && a->bytes == 4 * b->rows &&
                 a->bytes % 4 == 0 && b->bytes % 4 == 0,
             "tiles do not fit");
    for (int m = 0; m < s->rows; m++)
        for (int n = 0; n < s->bytes / 4; n++) {
            uint32_t v;

            memcpy(&v, s->data[m] + 4 * n, sizeof v);
            for (int k = 0; k < a->bytes; k++)
                v += (uint32_t)(a->data[m][k] * (int8_t)b->data[k / 4][4 * n + k % 4]);
            memcpy(s->data[m] + 4 * n, &v, sizeof v);
        }
}

#define PTE_AMX                            1
#define PTE_AMX_CONFIGURE(c)               amx_configure(c)
#define PTE_AMX_RELEASE()                  amx_release()
#define PTE_AMX_ZERO(tile)                 amx_zero(tile)
#define PTE_AMX_LOAD(tile, p, row)         amx_load(tile, p, row)
#define PTE_AMX_STORE(tile, p, row)        amx_store(tile, p, row)
#define PTE_AMX_MAC(sum, factors, weights) amx_mac(sum, factors, weights)
#define pte_amx_may()                      1

#endif
