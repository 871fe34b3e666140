/* SPDX-License-Identifier: 0BSD
 * WASI's C library has no setjmp, by which ptec goes on after a message; tests end instead. */
#include <stdlib.h>

typedef int jmp_buf[1];
#define setjmp(here)         ((void)(here), 0)
#define longjmp(here, value) abort()
