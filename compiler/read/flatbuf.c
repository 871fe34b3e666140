/* SPDX-License-Identifier: 0BSD
 * FlatBuffers read without trust. */
#include "read/flatbuf.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

uint64_t load_le(const uint8_t *p, int bytes)
{
    uint64_t n = 0;
    for (int i = 0; i < bytes; i++)
        n |= (uint64_t)p[i] << (8 * i);
    return n;
}

static int64_t sign_extend(uint64_t n, int bytes)
{
    uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
    return (int64_t)((n ^ sign) - sign);
}

static double as_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static float as_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

float float_at(const uint8_t *p)
{
    return as_float(load_le(p, 4));
}

Flatbuf flat_open(const char *path, Bytes bytes)
{
    Flatbuf fb = {.path = path, .bytes = bytes};
    fb.budget = 4 * (uint64_t)bytes.size;
    return fb;
}

_Noreturn void damaged(const Flatbuf *fb, const char *fmt, ...)
{
    Text place = {0};
    if (fb->context)
        text_add(&place, "%s%s", fb->context, fb->part ? ", " : ": ");
    if (fb->part)
        text_add(&place, "%s %lld: ", fb->part, (long long)fb->index);
    char message[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    fatal(fb->path, "%s%s", place.data ? place.data : "", message);
}

void flat_enter(Flatbuf *fb, const char *part, int64_t index)
{
    fb->part = part;
    fb->index = index;
}

static bool inside(const Flatbuf *fb, size_t at, size_t bytes)
{
    return at <= fb->bytes.size && bytes <= fb->bytes.size - at;
}

static uint64_t load(const Flatbuf *fb, size_t at, int bytes)
{
    return load_le(fb->bytes.data + at, bytes);
}

static void spend(Flatbuf *fb, uint64_t bytes, const char *name)
{
    if (bytes > fb->budget)
        damaged(fb, "field '%s' uses bytes that too many others use", name);
    fb->budget -= bytes;
}

/* Follows the offset that is stored at `at` and returns where it leads. */
static size_t follow(const Flatbuf *fb, size_t at, size_t bytes, const char *name)
{
    size_t offset = (size_t)load(fb, at, 4);
    if (offset < 4 || offset > fb->bytes.size - at || !inside(fb, at + offset, bytes))
        damaged(fb, "field '%s' points past the end of the file", name);
    return at + offset;
}

static Table table_at(Flatbuf *fb, size_t at, const char *name)
{
    int64_t vtable = (int64_t)at - sign_extend(load(fb, at, 4), 4);
    if (vtable < 0 || (uint64_t)vtable > fb->bytes.size || !inside(fb, (size_t)vtable, 4))
        damaged(fb, "field '%s': its vtable lies outside the file", name);
    Table t = {.fb = fb, .at = at, .vtable = (size_t)vtable};
    t.vtable_size = (size_t)load(fb, t.vtable, 2);
    if (t.vtable_size < 4 || !inside(fb, t.vtable, t.vtable_size))
        damaged(fb, "field '%s': its vtable runs past the end of the file", name);
    return t;
}

Table flat_root(Flatbuf *fb)
{
    if (!inside(fb, 0, 8))
        damaged(fb, "is cut off in its first 8 bytes");
    return table_at(fb, follow(fb, 0, 4, "root"), "root");
}

/* Returns the position of the field's inline bytes, 0 if the field is absent. */
static size_t slot(const Table *t, Field f, size_t bytes)
{
    size_t entry = 4 + 2 * (size_t)f.id;
    size_t offset = entry + 2 <= t->vtable_size ? (size_t)load(t->fb, t->vtable + entry, 2) : 0;
    if (offset == 0)
        return 0;
    if (offset < 4 || !inside(t->fb, t->at + offset, bytes))
        damaged(t->fb, "field '%s' lies outside its table", f.name);
    return t->at + offset;
}

bool table_has(const Table *t, Field f)
{
    return slot(t, f, 1) != 0;
}

uint64_t table_uint(const Table *t, Field f, int bytes)
{
    size_t at = slot(t, f, (size_t)bytes);
    return at ? load(t->fb, at, bytes) : 0;
}

int64_t table_int(const Table *t, Field f, int bytes)
{
    return sign_extend(table_uint(t, f, bytes), bytes);
}

double table_double(const Table *t, Field f)
{
    return as_double(table_uint(t, f, 8));
}

float table_float(const Table *t, Field f)
{
    return as_float(table_uint(t, f, 4));
}

Table table_child(const Table *t, Field f)
{
    size_t at = slot(t, f, 4);
    if (!at)
        return (Table){.fb = t->fb};
    return table_at(t->fb, follow(t->fb, at, 4, f.name), f.name);
}

/* Returns where a vector's elements start, and their number; whatever the vector says, they are
 * inside the file. */
static size_t elements(const Table *t, Field f, size_t element, size_t *count)
{
    size_t at = slot(t, f, 4);
    *count = 0;
    if (!at)
        return 0;
    at = follow(t->fb, at, 4, f.name);
    *count = (size_t)load(t->fb, at, 4);
    if (*count > (t->fb->bytes.size - at - 4) / element)
        damaged(t->fb, "field '%s' (%zu elements) runs past the end of the file", f.name, *count);
    return at + 4;
}

Vector table_vector(const Table *t, Field f, size_t element)
{
    size_t count;
    Vector v = {.fb = t->fb, .name = f.name, .size = element};
    v.at = elements(t, f, element, &count);
    if (count > INT_MAX)
        damaged(t->fb, "field '%s' has %zu elements, more than ptec can count", f.name, count);
    v.count = (int)count;
    spend(t->fb, (uint64_t)count * element, f.name);
    return v;
}

Bytes table_bytes(const Table *t, Field f)
{
    Bytes b;
    size_t at = elements(t, f, 1, &b.size);
    b.data = t->fb->bytes.data + at;
    return b;
}

const char *table_string(const Table *t, Field f)
{
    size_t length;
    size_t at = elements(t, f, 1, &length);
    if (!at)
        return NULL;
    const char *s = (const char *)t->fb->bytes.data + at;
    if (length == t->fb->bytes.size - at || s[length] != 0)
        damaged(t->fb, "field '%s' is a string without an end", f.name);
    spend(t->fb, length, f.name);
    if (memchr(s, 0, length))
        damaged(t->fb, "field '%s' is a string with a zero byte in it", f.name);
    return s;
}

static void need(const Table *t, Field f)
{
    if (!table_has(t, f))
        damaged(t->fb, "field '%s' is missing", f.name);
}

Table need_child(const Table *t, Field f)
{
    need(t, f);
    return table_child(t, f);
}

Vector need_vector(const Table *t, Field f, size_t element)
{
    need(t, f);
    return table_vector(t, f, element);
}

const char *need_string(const Table *t, Field f)
{
    need(t, f);
    return table_string(t, f);
}

static size_t element_at(const Vector *v, int i)
{
    if (i < 0 || i >= v->count)
        bug("element %d of '%s', which has %d", i, v->name, v->count);
    return v->at + (size_t)i * v->size;
}

Table vector_table(const Vector *v, int i)
{
    return table_at(v->fb, follow(v->fb, element_at(v, i), 4, v->name), v->name);
}

uint64_t vector_uint(const Vector *v, int i)
{
    return load(v->fb, element_at(v, i), (int)v->size);
}

int64_t vector_int(const Vector *v, int i)
{
    return sign_extend(vector_uint(v, i), (int)v->size);
}

double vector_double(const Vector *v, int i)
{
    return as_double(vector_uint(v, i));
}

float vector_float(const Vector *v, int i)
{
    return as_float(vector_uint(v, i));
}
