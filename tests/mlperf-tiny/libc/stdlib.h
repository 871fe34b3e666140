/* SPDX-License-Identifier: 0BSD
 * Of <stdlib.h>, what MLPerf Tiny's API calls, for a compiler without a C library. */
#ifndef STDLIB_H
#define STDLIB_H

#ifdef __cplusplus
extern "C" {
#endif
int atoi(const char *text);
#ifdef __cplusplus
}
#endif
#endif
