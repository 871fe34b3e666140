/* SPDX-License-Identifier: 0BSD
 * Tensors of a program: shape, place in memory, data. */
#include "read/tensor.h"
#include "base/words.h"
#include "read/named.h"
#include "read/segments.h"
#include "read/shape.h"

#include <string.h>

static const Field TENSOR_DTYPE = {0, "scalar_type"};
static const Field TENSOR_STORAGE_OFFSET = {1, "storage_offset"};
static const Field TENSOR_SIZES = {2, "sizes"};
static const Field TENSOR_DIM_ORDER = {3, "dim_order"};
static const Field TENSOR_DATA_INDEX = {5, "data_buffer_idx"};
static const Field TENSOR_ALLOCATION = {6, "allocation_info"};
static const Field TENSOR_DYNAMISM = {8, "shape_dynamism"};
static const Field TENSOR_EXTRA = {9, "extra_tensor_info"};
static const Field ALLOCATION_MEMORY = {0, "memory_id"};
static const Field ALLOCATION_LOW = {1, "memory_offset_low"};
static const Field ALLOCATION_HIGH = {2, "memory_offset_high"};
static const Field EXTRA_FQN = {1, "fully_qualified_name"};
static const Field EXTRA_LOCATION = {2, "location"};
static const Field EXTRA_DEVICE = {3, "device_type"};

enum { LOCATION_EXTERNAL = 1 };

FileTensor tensor_in_parts(const FileTensor *t)
{
    FileTensor parts = *t;
    DType part = dtype_part(t->dtype);
    if (part == NO_DTYPE)
        return parts;
    parts.dtype = part;
    parts.complex = true;
    parts.size[t->rank] = 2;
    parts.dim_order[t->rank] = (uint8_t)t->rank;
    parts.rank++;
    return parts;
}

static void read_allocation(Reader *r, FileTensor *x, const Table *t)
{
    const FileMethod *m = r->method;
    uint64_t memory = table_uint(t, ALLOCATION_MEMORY, 4);
    x->planned = true;
    x->offset = table_uint(t, ALLOCATION_LOW, 4) | table_uint(t, ALLOCATION_HIGH, 4) << 32;
    if (memory < 1 || memory >= (uint64_t)m->narenas) {
        damaged(&r->fb, "memory_id is %llu, but the method's last is %d",
                (unsigned long long)memory, m->narenas ? m->narenas - 1 : 0);
    }
    x->memory = (int)memory;
    uint64_t room = m->arena_bytes[memory];
    if (x->offset > room || x->bytes > room - x->offset) {
        damaged(&r->fb, "%llu bytes at %llu are not in memory %d, which has %llu",
                (unsigned long long)x->bytes, (unsigned long long)x->offset, x->memory,
                (unsigned long long)room);
    }
}

static bool same_layout(const FileTensor *x, const NamedData *d)
{
    return d->dtype == x->dtype && d->rank == x->rank &&
           memcmp(d->size, x->size, sizeof d->size) == 0 &&
           memcmp(d->dim_order, x->dim_order, sizeof d->dim_order) == 0;
}

static Bytes external_data(Reader *r, const FileTensor *x)
{
    if (!x->fqn)
        damaged(&r->fb, "its data is in another file, but it has no name to find it by");
    const NamedData *d = find_named(r->program, x->fqn);
    if (!d) {
        damaged(&r->fb, "the data of '%s' is in another file; pass that .ptd with --ptd",
                printable(x->fqn));
    }
    if (!d->has_layout || !same_layout(x, d))
        damaged(&r->fb, "'%s' has another type or shape in the .ptd file", printable(x->fqn));
    check_data(&r->fb, d->data, x->bytes, x->dtype);
    return (Bytes){d->data.data, (size_t)x->bytes};
}

static void read_extra(Reader *r, FileTensor *x, const Table *t)
{
    if (!t->at)
        return;
    x->fqn = table_string(t, EXTRA_FQN);
    uint64_t location = table_uint(t, EXTRA_LOCATION, 1);
    if (location > LOCATION_EXTERNAL)
        damaged(&r->fb, "location is %d, which the format does not know", (int)location);
    x->external = location == LOCATION_EXTERNAL;
    if (table_uint(t, EXTRA_DEVICE, 1) != 0)
        damaged(&r->fb, "does not live on a CPU; ptec makes code for CPUs only");
}

static void find_data(Reader *r, FileTensor *x, uint64_t index)
{
    x->has_data = index > 0 || x->external;
    x->constant = x->has_data && !x->planned;
    if (x->external)
        x->data = external_data(r, x);
    else if (x->constant)
        x->data = constant_data(r, index, x->bytes, x->dtype);
    else if (x->has_data)
        x->data = initial_data(r, index, x->bytes);
}

static Dynamism read_dynamism(const Flatbuf *fb, const Table *t)
{
    uint64_t dynamism = table_uint(t, TENSOR_DYNAMISM, 1);
    if (dynamism == DYN_UNBOUND) {
        damaged(fb, "its shape has no upper bound (DYNAMIC_UNBOUND), so its memory cannot be "
                    "planned; export it with a maximum for each dynamic dimension");
    }
    if (dynamism > DYN_UNBOUND)
        damaged(fb, "shape_dynamism is %d, which the format does not know", (int)dynamism);
    return (Dynamism)dynamism;
}

FileTensor *read_tensor(Reader *r, const Table *t)
{
    FileTensor *x = NEW(FileTensor, 1);
    Shape shape = read_shape(t, TENSOR_SIZES, TENSOR_DIM_ORDER);
    x->dtype = read_dtype(t, TENSOR_DTYPE);
    x->rank = shape.rank;
    memcpy(x->size, shape.size, sizeof x->size);
    memcpy(x->dim_order, shape.dim_order, sizeof x->dim_order);
    x->bytes = shape_bytes(&r->fb, x->dtype, x->rank, x->size);
    x->dynamism = read_dynamism(&r->fb, t);
    if (x->bytes == 0)
        x->dynamism = DYN_STATIC; /* no elements at most: nothing is left to vary */
    if (table_int(t, TENSOR_STORAGE_OFFSET, 4) != 0) {
        damaged(&r->fb, "storage_offset is %d; ExecuTorch allows 0 only",
                (int)table_int(t, TENSOR_STORAGE_OFFSET, 4));
    }
    Table extra = table_child(t, TENSOR_EXTRA), allocation = table_child(t, TENSOR_ALLOCATION);
    read_extra(r, x, &extra);
    if (allocation.at)
        read_allocation(r, x, &allocation);
    find_data(r, x, table_uint(t, TENSOR_DATA_INDEX, 4));
    return x;
}
