/* SPDX-License-Identifier: 0BSD
 * Buffers in shared memory between guard bytes, and the proof that these are intact. */
#ifndef PTEC_TOOLS_EXEC_ZONE_H
#define PTEC_TOOLS_EXEC_ZONE_H

#include "tools/exec/execution.h"

void *map_shared(size_t bytes);
void unmap_shared(Bytes mapped);
size_t zone_cost(size_t bytes); /* bytes of the zone that a place of `bytes` bytes takes */
Zone zone_new(size_t cost, int places);
/* Adds a place of `bytes` bytes between guards; it holds a copy of `keep`, or garbage if that is
 * NULL. */
void *zone_add(Zone *z, size_t bytes, const void *keep, const char *what);
void zone_garbage(const Place *p);
void zone_truncate(Zone *z, int places);
const char *zone_damage(const Zone *z); /* "the emitted code wrote ..." or NULL */
const Place *zone_find(const Zone *z, const void *data);
bool zone_guarded(const Zone *z, int place); /* are the guards on both of its sides intact? */

#endif
