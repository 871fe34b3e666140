/* SPDX-License-Identifier: 0BSD
 * Writes an ExecuTorch program of any length: x [1,8] through `mm`, `relu`, `add` and `mul` in
 * turn; with old results read again, half of them are alive at once. */
#include "base/util.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: long_program COUNT OPERATORS OUT.pte\n"
    "OPERATORS: letters, used in turn: m mm, r relu, a add, u mul, o add to an old result\n";

enum { SIZE = 8, HEADER = 32, FIRST_MADE = 3 }; /* values: x, the weights, 1, then each result */
enum { KIND_INT = 2, KIND_TENSOR = 5, KERNEL_CALL = 1 };

static const char letters[] = "mrauo";
static const char *const op_names[] = {"aten::mm", "aten::relu", "aten::add", "aten::mul",
                                       "aten::add"};

/* -- FlatBuffers, parents before children -- */

static Text out;

static void put(uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        text_bytes(&out, &(uint8_t){(uint8_t)(n >> 8 * i)}, 1);
}

static void align(size_t to, size_t ahead)
{
    while ((out.size + ahead) % to)
        put(0, 1);
}

/* The 32-bit field at `slot` shall point to the next byte. */
static void point(size_t slot)
{
    uint32_t offset = (uint32_t)(out.size - slot);
    for (int i = 0; i < 4; i++)
        out.data[slot + (size_t)i] = (char)(offset >> 8 * i);
}

/* A table that `slot` points to. `bytes`: the width of each field as a digit, 0 if it is absent;
 * the arguments are the numbers in the present ones. `field` gets their positions. */
static void table(size_t slot, const char *bytes, size_t *field, ...)
{
    size_t n = strlen(bytes), end = 4;
    uint16_t place[16] = {0};
    for (size_t i = 0; i < n; i++) {
        size_t width = (size_t)(bytes[i] - '0');
        while (width && end % width)
            end++;
        place[i] = (uint16_t)(width ? end : 0);
        end += width;
    }
    align(8, 4 + 2 * n);
    size_t vtable = out.size;
    put(4 + 2 * n, 2);
    put(end, 2);
    for (size_t i = 0; i < n; i++)
        put(place[i], 2);
    point(slot);
    size_t start = out.size;
    put(start - vtable, 4);
    va_list ap;
    va_start(ap, field);
    for (size_t i = 0; i < n; i++) {
        if (!place[i])
            continue;
        while (out.size < start + place[i])
            put(0, 1);
        field[i] = out.size;
        put((uint64_t)va_arg(ap, int), bytes[i] - '0');
    }
    va_end(ap);
}

/* Returns the position of the first element; elements follow. */
static size_t vector(size_t slot, size_t count, size_t element)
{
    align(element < 4 ? 4 : element, 4);
    point(slot);
    put(count, 4);
    return out.size;
}

/* A vector of tables: their slots are 4 bytes apart. */
static size_t tables(size_t slot, size_t count)
{
    size_t first = vector(slot, count, 4);
    for (size_t i = 0; i < count; i++)
        put(0, 4);
    return first;
}

static void string(size_t slot, const char *s)
{
    vector(slot, strlen(s), 1);
    text_bytes(&out, s, strlen(s) + 1);
}

static void ints(size_t slot, int count, const int *n)
{
    vector(slot, (size_t)count, 4);
    for (int i = 0; i < count; i++)
        put((uint64_t)n[i], 4);
}

/* -- the program; fields are in the order of schema/program.fbs -- */

/* A planned tensor, or constant 1 where `place` is negative. */
static void tensor(size_t slot, int rows, int place)
{
    size_t value[2], f[7], memory[2];
    table(slot, "14", value, KIND_TENSOR, 0);
    if (place < 0)
        table(value[1], "104414", f, 6, 0, 0, 0, 1);
    else
        table(value[1], "1044104", f, 6, 0, 0, 0, 0);
    ints(f[2], 2, (int[]){rows, SIZE});
    vector(f[3], 2, 1);
    put(0x0100, 2);
    if (place >= 0)
        table(f[6], "44", memory, 1, place);
}

/* Results take turns in a few places, or each has its own. */
static int places(int count, const char *ops)
{
    return strchr(ops, 'o') ? count + 1 : 4;
}

static void add_values(size_t slot, int count, const char *ops)
{
    size_t item = tables(slot, (size_t)(count + FIRST_MADE)), value[2], number[1];
    tensor(item, 1, 0);
    tensor(item + 4, SIZE, -1);
    table(item + 8, "14", value, KIND_INT, 0);
    table(value[1], "8", number, 1);
    for (int i = 0; i < count; i++)
        tensor(item + 4 * (size_t)(FIRST_MADE + i), 1, (i + 1) % places(count, ops) * SIZE * 4);
}

static void add_call(size_t slot, int op, int step)
{
    int result = FIRST_MADE + step, x = step ? result - 1 : 0, before = step > 1 ? result - 2 : 0;
    int old = FIRST_MADE + step / 2;
    size_t instruction[2], call[2];
    table(slot, "14", instruction, KERNEL_CALL, 0);
    table(instruction[1], "44", call, op, 0);
    switch (letters[op]) {
    case 'm':
        ints(call[1], 4, (int[]){x, 1, result, result});
        return;
    case 'r':
        ints(call[1], 3, (int[]){x, result, result});
        return;
    case 'a':
        ints(call[1], 5, (int[]){x, before, 2, result, result});
        return;
    case 'o':
        ints(call[1], 5, (int[]){x, step ? old : 0, 2, result, result});
        return;
    default:
        ints(call[1], 4, (int[]){x, x, result, result});
    }
}

static void add_plan(size_t slot, int count, const char *ops)
{
    size_t f[9], chain[3], op[2];
    table(slot, "404444444", f, 0, 0, 0, 0, 0, 0, 0, 0);
    string(f[0], "forward");
    add_values(f[2], count, ops);
    ints(f[3], 1, (int[]){0});
    ints(f[4], 1, (int[]){FIRST_MADE + count - 1});
    table(tables(f[5], 1), "444", chain, 0, 0, 0);
    vector(chain[0], 0, 4);
    vector(chain[1], 0, 4);
    size_t calls = tables(chain[2], (size_t)count);
    for (int i = 0; i < count; i++)
        add_call(calls + 4 * (size_t)i,
                 (int)(strchr(letters, ops[(size_t)i % strlen(ops)]) - letters), i);
    size_t names = tables(f[6], sizeof op_names / sizeof *op_names);
    for (size_t i = 0; i < sizeof op_names / sizeof *op_names; i++) {
        table(names + 4 * i, "44", op, 0, 0);
        string(op[0], op_names[i]);
        string(op[1], "out");
    }
    vector(f[7], 0, 4);
    vector(f[8], 2, 8);
    put(0, 8);
    put((uint64_t)places(count, ops) * SIZE * 4, 8);
}

static void add_program(int count, const char *ops)
{
    size_t f[6], segment[2], sub[2];
    put(0, 4);
    text_bytes(&out, "ET12", 4);
    text_bytes(&out, (uint8_t[HEADER]){0}, HEADER);
    table(0, "440044", f, 0, 0, 0, 0);
    add_plan(tables(f[1], 1), count, ops);
    table(tables(f[4], 1), "88", segment, 0, SIZE * SIZE * 4);
    table(f[5], "44", sub, 0, 0);
    vector(sub[1], 2, 8); /* offset of each constant; the first is unused */
    put(0, 8);
    put(0, 8);
}

/* Behind the program: one segment with the weights, all zero but the diagonal. */
static void add_weights(void)
{
    size_t size = out.size;
    align(16, 0);
    size_t base = out.size;
    for (int i = 0; i < SIZE * SIZE; i++)
        put(i % (SIZE + 1) ? 0 : 0x3f000000, 4); /* 0.5f */
    uint64_t header[] = {size, base, out.size - base};
    memcpy(out.data + 8, "eh00", 4);
    out.data[12] = HEADER;
    for (int i = 0; i < 24; i++)
        out.data[16 + i] = (char)(header[i / 8] >> 8 * (i % 8));
}

int main(int argc, char **argv)
{
    if (argc != 4 || atoi(argv[1]) < 1 || !*argv[2] || strspn(argv[2], letters) != strlen(argv[2]))
        usage_error("%s", usage);
    add_program(atoi(argv[1]), argv[2]);
    add_weights();
    file_write(argv[3], out.data, out.size);
    return 0;
}
