/* SPDX-License-Identifier: 0BSD
 * How often the same bytes of a FlatBuffer may be read as different ones: four times the buffer's,
 * to the byte. 0.01 s. */
#include "read/flatbuf.h"
#include "unit.h"

#include <string.h>

/* A table with one field, a vector of 24 bytes, the buffer's half. At 4 lies its vtable: the bytes
 * of both, and the field's place in the table; the table at 12 begins with the way back to it. */
static const uint8_t buffer[48] = {
    [0] = 12, [4] = 6, [6] = 8, [8] = 4, [12] = 8, [16] = 4, [20] = 24, [24] = 1, [47] = 2};

static void read_often(void *times)
{
    Flatbuf fb = flat_open("buffer", (Bytes){buffer, sizeof buffer});
    const Table root = flat_root(&fb);
    for (int i = 0; i < *(int *)times; i++) {
        const Vector v = table_vector(&root, (Field){0, "data"}, 1);
        CHECK(v.count == 24 && vector_uint(&v, 0) == 1 && vector_uint(&v, 23) == 2, "other bytes");
    }
}

int main(void)
{
    int times = 4 * (int)sizeof buffer / 24;
    const char *message = message_of(read_often, &times);
    CHECK(!message, "%s", message);
    times++;
    message = message_of(read_often, &times);
    CHECK(message && strstr(message, "field 'data' uses bytes that too many others use"), "%s",
          message ? message : "once more");
    return unit_result("budget");
}
