/* SPDX-License-Identifier: 0BSD
 * A tensor data file (.ptd): header FH01, FlatBuffer FT01, segments. */
#include "read/ptd.h"
#include "base/files.h"
#include "read/identifier.h"
#include "read/segments.h"
#include "read/shape.h"

#include <string.h>

static const Field FILE_SEGMENTS = {1, "segments"};
static const Field FILE_NAMED = {2, "named_data"};
static const Field NAMED_KEY = {0, "key"};
static const Field NAMED_SEGMENT = {1, "segment_index"};
static const Field NAMED_LAYOUT = {2, "tensor_layout"};
static const Field LAYOUT_DTYPE = {0, "scalar_type"};
static const Field LAYOUT_SIZES = {1, "sizes"};
static const Field LAYOUT_DIM_ORDER = {2, "dim_order"};

typedef struct Header {
    uint64_t flatbuffer_end, segment_base;
} Header;

static Header read_header(const char *path, Bytes file)
{
    enum { AT = 8, LENGTH = 40 };
    refuse_lfs_pointer(path, file);
    if (strcmp(file_identifier(file), "FT01") != 0)
        fatal(path, "is not a tensor data file (.ptd)");
    if (file.size < AT + LENGTH)
        fatal(path, "is cut off in its header");
    if (memcmp(file.data + AT, "FH01", 4) != 0 || load_le(file.data + AT + 4, 4) < LENGTH)
        fatal(path, "has no FH01 header of %d bytes or more", LENGTH);
    uint64_t offset = load_le(file.data + AT + 8, 8), size = load_le(file.data + AT + 16, 8);
    uint64_t base = load_le(file.data + AT + 24, 8), data = load_le(file.data + AT + 32, 8);
    uint64_t room = file.size;
    if (offset > room || size > room - offset || base > room || data > room - base)
        fatal(path, "is cut off: its header speaks of more bytes than the file has");
    return (Header){offset + size, base};
}

static void read_layout(NamedData *d, const Table *layout)
{
    Shape shape = read_shape(layout, LAYOUT_SIZES, LAYOUT_DIM_ORDER);
    d->has_layout = true;
    d->dtype = read_dtype(layout, LAYOUT_DTYPE);
    d->rank = shape.rank;
    memcpy(d->size, shape.size, sizeof d->size);
    memcpy(d->dim_order, shape.dim_order, sizeof d->dim_order);
    check_data(layout->fb, d->data, shape_bytes(layout->fb, d->dtype, d->rank, d->size), d->dtype);
}

static NamedData read_entry(const Table *t, const Bytes *segment, int nsegments)
{
    NamedData d = {.key = need_string(t, NAMED_KEY)};
    uint64_t index = table_uint(t, NAMED_SEGMENT, 4);
    if (index >= (uint64_t)nsegments) {
        damaged(t->fb, "segment_index is %llu, but the number of segments is %d",
                (unsigned long long)index, nsegments);
    }
    d.data = segment[index];
    Table layout = table_child(t, NAMED_LAYOUT);
    if (layout.at)
        read_layout(&d, &layout);
    return d;
}

NamedData *read_ptd(const char *path, int *count)
{
    Bytes file = file_read(path);
    Header header = read_header(path, file);
    Flatbuf fb = flat_open(path, (Bytes){file.data, (size_t)header.flatbuffer_end});
    Table root = flat_root(&fb);
    Vector segments = need_vector(&root, FILE_SEGMENTS, 4);
    Vector named = need_vector(&root, FILE_NAMED, 4);
    Bytes *segment = read_segments(&fb, segments, header.segment_base, file);
    NamedData *list = NEW(NamedData, named.count);
    for (int i = 0; i < named.count; i++) {
        flat_enter(&fb, "named data", i);
        Table t = vector_table(&named, i);
        list[i] = read_entry(&t, segment, segments.count);
    }
    *count = named.count;
    return list;
}
