/* SPDX-License-Identifier: 0BSD
 * Rooms for the operands of a kernel, with nothing before and behind them: who reads or writes
 * there ends the test, also a load of a vector whose other lanes are masked. On a Cortex-M, the MPU
 * lets a program at nothing but its image and the rooms. */
#ifndef ROOMS_H
#define ROOMS_H

#include <stdint.h>

enum { IN, OUT, WEIGHT, SCRATCH, ROOMS };

#if __STDC_HOSTED__
#include <stdlib.h>
#include <sys/mman.h>

enum { ROOM = 1 << 25 }; /* bytes; what is not touched takes none */

static int8_t *room(int i)
{
    static int8_t *rooms;

    if (!rooms) {
        rooms = mmap(NULL, (size_t)(2 * ROOMS + 1) * ROOM, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (rooms == MAP_FAILED)
            abort();
        for (int k = 0; k < ROOMS; k++)
            if (mprotect(rooms + (size_t)(2 * k + 1) * ROOM, ROOM, PROT_READ | PROT_WRITE) != 0)
                abort();
    }
    return rooms + (size_t)(2 * i + 1) * ROOM;
}
#else
enum { ROOM = 1 << 19 }; /* bytes; replay.ld begins the image at a multiple of them */
extern int8_t image[];   /* in replay.ld */

static int8_t *room(int i)
{
    return image + (2 * i + 2) * ROOM;
}

#define MPU ((volatile uint32_t *)0xE000ED90) /* type, control, number, base, size or limit */

/* Region i of the MPU is memory from `base` on that programs may do everything with. */
static void let_at(uint32_t i, const int8_t *base)
{
    const uint32_t at = (uint32_t)(uintptr_t)base;

    MPU[2] = i;
#if __ARM_ARCH >= 8
    MPU[3] = at | 1 << 1;
    MPU[4] = (at + ROOM - 32) | 1;
#else
    MPU[3] = at;
    MPU[4] = 3u << 24 | 1 << 17 | (19 - 1) << 1 | 1;
#endif
}

static void close_rooms(void)
{
#if __ARM_ARCH >= 8
    MPU[12] = 0x44; /* of attributes, those of plain memory */
#endif
    let_at(ROOMS, image);
    for (int i = 0; i < ROOMS; i++)
        let_at((uint32_t)i, room(i));
    MPU[1] = 1;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}
#endif

/* So many bytes at the room's end, or at its beginning, at a multiple of `align`, a power of two.
 */
static int8_t *place(int which, int32_t bytes, int32_t align, int at_end)
{
    return room(which) + (at_end ? ROOM - (bytes + align - 1) / align * align : 0);
}

#endif
