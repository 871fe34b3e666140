/* SPDX-License-Identifier: 0BSD
 * Layout of emitted text, and pieces of it that several steps share. */
#ifndef PTEC_EMIT_TEXT_TEXT_H
#define PTEC_EMIT_TEXT_TEXT_H

#include "emit/text/emit.h"
#include "read/manifest.h"

Shared *share(SharedList *list, const char *key, const char *base); /* found, or made */
/* Names the items. A name is its base if only one item has that, else it ends in a hash of the
 * text; an item of an earlier output keeps the one of these two that it had. */
void name_shared(SharedList *list, const Manifest *old);
const char *shared_digest(const Shared *s); /* of its text, 8 hex digits */
/* Writes the item's text with its name in place; a function of several callers is kept from being
 * inlined into them. twice: what calls it is itself worked into two functions. */
void add_shared(Text *t, const Shared *s, bool twice);
/* Writes the line without its newline, broken so that it keeps to 100 columns behind the margin of
 * `t`. */
void add_wrapped(Text *t, const char *line);
void add_moved(Text *t, const Text *lines); /* adds lines, moved to the right by their margin */
/* Writes a line with a comment behind it, at a column where other lines have none, or above it. */
void add_commented(Text *t, const char *code, const char *comment);

#endif
