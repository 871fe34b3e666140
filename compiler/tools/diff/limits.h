/* SPDX-License-Identifier: 0BSD
 * `diff --fail-on`: by how much a number may grow. */
#ifndef PTEC_TOOLS_DIFF_LIMITS_H
#define PTEC_TOOLS_DIFF_LIMITS_H

#include "tools/diff/compare.h"

enum { DIFF_EXCEEDED = 3 }; /* exit code: neither bad input nor wrong usage */

typedef struct DiffLimit {
    const char *text; /* "ram+5%" */
    TotalId of;
    bool percent;
    double more;
} DiffLimit;

/* Parses such a word; false: it is not like that. */
bool parse_limit(const char *text, DiffLimit *limit);

/* Returns the options that measure what it limits, if code or times are not measured. */
const char *limit_needs(const DiffLimit *limit, bool sized, bool timed);

/* Names on stderr each limit that is exceeded, and returns the exit code. A number that a manifest
 * does not tell is fatal. */
int check_limits(const Diff *d, const DiffLimit *limit, int count);

#endif
