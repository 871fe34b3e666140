/* SPDX-License-Identifier: 0BSD
 * Caches of keys and values, [batch, positions, heads, depth], of which some positions are
 * written anew. */
#ifndef PTEC_IMPORT_LLAMA_CACHE_H
#define PTEC_IMPORT_LLAMA_CACHE_H

#include "import/call/import.h"

/* Returns the new version of the cache `name`, with `rows` from the position "start_pos" on. */
Value *write_cache(Call *c, const char *name, Value *rows);

#endif
