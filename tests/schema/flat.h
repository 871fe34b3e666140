/* SPDX-License-Identifier: 0BSD
 * FlatBuffers written from their end to their start, so that whatever is pointed to comes first. */
#ifndef FLAT_H
#define FLAT_H

#include <stddef.h>
#include <stdint.h>

enum { FLAT_FIELDS = 12 };

/* Holds what has been written: the last `used` bytes of the `room` at `data`, which grows. An
 * object's place is counted from the end, where 0 stands for none. */
typedef struct Flat {
    uint8_t *data;
    size_t room, used;
} Flat;

typedef struct FlatTable {
    int bytes[FLAT_FIELDS]; /* of each field, 0 if it is absent */
    uint64_t value[FLAT_FIELDS];
    uint32_t place[FLAT_FIELDS]; /* of what the field points to, else 0 */
} FlatTable;

uint32_t flat_bytes(Flat *f, const void *items, size_t count, size_t size, size_t align);
uint32_t flat_places(Flat *f, const uint32_t *place, size_t count); /* a vector of objects */
uint32_t flat_string(Flat *f, const char *text);
void set_number(FlatTable *t, int field, int bytes, uint64_t value);
void set_place(FlatTable *t, int field, uint32_t place);
uint32_t flat_table(Flat *f, const FlatTable *t);
/* Ends the file with its root and its four letters, and returns where it starts. */
const uint8_t *flat_end(Flat *f, uint32_t root, const char *identifier);

#endif
