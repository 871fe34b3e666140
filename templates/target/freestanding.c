/* SPDX-License-Identifier: 0BSD
 * What compilers call unasked, where there is no libc. */
#include <stddef.h>
#include <stdint.h>

/* Keeps a loop from becoming a call of the function that it is in. */
#define KEEP_LOOP() __asm__ volatile("")

void *memset(void *to, int value, size_t n);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
int memcmp(const void *a, const void *b, size_t n);

typedef uint32_t __attribute__((may_alias)) four_bytes;

__attribute__((used)) void *memset(void *to, int value, size_t n)
{
    unsigned char *p = to;
    const four_bytes four = (unsigned char)value * 0x01010101u;
    for (; n && (uintptr_t)p % sizeof four; n--) {
        *p++ = (unsigned char)value;
        KEEP_LOOP();
    }
    for (; n >= sizeof four; n -= sizeof four, p += sizeof four) {
        *(four_bytes *)(void *)p = four;
        KEEP_LOOP();
    }
    for (; n; n--) {
        *p++ = (unsigned char)value;
        KEEP_LOOP();
    }
    return to;
}

__attribute__((used)) void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    if (((uintptr_t)p | (uintptr_t)q) % sizeof(four_bytes) == 0)
        for (; n >= sizeof(four_bytes);
             n -= sizeof(four_bytes), p += sizeof(four_bytes), q += sizeof(four_bytes)) {
            *(four_bytes *)(void *)p = *(const four_bytes *)(const void *)q;
            KEEP_LOOP();
        }
    for (; n; n--) {
        *p++ = *q++;
        KEEP_LOOP();
    }
    return to;
}

__attribute__((used)) void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *p = to;
    const unsigned char *q = from;
    if (p <= q)
        for (; n; n--) {
            *p++ = *q++;
            KEEP_LOOP();
        }
    else
        for (; n; n--) {
            p[n - 1] = q[n - 1];
            KEEP_LOOP();
        }
    return to;
}

__attribute__((used)) int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *p = a, *q = b;
    for (; n; n--, p++, q++)
        if (*p != *q)
            return *p - *q;
    return 0;
}
