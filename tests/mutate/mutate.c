/* SPDX-License-Identifier: 0BSD
 * Copies a bundled program with one thing changed, so that a test can show that its check fails. */
#include "base/files.h"
#include "read/bundle.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: mutate MODEL.bpte OUT.bpte CHANGE\n"
    "CHANGE: inputs   all recorded inputs become zero\n"
    "        wanted   all recorded outputs become zero\n"
    "        weights  all weights become their negatives\n"
    "        N        the N-th weight (from 0) becomes its negative; it is a float\n"
    "                 constant of at least two axes. Exit code 3: there is none\n";

/* The bytes lie in our own copy of the file, unless the reader had to align them. */
static uint8_t *writable(Bytes file, Bytes part)
{
    if (part.data < file.data || part.data + part.size > file.data + file.size)
        bug("the reader has copied a part of the file");
    return (uint8_t *)(uintptr_t)part.data;
}

static void clear_values(Bytes file, const CaseValue *value, int count)
{
    for (int i = 0; i < count; i++)
        if (value[i].kind == FV_TENSOR && value[i].tensor.bytes)
            memset(writable(file, value[i].tensor.data), 0, value[i].tensor.data.size);
}

static void clear_cases(Bytes file, const Bundle *b, bool inputs)
{
    for (int i = 0; i < b->nsuites; i++)
        for (int k = 0; k < b->suite[i].ntests; k++) {
            const TestCase *c = &b->suite[i].test[k];
            if (inputs)
                clear_values(file, c->input, c->ninputs);
            else
                clear_values(file, c->want, c->nwants);
        }
}

static bool is_weight(const FileTensor *t)
{
    return t->constant && t->rank >= 2 && (t->dtype == F32 || t->dtype == I8);
}

static bool is_read(const FileMethod *m, int value)
{
    for (int i = 0; i < m->ninstrs; i++)
        for (int k = 0; k < m->instr[i].nargs; k++)
            if (m->instr[i].args[k] == value)
                return true;
    return false;
}

/* Values may share bytes, which are one weight. */
static bool is_new(const FileTensor *const *seen, int count, const FileTensor *t)
{
    for (int i = 0; i < count; i++)
        if (seen[i]->data.data == t->data.data)
            return false;
    return true;
}

static const FileTensor *find_weight(const Bundle *b, int n)
{
    const FileTensor **seen = NULL;
    int count = 0;
    for (int i = 0; i < b->program->nmethods; i++) {
        const FileMethod *m = &b->program->method[i];
        for (int k = 0; k < m->nvalues; k++) {
            const FileTensor *t = m->value[k].tensor;
            bool weight = m->value[k].kind == FV_TENSOR && is_weight(t) && is_read(m, k);
            if (weight && is_new(seen, count, t))
                PUSH(seen, count, t);
        }
    }
    return n < count ? seen[n] : NULL;
}

static void negate(Bytes file, const FileTensor *t)
{
    uint8_t *data = writable(file, t->data);
    for (uint64_t i = 0; i < t->bytes; i++)
        if (t->dtype == I8)
            data[i] = (uint8_t)-data[i];
        else if (i % 4 == 3)
            data[i] ^= 0x80; /* the sign of a little-endian float */
}

int main(int argc, char **argv)
{
    if (argc != 4)
        usage_error("%s", usage);
    Bytes read = file_read(argv[1]);
    uint8_t *copy = zalloc(read.size, 1);
    memcpy(copy, read.data, read.size);
    Bytes file = {copy, read.size};
    const Bundle *b = read_model_bytes(argv[1], file, NULL, 0);
    if (strcmp(argv[3], "inputs") == 0 || strcmp(argv[3], "wanted") == 0) {
        clear_cases(file, b, argv[3][0] == 'i');
    } else {
        bool all = strcmp(argv[3], "weights") == 0;
        int n = all ? 0 : atoi(argv[3]);
        const FileTensor *t = find_weight(b, n);
        if (!t)
            return 3;
        for (; t; t = all ? find_weight(b, ++n) : NULL)
            negate(file, t);
    }
    file_write(argv[2], file.data, file.size);
    return 0;
}
