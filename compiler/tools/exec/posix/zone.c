/* SPDX-License-Identifier: 0BSD
 * Buffers in shared memory between guard bytes, and the proof that these are intact. */
#define _DEFAULT_SOURCE
#include "tools/exec/zone.h"

#include <string.h>
#include <sys/mman.h>

/* GARBAGE fills what the code must not read before it writes: as a float it is 3.4e38, as an
 * int8 127, so that it shows in a sum of any type. */
enum { GUARD = 0xC3, GARBAGE = 0x7F };

void *map_shared(size_t bytes)
{
    void *p =
        mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        fatal(NULL, "out of memory (%zu bytes wanted to run the model in)", bytes);
    return p;
}

void unmap_shared(Bytes mapped)
{
    munmap((void *)(uintptr_t)mapped.data, mapped.size ? mapped.size : 1);
}

size_t zone_cost(size_t bytes)
{
    return (bytes + ZONE_ALIGN - 1) / ZONE_ALIGN * ZONE_ALIGN + ZONE_ALIGN;
}

Zone zone_new(size_t cost, int places)
{
    Zone z = {.size = ZONE_ALIGN + cost, .used = ZONE_ALIGN, .room = places};
    z.data = map_shared(z.size);
    z.place = NEW(Place, places);
    memset(z.data, GUARD, z.size);
    return z;
}

void zone_garbage(const Place *p)
{
    memset(p->data, GARBAGE, p->size);
}

void *zone_add(Zone *z, size_t bytes, const void *keep, const char *what)
{
    Place p = {z->data + z->used, bytes, keep, what};
    z->used += zone_cost(bytes);
    if (z->used > z->size || z->nplaces == z->room)
        bug("%s does not fit the memory made for it", what);
    if (keep)
        memcpy(p.data, keep, bytes);
    else
        zone_garbage(&p);
    z->place[z->nplaces++] = p;
    return p.data;
}

void zone_truncate(Zone *z, int places)
{
    const Place *last = places ? &z->place[places - 1] : NULL;
    z->nplaces = places;
    z->used = last ? (size_t)(last->data - z->data) + zone_cost(last->size) : ZONE_ALIGN;
    memset(z->data + z->used, GUARD, z->size - z->used);
}

static const char *guard_damage(const uint8_t *start, const uint8_t *end, const Place *before,
                                const Place *after)
{
    const uint8_t *first = NULL, *last = NULL;
    int count = 0;
    for (const uint8_t *p = start; p < end; p++) {
        if (*p != GUARD) {
            first = first ? first : p;
            last = p;
            count++;
        }
    }
    if (!count)
        return NULL;
    bool past = before && (!after || first - start < end - last);
    return fmt_text("the emitted code wrote %d bytes %s %s", count,
                    past ? "past the end of" : "before the start of",
                    past ? before->what : after->what);
}

static const char *change(const Place *p)
{
    const uint8_t *keep = p->keep;
    for (size_t i = 0; keep && i < p->size; i++)
        if (p->data[i] != keep[i])
            return fmt_text("the emitted code changed %s at byte %zu", p->what, i);
    return NULL;
}

const char *zone_damage(const Zone *z)
{
    const uint8_t *start = z->data;
    for (int i = 0; i <= z->nplaces; i++) {
        const Place *p = i < z->nplaces ? &z->place[i] : NULL;
        const uint8_t *end = p ? p->data : z->data + z->size;
        const char *damage = guard_damage(start, end, i ? &z->place[i - 1] : NULL, p);
        if (!damage && p)
            damage = change(p);
        if (damage)
            return damage;
        start = p ? p->data + p->size : end;
    }
    return NULL;
}

const Place *zone_find(const Zone *z, const void *data)
{
    const Place *p = z->place;
    while (p->data != data)
        p++;
    return p;
}

bool zone_guarded(const Zone *z, int place)
{
    const Place *p = &z->place[place];
    const uint8_t *before = place ? p[-1].data + p[-1].size : z->data;
    const uint8_t *after = place + 1 < z->nplaces ? p[1].data : z->data + z->size;
    return !guard_damage(before, p->data, NULL, p) &&
           !guard_damage(p->data + p->size, after, p, NULL);
}
