/* SPDX-License-Identifier: 0BSD
 * What the stand-ins of nnlib's functions share: who breaks the contract of the library, on HiFi 4
 * or on HiFi 5, does not get away with it. */
#ifndef STANDIN_H
#define STANDIN_H

#include "demand.h"

#include <xa_nnlib_api.h>

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
