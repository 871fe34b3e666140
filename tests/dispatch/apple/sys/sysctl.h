/* SPDX-License-Identifier: 0BSD
 * What pte_dispatch.c calls of macOS. */
#include <stddef.h>

int sysctlbyname(const char *name, void *value, size_t *size, void *new_value, size_t new_size);
