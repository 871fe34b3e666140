/* SPDX-License-Identifier: 0BSD
 * Files of numpy, against what numpy.save() wrote of the same arrays. */
#include "tools/exec/npy.h"
#include "base/dtype.h"
#include "unit.h"

#include <string.h>

enum { HEADER = 128 };

/* Writes a file as numpy 2 does: the header is 118 bytes long, blanks before its last newline. */
static size_t numpy_file(uint8_t *file, const char *header, const void *data, size_t bytes)
{
    memset(file, ' ', HEADER);
    memcpy(file, "\x93NUMPY\x01\x00v\x00", 10);
    memcpy(file + 10, header, strlen(header));
    file[HEADER - 1] = '\n';
    memcpy(file + HEADER, data, bytes);
    return HEADER + bytes;
}

/* The array is read with these extents, and written as numpy wrote it. */
static void check_array(const char *header, int dtype, int rank, const int64_t *size,
                        const void *data, size_t bytes)
{
    uint8_t file[256];
    const Bytes written = {file, numpy_file(file, header, data, bytes)};
    CHECK(is_npy(written), "%s", header);
    const FileTensor t = npy_read("array", written);
    CHECK(t.dtype == dtype && t.rank == rank && t.data.size == bytes, "type or size of %s", header);
    for (int i = 0; i < rank; i++)
        CHECK(t.size[i] == size[i], "extent %d of %s", i, header);
    CHECK(memcmp(t.data.data, data, bytes) == 0, "elements of %s", header);
    const Text again = npy_text(&t);
    CHECK(again.size == written.size && memcmp(again.data, file, written.size) == 0, "written: %s",
          header);
}

int main(void)
{
    static const float six[] = {0, 1, 2, 3, 4, 5};
    static const int8_t two[] = {1, -2};
    static const int64_t seven = 7;
    check_array("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", F32, 2,
                (const int64_t[]){2, 3}, six, sizeof six);
    check_array("{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }", I8, 1,
                (const int64_t[]){2}, two, sizeof two);
    check_array("{'descr': '<i8', 'fortran_order': False, 'shape': (), }", I64, 0, NULL, &seven,
                sizeof seven);

    /* Channels last in memory, rows in the file: element (0, c, 0, w) of [1, 2, 1, 3]. */
    static const float last[] = {0, 3, 1, 4, 2, 5};
    const FileTensor t = {.dtype = F32,
                          .rank = 4,
                          .size = {1, 2, 1, 3},
                          .dim_order = {0, 2, 3, 1},
                          .data = {(const uint8_t *)last, sizeof last}};
    const Text rows = npy_text(&t);
    CHECK(rows.size == HEADER + sizeof six && memcmp(rows.data + HEADER, six, sizeof six) == 0,
          "not by rows");
    FileTensor empty = t;
    empty.size[2] = 0;
    empty.data = (Bytes){0};
    CHECK(npy_text(&empty).size == HEADER, "elements of an empty array");

    /* Complex numbers come in parts. */
    static const float one[] = {1, 2};
    uint8_t file[256];
    size_t n = numpy_file(file, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", one,
                          sizeof one);
    const FileTensor parts = npy_read("array", (Bytes){file, n});
    CHECK(parts.dtype == F32 && parts.rank == 2 && parts.size[0] == 1 && parts.size[1] == 2,
          "parts");
    return unit_result("npy");
}
