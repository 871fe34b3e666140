/* SPDX-License-Identifier: 0BSD
 * The three functions that compilers and models call, for an image without a C library. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *t = to;
    for (const unsigned char *f = from; n > 0; n--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t <= f)
        return memcpy(to, from, n);
    while (n-- > 0)
        t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    for (unsigned char *t = to; n > 0; n--)
        *t++ = (unsigned char)byte;
    return to;
}
