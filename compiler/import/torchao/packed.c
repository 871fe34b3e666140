/* SPDX-License-Identifier: 0BSD
 * torchao's packed weights. Behind a header of 16 words lie rows of small integers, either one
 * after the other or in strips: of so many rows so many columns at a time, a tile, and what belongs
 * to a group of columns behind its tiles. */
#include "import/torchao/packed.h"

#include <string.h>

enum { MAGIC = 6712, WORDS = TORCHAO_HEADER / 4 };
enum { LINEAR = 1, EMBEDDING, KLEIDI, LINEAR_TABLE, GROUPWISE_TABLE }; /* formats */

/* Describes a tile, in which the first part of every row comes first, then the second one, ... */
typedef struct Tile {
    int rows, columns, parts;
} Tile;
static const Tile linear_tile = {8, 16, 2}, groupwise_tile = {4, 32, 8};
enum { TILE = 128, TABLE = 16 /* elements of a table, used or not */ };

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void words_at(const uint8_t *at, int64_t n, void *to)
{
    for (int64_t i = 0; i < n; i++) {
        uint32_t word = word_at(at + 4 * i);
        memcpy((uint8_t *)to + 4 * i, &word, 4);
    }
}

/* Says how many integers of each width are packed together, so that they fill whole bytes. */
static const int sharing[] = {0, 8, 4, 8, 2, 8, 4, 8, 1};

static int spread_bits(const uint8_t *at, int apart, int bytes, int bits)
{
    int n = 0;
    for (int i = 0; i < bytes; i++)
        n |= at[i * apart] >> (8 - bits) << bits * i;
    return n;
}

/* Returns number `slot` of those that share bytes, which lie `apart` bytes apart. */
static int shared_number(const uint8_t *at, int apart, int bits, int slot)
{
    int pair = slot / 2;
    switch (bits) {
    case 1:
        return at[0] >> (7 - slot) & 1;
    case 2:
        return at[0] >> (6 - 2 * slot) & 3;
    case 3:
        return slot < 6 ? at[pair * apart] >> (slot % 2 ? 0 : 3) & 7
                        : at[(slot - 6) * apart] >> 6 | (at[2 * apart] >> (11 - slot) & 4);
    case 4:
        return at[0] >> 4 * slot & 15;
    case 5:
        return slot % 2 == 0 ? at[pair * apart] & 31
                             : at[pair * apart] >> 5 | (at[4 * apart] >> 2 * pair & 3) << 3;
    case 6:
        return slot < 3 ? at[slot * apart] & 63 : spread_bits(at, apart, 3, 2);
    case 7:
        return slot < 7 ? at[slot * apart] & 127 : spread_bits(at, apart, 7, 1);
    default:
        return at[0];
    }
}

/* Returns the place of a slot among the slots of a chunk: its numbers are adjacent, and slots
 * follow each other in this order. */
static int place_of_slot(int count, int64_t bits, int slot)
{
    if (count == 64 && bits == 1)
        return slot < 4 ? 2 * slot + 1 : 2 * (slot - 4);
    if (count == 64 && bits == 5)
        return (slot & 4) | (slot & 1) << 1 | (slot & 2) >> 1;
    return slot;
}

/* Unpacks 128, 64 or 32 numbers, stored in chunks of adjacent ones that share bytes. */
static void unpack_numbers(uint8_t *to, const uint8_t *from, int count, int64_t bits)
{
    int slots = sharing[bits], width = (int)min64(count / slots, 16);
    if (count == 32 && bits % 2)
        width = 1;
    for (int first = 0; first < count; first += width * slots) {
        for (int slot = 0; slot < slots; slot++)
            for (int i = 0; i < width; i++)
                to[first + place_of_slot(count, bits, slot) * width + i] =
                    (uint8_t)shared_number(from + i, width, (int)bits, slot);
        from += width * slots * bits / 8;
    }
}

typedef struct Word {
    const char *name; /* NULL ends the list: all words behind it are 0 */
    int64_t want;
} Word;

/* Returns what is wrong with the header's words from the third one on, or NULL. */
static const char *wrong_words(const uint8_t *header, const Word *word)
{
    for (int i = 2; i < WORDS; i++) {
        uint32_t is = word_at(header + 4 * i);
        if (is != (uint64_t)word->want)
            return fmt_text("has a header that says %lu for '%s', which should be %lld",
                            (unsigned long)is, word->name ? word->name : "reserved",
                            (long long)word->want);
        word += word->name != NULL;
    }
    return NULL;
}

/* Returns what is wrong if the format is neither this one nor that one, or NULL. */
static const char *wrong_format(Bytes packed, uint32_t one, uint32_t other)
{
    if (packed.size < TORCHAO_HEADER)
        return fmt_text("has %zu bytes, and a header alone %d", packed.size, TORCHAO_HEADER);
    uint32_t magic = word_at(packed.data), format = word_at(packed.data + 4);
    if (magic != MAGIC)
        return fmt_text("is not packed by torchao: it starts with %lu, not %d",
                        (unsigned long)magic, MAGIC);
    if (format == KLEIDI)
        return "is packed for KleidiAI alone: pack the weights for the target \"universal\" "
               "(OPAQUE_TORCHAO_LOWBIT) instead";
    if (format != one && format != other)
        return fmt_text("is packed in format %lu, and this operator reads format %lu: pack the "
                        "weights by the operator's own function",
                        (unsigned long)format, (unsigned long)one);
    return NULL;
}

static const char *wrong_size(Bytes packed, const Torchao *w, int64_t bytes)
{
    if (packed.size == TORCHAO_HEADER + (size_t)bytes)
        return NULL;
    return fmt_text("has %zu bytes, but %lld rows of %lld columns need %lld", packed.size,
                    (long long)w->n, (long long)w->k, (long long)(TORCHAO_HEADER + bytes));
}

/* Unpacks the tile at `at` to rows [line, line + rows) of columns [first, first + columns). */
static void unpack_tile(Torchao *w, const uint8_t *at, const Tile *tile, int64_t line,
                        int64_t first)
{
    uint8_t number[TILE];
    int part = tile->columns / tile->parts;
    unpack_numbers(number, at, TILE, w->bits);
    for (int row = 0; row < tile->rows && line + row < w->n; row++)
        for (int i = 0; i < tile->columns; i++)
            w->integer[(line + row) * w->k + first + i] =
                (int8_t)number[(i / part * tile->rows + row) * part + i % part];
}

/* Reads a word for each row of the strip, of which those of rows that there are go to every
 * `stride`-th place. Returns where the words end. */
static const uint8_t *unpack_words(const Torchao *w, const uint8_t *at, const Tile *tile,
                                   int64_t line, void *to, int64_t stride)
{
    for (int row = 0; row < tile->rows && line + row < w->n; row++)
        words_at(at + 4 * row, 1, (uint8_t *)to + 4 * row * stride);
    return at + 4 * tile->rows;
}

static int64_t strips(const Torchao *w, const Tile *tile)
{
    return (w->n + tile->rows - 1) / tile->rows;
}

int64_t torchao_row_bytes(const Torchao *w)
{
    return w->k * w->bits / 8 + w->k / w->group * 8;
}

/* Replaces the numbers of a group by what they mean: numbers around their middle, or entries in a
 * table of the strip. */
static void give_meaning(Torchao *w, const uint8_t *table, int64_t line, int64_t first)
{
    for (int64_t row = line; row < min64(line + linear_tile.rows, w->n); row++)
        for (int64_t i = first; i < first + w->group; i++) {
            int8_t *number = &w->integer[row * w->k + i];
            *number = (int8_t)(table         ? table[*number]
                               : w->bits < 8 ? *number - (1 << (w->bits - 1))
                                             : *number);
        }
}

/* Returns what is wrong with a group, or NULL. The sums that kernels of torchao subtract must be
 * those of the integers. */
static const char *wrong_group(const Torchao *w, const int32_t *sum, int64_t line, int64_t first)
{
    for (int64_t row = line; row < min64(line + linear_tile.rows, w->n); row++) {
        int64_t all = 0, at = (row * w->k + first) / w->group;
        for (int64_t i = first; i < first + w->group; i++)
            all += w->integer[row * w->k + i];
        if (all != sum[row - line])
            return fmt_text("has a sum of %ld for columns %lld to %lld of row %lld, whose sum is "
                            "%lld",
                            (long)sum[row - line], (long long)first,
                            (long long)(first + w->group - 1), (long long)row, (long long)all);
        if (w->zero && w->zero[at] != (int8_t)w->zero[at])
            return fmt_text("has %ld as a zero point, which is no byte", (long)w->zero[at]);
    }
    return NULL;
}

/* Unpacks the strip at `*at`, from row `line` on, and moves `*at` behind it. Returns what is wrong
 * with it, or NULL. */
static const char *unpack_linear_strip(Torchao *w, const uint8_t **at, bool table, int64_t line)
{
    const Tile *tile = &linear_tile;
    const uint8_t *meaning = table ? *at : NULL;
    int64_t groups = w->k / w->group;
    const char *wrong = NULL;
    *at += table ? TABLE : 0;
    for (int64_t first = 0; first < w->k && !wrong; first += w->group) {
        int64_t group = line * groups + first / w->group;
        int32_t sum[8] = {0};
        for (int64_t i = first; i < first + w->group; i += tile->columns, *at += 16 * w->bits)
            unpack_tile(w, *at, tile, line, i);
        *at = unpack_words(w, *at, tile, line, w->scale + group, groups);
        *at = unpack_words(w, *at, tile, line, sum, 1);
        if (w->zero)
            *at = unpack_words(w, *at, tile, line, w->zero + group, groups);
        give_meaning(w, meaning, line, first);
        wrong = wrong_group(w, sum, line, first);
    }
    if (w->bias)
        *at = unpack_words(w, *at, tile, line, w->bias + line, 1);
    return wrong;
}

const char *read_torchao_linear(Bytes packed, bool tables, Torchao *w)
{
    const Tile *tile = &linear_tile;
    const char *wrong =
        wrong_format(packed, LINEAR, tables && w->bits <= 4 ? LINEAR_TABLE : LINEAR);
    if (wrong)
        return wrong;
    const uint8_t *header = packed.data, *at = header + TORCHAO_HEADER;
    bool table = word_at(header + 4) == LINEAR_TABLE;
    bool zeros = word_at(header + 12) == 1 && !table, bias = word_at(header + 16) == 1;
    wrong = wrong_words(header, (Word[]){{"weight_nbit", w->bits},
                                         {"has_weight_zeros", zeros},
                                         {"has_bias", bias},
                                         {"nr", tile->rows},
                                         {"kr", tile->columns},
                                         {"sr", tile->parts},
                                         {0}});
    if (wrong)
        return wrong;
    if (w->group < 1 || w->group % tile->columns || w->k % w->group)
        return fmt_text(
            "cannot hold rows of %lld columns in groups of %lld: a group has a multiple of "
            "%d, a row whole groups",
            (long long)w->k, (long long)w->group, tile->columns);
    int64_t groups = w->k / w->group,
            row = torchao_row_bytes(w) + (zeros ? 4 * groups : 0) + (bias ? 4 : 0);
    wrong = wrong_size(packed, w, strips(w, tile) * (tile->rows * row + (table ? TABLE : 0)));
    if (wrong)
        return wrong;
    w->integer = NEW(int8_t, w->n * w->k);
    w->scale = NEW(float, w->n *groups);
    w->zero = zeros ? NEW(int32_t, w->n * groups) : NULL;
    w->bias = bias ? NEW(float, w->n) : NULL;
    for (int64_t line = 0; line < w->n && !wrong; line += tile->rows)
        wrong = unpack_linear_strip(w, &at, table, line);
    return wrong;
}

const char *read_torchao_embedding(Bytes packed, Torchao *w)
{
    enum { VERSION = 1, LEAST = 32, MOST = TILE };
    const char *wrong = wrong_format(packed, EMBEDDING, EMBEDDING);
    if (!wrong)
        wrong = wrong_words(packed.data, (Word[]){{"version", VERSION},
                                                  {"weight_nbit", w->bits},
                                                  {"min_value_chunk_size", LEAST},
                                                  {"max_value_chunk_size", MOST},
                                                  {0}});
    if (wrong)
        return wrong;
    if (w->k % LEAST)
        return fmt_text("cannot hold rows of %lld columns, no multiple of %d", (long long)w->k,
                        LEAST);
    wrong = wrong_size(packed, w, w->n * (w->k * w->bits / 8));
    if (wrong)
        return wrong;
    const uint8_t *from = packed.data + TORCHAO_HEADER;
    w->integer = NEW(int8_t, w->n * w->k);
    for (int64_t row = 0; row < w->n; row++)
        for (int64_t i = 0; i < w->k;) {
            int count = w->k - i >= MOST ? MOST : w->k - i >= 64 ? 64 : LEAST;
            uint8_t number[MOST];
            unpack_numbers(number, from, count, w->bits);
            from += count * w->bits / 8;
            for (int j = 0; j < count; j++, i++)
                w->integer[row * w->k + i] =
                    (int8_t)(w->bits < 8 ? number[j] - (1 << (w->bits - 1)) : number[j]);
        }
    return NULL;
}

static void unpack_groupwise_strip(Torchao *w, const uint8_t **at, int64_t line)
{
    const Tile *tile = &groupwise_tile;
    int64_t groups = w->k / w->group, used = (int64_t)1 << w->bits;
    for (int64_t row = line; row < min64(line + tile->rows, w->n); row++)
        words_at(*at, used, w->table + row * used);
    *at += 4 * TABLE;
    for (int64_t i = 0; i < w->k; i += tile->columns, *at += 16 * w->bits) {
        if (w->scale && i % w->group == 0)
            *at = unpack_words(w, *at, tile, line, w->scale + line * groups + i / w->group, groups);
        unpack_tile(w, *at, tile, line, i);
    }
    if (w->bias)
        *at = unpack_words(w, *at, tile, line, w->bias + line, 1);
}

const char *read_torchao_groupwise(Bytes packed, int64_t table_group, Torchao *w)
{
    const Tile *tile = &groupwise_tile;
    const char *wrong = wrong_format(packed, GROUPWISE_TABLE, GROUPWISE_TABLE);
    if (wrong)
        return wrong;
    const uint8_t *header = packed.data, *at = header + TORCHAO_HEADER;
    bool scales = word_at(header + 20) == 1, bias = word_at(header + 24) == 1;
    wrong = wrong_words(header, (Word[]){{"weight_nbit", w->bits},
                                         {"scale_group_size", w->group},
                                         {"lut_group_size", table_group},
                                         {"has_scales", scales},
                                         {"has_bias", bias},
                                         {"nr", tile->rows},
                                         {"kr", tile->columns},
                                         {"sr", tile->parts},
                                         {0}});
    if (wrong)
        return wrong;
    if (w->k % tile->columns || table_group % (w->k * tile->rows))
        return fmt_text(
            "cannot hold rows of %lld columns with a table for each %lld numbers: a row "
            "has a multiple of %d, a table serves a multiple of %d rows",
            (long long)w->k, (long long)table_group, tile->columns, tile->rows);
    if (!scales)
        w->group = w->k;
    if (w->group % tile->columns || w->k % w->group)
        return fmt_text("cannot hold rows of %lld columns with a scale for each %lld",
                        (long long)w->k, (long long)w->group);
    int64_t groups = w->k / w->group;
    int64_t row = w->k * w->bits / 8 + (scales ? 4 * groups : 0) + (bias ? 4 : 0);
    wrong = wrong_size(packed, w, strips(w, tile) * (tile->rows * row + 4 * TABLE));
    if (wrong)
        return wrong;
    w->integer = NEW(int8_t, w->n * w->k);
    w->table = NEW(float, w->n << w->bits);
    w->scale = scales ? NEW(float, w->n *groups) : NULL;
    w->bias = bias ? NEW(float, w->n) : NULL;
    for (int64_t line = 0; line < w->n; line += tile->rows)
        unpack_groupwise_strip(w, &at, line);
    return NULL;
}
