/* SPDX-License-Identifier: 0BSD
 * Reads an ETDump by the rules of FlatBuffers and its schema alone, and prints what it holds:
 *     run NAME INPUT
 *     time NAME INSTRUCTION NODE     the end is not before the start
 *     value NAME INSTRUCTION NODE TYPE SIZES NUMBERS... | int, bool or double NUMBER
 * It asserts what FlatBuffers promise: alignment, vtables and ends. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *file, *values;
static size_t file_size, values_size;

static unsigned char *slurp(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        exit(2);
    unsigned char *data = malloc(1 << 24);
    *size = fread(data, 1, 1 << 24, f);
    fclose(f);
    return data;
}

static uint64_t at(size_t place, size_t bytes)
{
    uint64_t n = 0;
    assert(place % bytes == 0 && place + bytes <= file_size);
    memcpy(&n, file + place, bytes);
    return n;
}

static size_t follow(size_t place)
{
    size_t to = place + at(place, 4);
    assert(to < file_size);
    return to;
}

/* Returns where the field lies, or 0. */
static size_t field(size_t table, unsigned id)
{
    size_t vtable = table - (size_t)(int32_t)at(table, 4);
    if (4 + 2 * id >= at(vtable, 2))
        return 0;
    size_t offset = at(vtable + 4 + 2 * id, 2);
    assert(offset < at(vtable + 2, 2));
    return offset ? table + offset : 0;
}

static const char *string(size_t table, unsigned id)
{
    size_t place = field(table, id);
    if (!place)
        return "-";
    size_t s = follow(place), n = at(s, 4);
    assert(s + 4 + n < file_size && file[s + 4 + n] == 0);
    return n ? (const char *)file + s + 4 : "-";
}

static int32_t number(size_t table, unsigned id)
{
    size_t place = field(table, id);
    return place ? (int32_t)at(place, 4) : -1;
}

static void print_tensor(size_t t)
{
    size_t sizes = follow(field(t, 1)), strides = follow(field(t, 2)), count = 1;
    unsigned type = (unsigned)at(field(t, 0), 1), bytes = type == 6 ? 4 : type == 4 ? 8 : 1;
    size_t offset = field(t, 3) ? at(field(t, 3), 8) : 0, rank = at(sizes, 4);
    assert(at(strides, 4) == rank);
    printf("%u [", type);
    for (size_t i = 0, stride = 1; i < rank; i++) {
        printf(i ? ", %d" : "%d", (int)at(sizes + 4 + 8 * i, 8));
        size_t last = rank - 1 - i;
        assert(at(strides + 4 + 8 * last, 8) == stride);
        stride *= at(sizes + 4 + 8 * last, 8);
        count *= at(sizes + 4 + 8 * i, 8);
    }
    printf("]");
    assert(offset + count * bytes <= values_size);
    for (size_t i = 0; i < count && i < 12; i++) {
        float real;
        int64_t whole;
        memcpy(&real, values + offset + 4 * i, type == 6 ? 4 : 0);
        memcpy(&whole, values + offset + 8 * i, type == 4 ? 8 : 0);
        if (type == 6)
            printf(" %.5f", (double)real);
        else
            printf(" %d", type == 4 ? (int)whole : ((signed char *)values)[offset + i]);
    }
    printf("\n");
}

/* Prints what the value's type says that it is. */
static void print_value(size_t value, uint64_t type)
{
    double real;
    assert(type == 1 || type == 2 || type == 4 || type == 5);
    size_t place = follow(field(value, type == 1 ? 3 : type == 2 ? 6 : type == 4 ? 5 : 1));
    if (type == 5) {
        print_tensor(place);
        return;
    }
    uint64_t number = at(field(place, 0), type == 2 ? 1 : 8);
    memcpy(&real, &number, sizeof real);
    if (type == 4)
        printf("double %.5f\n", real);
    else
        printf("%s %lld\n", type == 1 ? "int" : "bool", (long long)number);
}

static void print_event(size_t e)
{
    if (field(e, 0)) {
        size_t t = follow(field(e, 0));
        assert(at(field(t, 6), 8) <= at(field(t, 7), 8) && at(field(t, 7), 8) > 0);
        printf("time %s %d %s\n", string(t, 0), number(t, 2), string(t, 4));
    } else if (field(e, 2)) {
        size_t t = follow(field(e, 2)), value = follow(field(t, 2));
        const char *what = field(value, 7) ? "output" : "value";
        printf("%s %s %d %s ", what, string(t, 5), number(t, 1), string(t, 4));
        print_value(value, at(field(value, 0), 1));
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    file = slurp(argv[1], &file_size);
    values = slurp(argv[2], &values_size);
    assert(at(0, 4) == file_size - 4 && memcmp(file + 8, "ED00", 4) == 0);
    size_t runs = follow(field(follow(4), 1));
    for (size_t i = 0; i < at(runs, 4); i++) {
        size_t run = follow(runs + 4 + 4 * i), events = field(run, 3);
        printf("run %s %d\n", string(run, 0), number(run, 1));
        for (size_t k = 0; events && k < at(follow(events), 4); k++)
            print_event(follow(follow(events) + 4 + 4 * k));
    }
    return 0;
}
