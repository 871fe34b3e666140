/* SPDX-License-Identifier: 0BSD
 * Words of messages: names that are safe to print, the nearest of several, numbers in
 * groups. */
#ifndef PTEC_BASE_WORDS_H
#define PTEC_BASE_WORDS_H

#include "base/util.h"

/* Returns the nearest of `names` (NULL-ended) to `word` by edit distance, or NULL if none is
 * near. */
const char *nearest_name(const char *word, const char *const *names);
const char *grouped(uint64_t n); /* "1,234,567" */
/* Makes a name from the model fit for messages: control and direction characters are escaped, and
 * it is cut at 80. */
const char *printable(const char *s);
const char *printable_long(const char *s); /* the same of text of any length */
/* Does a name match a pattern, in which `*` stands for any characters and `?` for one? */
bool matches_pattern(const char *s, const char *pattern);

#endif
