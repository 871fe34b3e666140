/* SPDX-License-Identifier: 0BSD
 * Identifiers of C. */
#ifndef PTEC_BASE_IDENTIFIER_H
#define PTEC_BASE_IDENTIFIER_H

#include "base/util.h"

char *upper_case(const char *s);
void letter_suffix(Text *t, int n);      /* 0: a, 25: z, 26: aa */
const char *c_identifier(const char *s); /* letters, digits, underscores; no keyword; never empty */
bool is_c_identifier(const char *s);
bool is_header(const char *name); /* would NAME.h hide a header of C, its libraries or ptec? */

#endif
