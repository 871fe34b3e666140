/* SPDX-License-Identifier: 0BSD
 * FlatBuffers written front to back: what a reference points to comes behind it. */
#include "base/flat_writer.h"

#include <string.h>

static void put(Text *t, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        const uint8_t byte = (uint8_t)(bits >> 8 * i);
        text_bytes(t, &byte, 1);
    }
}

static void put_at(Text *t, size_t at, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++)
        t->data[at + (size_t)i] = (char)(bits >> 8 * i);
}

/* Adds zeros until what comes `ahead` bytes later is aligned. */
static void align(Text *t, size_t ahead, size_t to)
{
    while ((t->size + ahead) % to)
        put(t, 0, 1);
}

static void refer(Text *t, size_t from)
{
    put_at(t, from, t->size - from, 4);
}

size_t flat_start(Text *t, const char *identifier, bool prefixed)
{
    put(t, 0, prefixed ? 4 : 0);
    const size_t root = t->size;
    put(t, 0, 4);
    text_bytes(t, identifier, 4);
    return root;
}

void flat_end(Text *t, bool prefixed)
{
    if (prefixed)
        put_at(t, 0, t->size - 4, 4);
}

static int size_of(const FlatField *f)
{
    return f->bytes ? f->bytes : 4;
}

void flat_table(Text *t, size_t from, const FlatField *field, int n, size_t *reference)
{
    enum { MOST_FIELDS = 16, SLOT = 2 };
    int at[MOST_FIELDS] = {0}, highest = -1, end = 4, nreferences = 0;
    for (int size = 8; size > 0; size /= 2)
        for (int i = 0; i < n; i++)
            if (size_of(&field[i]) == size) {
                at[field[i].id] = size == 8 && end == 4 ? (end = 8) : end;
                end = at[field[i].id] + size;
                highest = field[i].id > highest ? field[i].id : highest;
            }
    const size_t vtable = 4 + SLOT * (size_t)(highest + 1);
    align(t, vtable, 8);
    put(t, vtable, SLOT);
    put(t, (uint64_t)end, SLOT);
    for (int id = 0; id <= highest; id++)
        put(t, (uint64_t)at[id], SLOT);
    const size_t table = t->size;
    refer(t, from);
    put(t, vtable, 4);
    for (int i = 4; i < end; i++)
        put(t, 0, 1);
    for (int i = 0; i < n; i++) {
        const size_t place = table + (size_t)at[field[i].id];
        put_at(t, place, field[i].bits, field[i].bytes);
        if (!field[i].bytes)
            reference[nreferences++] = place;
    }
}

size_t flat_references(Text *t, size_t from, int n)
{
    align(t, 0, 4);
    refer(t, from);
    put(t, (uint64_t)n, 4);
    const size_t first = t->size;
    for (int i = 0; i < n; i++)
        put(t, 0, 4);
    return first;
}

void flat_string(Text *t, size_t from, const char *text)
{
    flat_vector(t, from, text, strlen(text), 1, 4);
    put(t, 0, 1);
}

void flat_vector(Text *t, size_t from, const void *data, size_t n, size_t element, size_t align_to)
{
    align(t, 4, align_to > 4 ? align_to : 4);
    refer(t, from);
    put(t, n, 4);
    text_bytes(t, data, n * element);
}
