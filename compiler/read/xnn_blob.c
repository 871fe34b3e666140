/* SPDX-License-Identifier: 0BSD
 * Constants of an XNNPACK graph. */
#include "read/xnn_blob.h"
#include "base/words.h"
#include "read/derived.h"
#include "read/named.h"

#include <limits.h>
#include <string.h>

static const Field BUFFER_STORAGE = {0, "storage"};

static const Field CONSTANT_OFFSET = {0, "offset"};

static const Field CONSTANT_SIZE = {1, "size"};

static const Field CONSTANT_KEY = {2, "named_key"};

static Bytes constant_in_blob(const XnnReader *r, const Table *t)
{
    uint64_t offset = table_uint(t, CONSTANT_OFFSET, 8), size = table_uint(t, CONSTANT_SIZE, 8);
    if (offset > r->data.size || size > r->data.size - offset)
        damaged(&r->fb, "its %llu bytes at %llu lie outside the %zu bytes of constants",
                (unsigned long long)size, (unsigned long long)offset, r->data.size);
    return (Bytes){r->data.data + offset, (size_t)size};
}

static Bytes constant_bytes(XnnReader *r, uint64_t index)
{
    Vector *list = r->has_header ? &r->constants : &r->buffers;
    if (index >= (uint64_t)list->count)
        damaged(&r->fb, "its constant is number %llu, but there are %d", (unsigned long long)index,
                list->count);
    Table t = vector_table(list, (int)index);
    if (!r->has_header)
        return table_bytes(&t, BUFFER_STORAGE);
    if (!table_has(&t, CONSTANT_KEY))
        return constant_in_blob(r, &t);
    const char *key = need_string(&t, CONSTANT_KEY);
    const NamedData *named = find_named(r->program, key);
    if (!named)
        damaged(&r->fb, "its named data '%s' is neither in the program nor in a .ptd file",
                printable(key));
    return named->data;
}

Bytes xnn_constant(XnnReader *r, uint64_t index, uint64_t bytes, size_t element, const char *what)
{
    Bytes b = constant_bytes(r, index);
    if (b.size < bytes)
        damaged(&r->fb, "its %s have %zu bytes instead of %llu", what, b.size,
                (unsigned long long)bytes);
    if ((uintptr_t)b.data % element == 0)
        return (Bytes){b.data, (size_t)bytes};
    const void **at = derived_bytes(r->program, "aligned", b.data, bytes);
    if (!at)
        damaged(&r->fb, "its %s use bytes that too many others use", what);
    if (!*at) {
        uint8_t *copy = zalloc((size_t)bytes, 1);
        *at = memcpy(copy, b.data, (size_t)bytes);
    }
    return (Bytes){*at, (size_t)bytes};
}
