/* SPDX-License-Identifier: 0BSD
 * Ranges of the file that tensors and delegates take their bytes from. */
#include "read/segments.h"
#include "read/shape.h"

static const Field SEGMENT_OFFSET = {0, "offset"};
static const Field SEGMENT_SIZE = {1, "size"};
static const Field BUFFER_STORAGE = {0, "storage"};

Bytes *read_segments(Flatbuf *fb, Vector segments, uint64_t base, Bytes file)
{
    Bytes *list = NEW(Bytes, segments.count);
    for (int i = 0; i < segments.count; i++) {
        flat_enter(fb, "segment", i);
        Table t = vector_table(&segments, i);
        uint64_t offset = table_uint(&t, SEGMENT_OFFSET, 8), size = table_uint(&t, SEGMENT_SIZE, 8);
        uint64_t room = file.size - base;
        if (size > 0 && base == 0)
            damaged(fb, "the file has no header that says where segments start");
        if (offset > room || size > room - offset) {
            damaged(fb, "%llu bytes at %llu + %llu are not in the file, which has %zu",
                    (unsigned long long)size, (unsigned long long)base, (unsigned long long)offset,
                    file.size);
        }
        list[i] = (Bytes){file.data + base + offset, (size_t)size};
    }
    flat_enter(fb, NULL, 0);
    return list;
}

Bytes program_segment(const Reader *r, uint64_t index, const char *user)
{
    if (index >= (uint64_t)r->nsegments) {
        damaged(&r->fb, "%s is %llu, but the number of segments is %d", user,
                (unsigned long long)index, r->nsegments);
    }
    return r->segment[index];
}

/* Returns the bytes of `segment` from entry `index` of `offsets` on, up to its end. */
static Bytes subsegment(const Reader *r, Bytes segment, const Vector *offsets, uint64_t index)
{
    if (index >= (uint64_t)offsets->count) {
        damaged(&r->fb, "data_buffer_idx is %llu, but the file's last is %d",
                (unsigned long long)index, offsets->count ? offsets->count - 1 : 0);
    }
    uint64_t offset = vector_uint(offsets, (int)index);
    if (offset > segment.size) {
        damaged(&r->fb, "its data starts at %llu in a segment of %zu bytes",
                (unsigned long long)offset, segment.size);
    }
    return (Bytes){segment.data + offset, segment.size - (size_t)offset};
}

static Bytes constant_table(Reader *r, uint64_t index)
{
    if (index >= (uint64_t)r->constant_tables.count) {
        damaged(&r->fb, "data_buffer_idx is %llu, but the file's last is %d",
                (unsigned long long)index, r->constant_tables.count - 1);
    }
    Table t = vector_table(&r->constant_tables, (int)index);
    return table_bytes(&t, BUFFER_STORAGE);
}

Bytes constant_data(Reader *r, uint64_t index, uint64_t bytes, int dtype)
{
    Bytes data = r->constant_tables.count > 0
                     ? constant_table(r, index)
                     : subsegment(r, r->constants, &r->constant_offsets, index);
    check_data(&r->fb, data, bytes, dtype);
    return (Bytes){data.data, (size_t)bytes};
}

/* Returns the initial bytes of a planned tensor. The exporter leaves no gaps between them, so that
 * they need not lie at multiples of the element size. */
Bytes initial_data(Reader *r, uint64_t index, uint64_t bytes)
{
    Bytes data = subsegment(r, r->initial, &r->initial_offsets, index);
    check_size(&r->fb, data, bytes);
    return (Bytes){data.data, (size_t)bytes};
}
