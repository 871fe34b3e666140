/* SPDX-License-Identifier: 0BSD
 * Of <string.h>, what MLPerf Tiny's API calls, for a compiler without a C library. */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int strncmp(const char *a, const char *b, size_t n);
char *strncpy(char *to, const char *from, size_t n);
char *strcat(char *to, const char *from);
char *strtok(char *text, const char *separators);
#ifdef __cplusplus
}
#endif
#endif
