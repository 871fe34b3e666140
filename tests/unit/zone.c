/* SPDX-License-Identifier: 0BSD
 * Guard bytes between buffers: which buffer a write outside is blamed on, for each byte outside and
 * each run of several, by its distance from both neighbours. 0.01 s. */
#include "tools/exec/zone.h"
#include "unit.h"

enum { PLACES = 4, LONGEST = 3 };
enum { GUARD = 0xC3, GARBAGE = 0x7F }; /* as zone.c has them */

static const size_t bytes_of[PLACES] = {1, 64, 0, 65};
static const size_t cost[PLACES] = {128, 128, 64, 192}; /* in whole 64s, with a guard of 64 */
static const char *const name_of[PLACES] = {"one", "two", "nothing", "last"};
static const uint8_t constant[64] = {1, 2, 3, [63] = 9};

static size_t cost_of(int places)
{
    size_t sum = 0;
    for (int i = 0; i < places; i++) {
        CHECK(zone_cost(bytes_of[i]) == cost[i], "%d bytes", (int)bytes_of[i]);
        sum += cost[i];
    }
    return sum;
}

static void add_places(Zone *z, int from, int to)
{
    for (int i = from; i < to; i++)
        zone_add(z, bytes_of[i], i == 1 ? constant : NULL, name_of[i]);
}

static Zone new_zone(void)
{
    Zone z = zone_new(cost_of(PLACES), PLACES);
    add_places(&z, 0, PLACES);
    return z;
}

static void free_zone(const Zone *z)
{
    unmap_shared((Bytes){z->data, z->size});
}

static void expect(const Zone *z, const char *want)
{
    const char *got = zone_damage(z);
    CHECK(strcmp(got ? got : "none", want) == 0, "%s instead of %s", got ? got : "none", want);
}

/* The nearer neighbour is blamed, and of two that are equally near the one that ends there. */
static const char *blame(const Zone *z, int gap, const uint8_t *from, int n)
{
    const Place *before = gap ? &z->place[gap - 1] : NULL;
    const Place *after = gap < z->nplaces ? &z->place[gap] : NULL;
    bool behind = before && (!after || from - (before->data + before->size) <=
                                           after->data - 1 - (from + n - 1));
    return fmt_text("the emitted code wrote %d bytes %s %s", n,
                    behind ? "past the end of" : "before the start of",
                    behind ? before->what : after->what);
}

/* Writes 1 to LONGEST bytes at each place between two buffers, before the first and behind the last
 * one, and takes them back. */
static void check_gap(const Zone *z, int gap)
{
    const Place *before = gap ? &z->place[gap - 1] : NULL;
    uint8_t *start = before ? before->data + before->size : z->data;
    uint8_t *end = gap < z->nplaces ? z->place[gap].data : z->data + z->size;
    CHECK(end - start >= ZONE_ALIGN, "%d bytes guard gap %d", (int)(end - start), gap);
    for (uint8_t *p = start; p < end; p++)
        for (int n = 1; n <= LONGEST && n <= end - p; n++) {
            uint8_t was[LONGEST];
            memcpy(was, p, (size_t)n);
            memset(p, 0, (size_t)n);
            expect(z, blame(z, gap, p, n));
            for (int i = 0; i < z->nplaces; i++)
                CHECK(zone_guarded(z, i) == (i != gap && i != gap - 1), "gap %d guards %d", gap, i);
            memcpy(p, was, (size_t)n);
        }
}

static void check_contents(const Zone *z)
{
    for (int i = 0; i < PLACES; i++) {
        const Place *p = &z->place[i];
        CHECK((uintptr_t)p->data % ZONE_ALIGN == 0, "%s is not aligned", p->what);
        CHECK(zone_find(z, p->data) == p, "%s is not found", p->what);
        for (size_t k = 0; k < p->size; k++)
            CHECK(p->data[k] == (p->keep ? constant[k] : GARBAGE), "%s at %d", p->what, (int)k);
    }
}

static void check_changes(Zone *z)
{
    for (size_t i = 0; i < sizeof constant; i++) {
        z->place[1].data[i] ^= 1;
        expect(z, fmt_text("the emitted code changed two at byte %d", (int)i));
        z->place[1].data[i] ^= 1;
    }
    /* What it may write is no damage, and one in a guard is told before one behind it. */
    memset(z->place[0].data, 0, z->place[0].size);
    memset(z->place[3].data, 0, z->place[3].size);
    expect(z, "none");
    z->place[1].data[0] = z->place[1].data[-1] = 0;
    expect(z, "the emitted code wrote 1 bytes before the start of two");
}

/* Two writes into one gap are counted together, and the nearer of them says whose they are. */
static void check_both_sides(const Zone *z)
{
    uint8_t *end = z->place[1].data + z->place[1].size, *next = z->place[2].data;
    for (int behind = 1; behind <= 9; behind++)
        for (int before = 1; before <= 9; before++) {
            end[behind - 1] = next[-before] = 0;
            expect(z, behind <= before
                          ? "the emitted code wrote 2 bytes past the end of two"
                          : "the emitted code wrote 2 bytes before the start of nothing");
            end[behind - 1] = next[-before] = GUARD;
        }
    expect(z, "none");
}

/* What follows the places that are kept is a guard again, whatever stood there. */
static void check_truncated(int places)
{
    Zone z = new_zone();
    memset(z.place[0].data, 0, (size_t)(z.data + z.size - z.place[0].data));
    zone_truncate(&z, 0);
    add_places(&z, 0, PLACES);
    zone_truncate(&z, places);
    CHECK(z.nplaces == places && z.used == ZONE_ALIGN + cost_of(places), "%d places, %d bytes",
          z.nplaces, (int)z.used);
    expect(&z, "none");
    for (int gap = places ? 0 : 1; gap <= places; gap++)
        check_gap(&z, gap);
    add_places(&z, places, PLACES);
    check_contents(&z);
    expect(&z, "none");
    free_zone(&z);
}

int main(void)
{
    Zone z = new_zone();
    CHECK(z.used == z.size, "%d bytes of %d", (int)z.used, (int)z.size);
    check_contents(&z);
    expect(&z, "none");
    for (int gap = 0; gap <= PLACES; gap++)
        check_gap(&z, gap);
    check_both_sides(&z);
    check_changes(&z);
    free_zone(&z);
    for (int places = 0; places <= PLACES; places++)
        check_truncated(places);
    return unit_result("zone");
}
