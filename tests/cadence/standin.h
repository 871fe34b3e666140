/* SPDX-License-Identifier: 0BSD
 * What the stand-ins of nnlib's functions share: who breaks the contract of the library, on HiFi 4
 * or on HiFi 5, does not get away with it. */
#ifndef STANDIN_H
#define STANDIN_H

#include <xa_nnlib_api.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Aborts, with what does not hold, unless `holds`. */
void demand(const char *function, bool holds, const char *what);
#define DEMAND(condition) demand(__func__, condition, #condition)

bool is_aligned(const void *p, size_t bytes); /* and there */
bool is_apart(const void *a, size_t a_bytes, const void *b, size_t b_bytes);

/* -- sizes.c -- */
typedef enum WindowKind { STD, DEPTHWISE, DILATED, MAX, MAX_8, AVG } WindowKind;
typedef struct Window {
    WindowKind kind;
    bool planes;
    WORD32 h, w, c, oc, oh, ow, kh, kw, sh, sw, ph, pw, dh, dw;
} Window;
/* Bytes that the library asks for, on HiFi 4 or on HiFi 5: the larger number. */
WORD32 room_of(const Window *w);

#endif
