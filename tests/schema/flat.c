/* SPDX-License-Identifier: 0BSD
 * FlatBuffers written from their end to their start. */
#include "flat.h"

#include <stdlib.h>
#include <string.h>

static void enlarge(Flat *f)
{
    enum { FIRST_ROOM = 1 << 16, ALIGN = 16 };
    size_t room = f->room ? 2 * f->room : FIRST_ROOM;
    uint8_t *data = aligned_alloc(ALIGN, room);
    if (!data)
        abort();
    if (f->used)
        memcpy(data + room - f->used, f->data + f->room - f->used, f->used);
    free(f->data);
    f->data = data;
    f->room = room;
}

static uint8_t *take(Flat *f, size_t bytes)
{
    while (bytes > f->room - f->used)
        enlarge(f);
    f->used += bytes;
    return f->data + f->room - f->used;
}

/* Pads so that an object of `bytes` bytes starts at a multiple of `align`. */
static void pad(Flat *f, size_t bytes, size_t align)
{
    while ((f->used + bytes) % align)
        *take(f, 1) = 0;
}

static void put(Flat *f, uint64_t value, int bytes)
{
    uint8_t *p = take(f, (size_t)bytes);
    for (int i = 0; i < bytes; i++)
        p[i] = (uint8_t)(value >> (8 * i));
}

/* Writes the distance to an object that stands behind it. */
static void put_offset(Flat *f, uint32_t place)
{
    put(f, f->used + 4 - place, 4);
}

uint32_t flat_bytes(Flat *f, const void *items, size_t count, size_t size, size_t align)
{
    pad(f, count * size, align > 4 ? align : 4);
    if (count)
        memcpy(take(f, count * size), items, count * size);
    put(f, count, 4);
    return (uint32_t)f->used;
}

uint32_t flat_places(Flat *f, const uint32_t *place, size_t count)
{
    pad(f, 0, 4);
    for (size_t i = count; i-- > 0;)
        put_offset(f, place[i]);
    put(f, count, 4);
    return (uint32_t)f->used;
}

uint32_t flat_string(Flat *f, const char *text)
{
    size_t n = strlen(text);
    pad(f, n + 1, 4);
    memcpy(take(f, n + 1), text, n + 1);
    put(f, n, 4);
    return (uint32_t)f->used;
}

void set_number(FlatTable *t, int field, int bytes, uint64_t value)
{
    t->bytes[field] = bytes;
    t->value[field] = value;
}

void set_place(FlatTable *t, int field, uint32_t place)
{
    t->bytes[field] = place ? 4 : 0;
    t->place[field] = place;
}

/* Every field gets eight bytes, which aligns them all. */
uint32_t flat_table(Flat *f, const FlatTable *t)
{
    enum { EACH = 8 };
    size_t slot[FLAT_FIELDS] = {0};
    int n = 0;
    pad(f, 0, EACH);
    for (int i = 0; i < FLAT_FIELDS; i++) {
        if (!t->bytes[i])
            continue;
        n = i + 1;
        put(f, 0, EACH - t->bytes[i]);
        if (t->place[i])
            put_offset(f, t->place[i]);
        else
            put(f, t->value[i], t->bytes[i]);
        slot[i] = f->used;
    }
    put(f, 0, 4);
    put(f, (uint64_t)(4 + 2 * n), 4); /* the vtable lies right before the table */
    uint32_t table = (uint32_t)f->used;
    for (int i = n; i-- > 0;)
        put(f, t->bytes[i] ? table - slot[i] : 0, 2);
    put(f, 4 + EACH * FLAT_FIELDS, 2);
    put(f, (uint64_t)(4 + 2 * n), 2);
    return table;
}

const uint8_t *flat_end(Flat *f, uint32_t root, const char *identifier)
{
    pad(f, 8, 16);
    memcpy(take(f, 4), identifier, 4);
    put_offset(f, root);
    return f->data + f->room - f->used;
}
