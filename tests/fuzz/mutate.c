/* SPDX-License-Identifier: 0BSD
 * A FlatBuffer is scalars and offsets, each aligned to its size. Small words are mostly scalars
 * (extents, indices, arguments) and large ones offsets, so small words are what is mutated. */
#include "mutate.h"

#include <stdbool.h>
#include <string.h>

enum { SMALL = 64, PLANNED = 1 << 14, TRIES = 64 };

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

typedef struct Range {
    uint8_t *data;
    size_t size;
} Range;

/* The program's FlatBuffer: without the recorded cases around it and the segments behind it. */
static Range program_range(uint8_t *data, size_t size)
{
    for (size_t i = 4; i + 24 <= size; i += 4) {
        if (memcmp(data + i, "ET12", 4) != 0)
            continue;
        Range r = {data + i - 4, size - i + 4};
        uint64_t program;
        memcpy(&program, data + i + 12, sizeof program);
        bool extended = memcmp(data + i + 4, "eh00", 4) == 0;
        if (extended && program >= 32 && program < r.size)
            r.size = (size_t)program;
        return r;
    }
    return (Range){data, size};
}

static uint32_t changed(uint32_t old, uint32_t *state)
{
    static const uint32_t notable[] = {
        0,     1,        2,        3,         4,           5,           7,
        8,     16,       17,       64,        255,         256,         65536,
        65537, 1u << 20, 1u << 30, INT32_MAX, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu};
    switch (next(state) % 4) {
    case 0:
        return old + 1;
    case 1:
        return old - 1;
    case 2:
        return next(state) % 12;
    default:
        return notable[next(state) % (sizeof notable / sizeof *notable)];
    }
}

static uint32_t load(const uint8_t *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

/* Offset of a small word, or of any if none was found. */
static size_t pick(Range r, uint32_t *state)
{
    size_t at = 0;
    for (int i = 0; i < TRIES; i++) {
        at = next(state) % (r.size / 4) * 4;
        uint32_t word = load(r.data + at);
        if (word + SMALL < 2 * SMALL)
            break;
    }
    return at;
}

static void store(uint8_t *p, uint32_t word)
{
    memcpy(p, &word, sizeof word);
}

/* Two neighbours of a vector of tables change places: instructions, values, operators. */
static void swap_offsets(Range r, uint32_t *state)
{
    for (int i = 0; i < TRIES; i++) {
        size_t at = next(state) % (r.size / 4 - 1) * 4;
        uint32_t first = load(r.data + at), second = load(r.data + at + 4);
        if (first < SMALL || second < SMALL || first > r.size || second > r.size)
            continue;
        store(r.data + at, second + 4);
        store(r.data + at + 4, first - 4);
        return;
    }
}

static void mutate_one(Range r, uint32_t *state)
{
    size_t at = pick(r, state), other = pick(r, state);
    uint32_t word = load(r.data + at);
    switch (next(state) % 10) {
    case 0: /* a tag, a dtype, an axis of a dimension order */
        r.data[at + next(state) % 4] = (uint8_t)(next(state) % 13);
        return;
    case 1: /* another's value */
        memcpy(r.data + at, r.data + other, 4);
        return;
    case 2: /* two change places */
        memcpy(r.data + at, r.data + other, 4);
        store(r.data + other, word);
        return;
    case 3:
        swap_offsets(r, state);
        return;
    case 4: /* an offset in the plan */
        at = next(state) % (r.size / 4) * 4;
        word = load(r.data + at);
        if (word < PLANNED && word % 4 == 0)
            store(r.data + at, next(state) % 2 ? word + 16 : word - 16);
        return;
    default:
        store(r.data + at, changed(word, state));
    }
}

void mutate_scalars(uint8_t *data, size_t size, uint32_t seed)
{
    uint32_t state = seed * 2654435761u | 1;
    Range r = program_range(data, size);
    if (r.size < 8)
        return;
    for (uint32_t n = 1 + next(&state) % 4; n > 0; n--)
        mutate_one(r, &state);
}
