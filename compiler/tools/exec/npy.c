/* SPDX-License-Identifier: 0BSD
 * Arrays in numpy's files. */
#include "tools/exec/npy.h"
#include "base/dtype.h"
#include "base/words.h"
#include "read/tensor.h"
#include "tools/exec/tensor.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC_BYTES = 6, FILE_ALIGN = 64 };

/* Names the types as numpy does, behind the sign for the order of bytes. */
static const struct {
    const char *word;
    int dtype;
} types[] = {{"b1", BOOL}, {"u1", U8},  {"i1", I8},  {"u2", U16},  {"i2", I16},
             {"u4", U32},  {"i4", I32}, {"u8", U64}, {"i8", I64},  {"f2", F16},
             {"f4", F32},  {"f8", F64}, {"c8", C64}, {"c16", C128}};
enum { NTYPES = sizeof types / sizeof *types };

bool is_npy(Bytes file)
{
    return file.size >= MAGIC_BYTES + 4 && memcmp(file.data, magic, MAGIC_BYTES) == 0;
}

/* Finds where the value of a key of the header starts, which is a literal of Python. */
static const char *value_of(const char *path, const char *header, const char *key)
{
    const char *at = strstr(header, fmt_text("'%s':", key));
    if (!at)
        fatal(path, "its header has no '%s'", key);
    at += strlen(key) + 3;
    return at + strspn(at, " ");
}

static int dtype_of(const char *path, const char *word)
{
    size_t n = *word ? strcspn(word + 1, "'") : 0;
    bool little = word[0] == '\'' && n > 1 && (word[1] == '<' || word[1] == '|');
    for (int i = 0; little && i < NTYPES; i++)
        if (strlen(types[i].word) == n - 1 && strncmp(word + 2, types[i].word, n - 1) == 0)
            return types[i].dtype;
    fatal(path, "has elements of %s, which are no little-endian numbers that ptec knows",
          printable(fmt_text("%.*s", (int)strcspn(word, ","), word)));
}

/* Reads "(2, 3)", "(5,)" or "()". */
static void read_shape(const char *path, const char *p, FileTensor *t)
{
    int64_t count = 1;
    for (p += *p == '('; *p && *p != ')'; p += strspn(p, ", ")) {
        char *end;
        int64_t n = isdigit((unsigned char)*p) ? strtoll(p, &end, 10) : -1;
        if (n < 0 || t->rank == MAX_RANK || (n && count > INT64_MAX / 16 / n))
            fatal(path, "has a shape that ptec cannot take");
        count *= n;
        t->dim_order[t->rank] = (uint8_t)t->rank;
        t->size[t->rank++] = n;
        p = end;
    }
    if (*p != ')')
        fatal(path, "its header ends within the shape");
}

/* Returns the header's text, and where the elements start. */
static const char *read_header(const char *path, Bytes file, size_t *start)
{
    const uint8_t *p = file.data + MAGIC_BYTES;
    size_t size = p[2] | (size_t)p[3] << 8;
    *start = MAGIC_BYTES + 4;
    if (p[0] > 1 && file.size >= MAGIC_BYTES + 6) { /* four bytes since version 2 */
        size |= (size_t)p[4] << 16 | (size_t)p[5] << 24;
        *start += 2;
    }
    if (size > file.size - *start)
        fatal(path, "ends within its header");
    const char *header = fmt_text("%.*s", (int)size, (const char *)file.data + *start);
    *start += size;
    return header;
}

FileTensor npy_read(const char *path, Bytes file)
{
    size_t start;
    FileTensor t = {0};
    const char *header = read_header(path, file, &start);
    t.dtype = dtype_of(path, value_of(path, header, "descr"));
    if (*value_of(path, header, "fortran_order") != 'F')
        fatal(path, "is in Fortran's order: save numpy.ascontiguousarray(...)");
    read_shape(path, value_of(path, header, "shape"), &t);
    size_t bytes = (size_t)tensor_count(&t) * dtype_bytes(t.dtype);
    if (bytes != file.size - start)
        fatal(path, "has %zu bytes of elements instead of %zu", file.size - start, bytes);
    t.data = (Bytes){file.data + start, bytes};
    return dtype_part(t.dtype) == NO_DTYPE ? t : tensor_in_parts(&t);
}

static const char *type_word(int dtype)
{
    for (int i = 0; i < NTYPES; i++)
        if (types[i].dtype == (dtype == BF16 ? U16 : dtype))
            return fmt_text("%s%s", dtype_bytes(dtype) == 1 ? "|" : "<", types[i].word);
    bug("numpy has no %s", dtype_name(dtype));
}

Text npy_text(const FileTensor *t)
{
    const FileTensor u = tensor_in_rows(t);
    Text header = {0}, file = {0};
    text_add(&header, "{'descr': '%s', 'fortran_order': False, 'shape': (", type_word(u.dtype));
    for (int i = 0; i < u.rank; i++)
        text_add(&header, "%s%" PRId64, i ? ", " : "", u.size[i]);
    text_add(&header, u.rank == 1 ? ",), }" : "), }");
    while ((MAGIC_BYTES + 4 + header.size + 1) % FILE_ALIGN)
        text_add(&header, " ");
    text_add(&header, "\n");
    const uint8_t version[] = {1, 0, (uint8_t)header.size, (uint8_t)(header.size >> 8)};
    text_bytes(&file, magic, MAGIC_BYTES);
    text_bytes(&file, version, sizeof version);
    text_bytes(&file, header.data, header.size);
    text_bytes(&file, u.data.data, (size_t)tensor_count(&u) * dtype_bytes(u.dtype));
    return file;
}
