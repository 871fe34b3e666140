/* SPDX-License-Identifier: 0BSD
 * Shapes and element types, checked. */
#include "read/shape.h"

int read_dtype(const Table *t, Field f)
{
    int64_t dtype = table_int(t, f, 1);
    if (dtype < 0)
        damaged(t->fb, "%s is %d, which is no type", f.name, (int)dtype);
    return (int)dtype;
}

Shape read_shape(const Table *t, Field sizes, Field dim_order)
{
    Shape shape = {0};
    Vector size = need_vector(t, sizes, 4), order = table_vector(t, dim_order, 1);
    if (size.count > MAX_RANK)
        damaged(t->fb, "has %d dimensions; ExecuTorch allows %d", size.count, MAX_RANK);
    if (order.count != size.count)
        damaged(t->fb, "has %d sizes, but its dim_order has %d", size.count, order.count);
    shape.rank = size.count;
    uint32_t seen = 0;
    for (int i = 0; i < shape.rank; i++) {
        shape.size[i] = vector_int(&size, i);
        if (shape.size[i] < 0)
            damaged(t->fb, "size %d is negative (%d)", i, (int)shape.size[i]);
        shape.dim_order[i] = (uint8_t)vector_uint(&order, i);
        if (shape.dim_order[i] >= shape.rank || seen >> shape.dim_order[i] & 1)
            damaged(t->fb, "dim_order is no permutation of its %d dimensions", shape.rank);
        seen |= 1u << shape.dim_order[i];
    }
    return shape;
}

uint64_t shape_bytes(const Flatbuf *fb, int dtype, int rank, const int64_t *size)
{
    /* A size of 0 counts as 1 against overflow: strides are products of the other sizes. */
    uint64_t span = dtype_bytes(dtype) ? dtype_bytes(dtype) : 1;
    bool empty = false;
    for (int i = 0; i < rank; i++) {
        uint64_t n = size[i] ? (uint64_t)size[i] : 1;
        empty = empty || size[i] == 0;
        if (span > INT64_MAX / n)
            damaged(fb, "its sizes multiply to more bytes than 64 bits can count");
        span *= n;
    }
    return empty || !dtype_bytes(dtype) ? 0 : span;
}

void check_size(const Flatbuf *fb, Bytes data, uint64_t bytes)
{
    if (bytes > data.size) {
        damaged(fb, "needs %llu bytes of data, the file has %zu", (unsigned long long)bytes,
                data.size);
    }
}

void check_data(const Flatbuf *fb, Bytes data, uint64_t bytes, int dtype)
{
    check_size(fb, data, bytes);
    size_t align = dtype_bytes(dtype);
    if (align && (uintptr_t)data.data % align != 0)
        damaged(fb, "its data is not aligned to its elements of %zu bytes", align);
}
