/* SPDX-License-Identifier: 0BSD
 * Writes a program that repeats one pattern so many times, as a .pte.
 * usage: growth PATTERN COUNT FILE */
#include "write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Pattern {
    const char *name;
    void (*write)(Writing *w, int n); /* one method or more */
} Pattern;

enum { WIDTH = 4 };

static const Shape row = {.dtype = F32, .rank = 1, .size = {WIDTH}};

static Shape rows(int n)
{
    return (Shape){.dtype = F32, .rank = 2, .size = {n, WIDTH}};
}

static int sum_of(Writing *w, int a, int b)
{
    int out = add_tensor(w, row);
    CALL(w, OP_ADD, a, b, add_int(w, 1), out);
    return out;
}

static int abs_of(Writing *w, int a)
{
    int out = add_tensor(w, row);
    CALL(w, OP_ABS, a, out);
    return out;
}

static void end_with(Writing *w, int result)
{
    add_output(w, result);
    end_method(w, "forward");
}

static void adds(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row);
    for (int i = 0; i < n; i++)
        x = sum_of(w, x, x);
    end_with(w, x);
}

/* Multiplies by a matrix and applies an operator, in turn. */
static void layers(Writing *w, int n)
{
    const Shape vector = {.dtype = F32, .rank = 2, .size = {1, WIDTH}};
    const Shape matrix = {.dtype = F32, .rank = 2, .size = {WIDTH, WIDTH}, .constant = true};
    begin_method(w);
    int x = add_input(w, vector), weights = add_tensor(w, matrix), one = add_int(w, 1);
    for (int i = 0; i < n; i++) {
        int out = add_tensor(w, vector);
        if (i % 2 == 0)
            CALL(w, OP_MM, x, weights, out);
        else if (i % 3 == 0)
            CALL(w, OP_ABS, x, out);
        else
            CALL(w, OP_ADD, x, x, one, out);
        x = out;
    }
    end_with(w, x);
}

static void states(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row);
    for (int i = 0; i < n; i++) {
        int state = add_tensor(w, row);
        CALL(w, OP_COPY, state, sum_of(w, state, x), add_bool(w, false));
    }
    end_with(w, abs_of(w, x));
}

static void cats(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row), *part = NEW(int, n);
    for (int i = 0; i < n; i++)
        part[i] = abs_of(w, x);
    int out = add_tensor(w, (Shape){.dtype = F32, .rank = 1, .size = {n * WIDTH}});
    CALL(w, OP_CAT, add_list(w, FV_TENSOR_LIST, part, n), add_int(w, 0), out);
    end_with(w, out);
}

static void dynamic_inputs(Writing *w, int n)
{
    Shape dynamic = row;
    dynamic.dynamic = true;
    begin_method(w);
    for (int i = 0; i < n; i++) {
        int x = add_input(w, dynamic), out = add_tensor(w, dynamic);
        CALL(w, OP_ABS, x, out);
        add_output(w, out);
    }
    end_method(w, "forward");
}

static void long_lived(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row), *early = NEW(int, n), sum = x;
    for (int i = 0; i < n; i++)
        early[i] = x = abs_of(w, x);
    for (int i = 0; i < n; i++)
        sum = sum_of(w, sum, early[i]);
    end_with(w, sum);
}

static void methods(Writing *w, int n)
{
    for (int i = 0; i < n; i++) {
        begin_method(w);
        add_output(w, abs_of(w, add_input(w, row)));
        end_method(w, i ? fmt_text("m%d", i) : "forward");
    }
}

static void constants(Writing *w, int n)
{
    Shape constant = row;
    constant.constant = true;
    begin_method(w);
    int x = add_input(w, row);
    for (int i = 0; i < n; i++)
        x = sum_of(w, x, add_tensor(w, constant));
    end_with(w, x);
}

/* Multiplies by matrices of a megabyte each. */
static void products(Writing *w, int n)
{
    enum { SIDE = 512 };
    const Shape vector = {.dtype = F32, .rank = 2, .size = {1, SIDE}};
    const Shape matrix = {.dtype = F32, .rank = 2, .size = {SIDE, SIDE}, .constant = true};
    begin_method(w);
    int x = add_input(w, vector);
    for (int i = 0; i < n; i++) {
        int out = add_tensor(w, vector);
        CALL(w, OP_MM, x, add_tensor(w, matrix), out);
        x = out;
    }
    end_with(w, x);
}

/* Convolves pictures of 2 MB by filters of a megabyte, which something is added to. */
static void convolutions(Writing *w, int n)
{
    enum { CHANNELS = 512, SIDE = 32 };
    const Shape picture = {.dtype = F32, .rank = 4, .size = {1, CHANNELS, SIDE, SIDE}};
    const Shape filters = {
        .dtype = F32, .rank = 4, .size = {CHANNELS, CHANNELS, 1, 1}, .constant = true};
    const Shape channels = {.dtype = F32, .rank = 1, .size = {CHANNELS}, .constant = true};
    const Shape added = {.dtype = F32, .rank = 4, .size = {1, CHANNELS, 1, 1}, .constant = true};
    begin_method(w);
    int x = add_input(w, picture), one = add_int(w, 1), zero = add_int(w, 0);
    int no = add_bool(w, false);
    int ones = add_list(w, FV_INT_LIST, (int[]){one, one}, 2);
    int zeros = add_list(w, FV_INT_LIST, (int[]){zero, zero}, 2);
    for (int i = 0; i < n; i++) {
        int sums = add_tensor(w, picture), out = add_tensor(w, picture);
        CALL(w, OP_CONV, x, add_tensor(w, filters), add_tensor(w, channels), ones, zeros, ones, no,
             zeros, one, sums);
        CALL(w, OP_ADD, sums, add_tensor(w, added), one, out);
        x = out;
    }
    end_with(w, x);
}

static void views(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row);
    for (int i = 0; i < n; i++) {
        int size[] = {add_int(w, WIDTH), add_int(w, 1)}, rank = 1 + i % 2;
        int out = add_tensor(w, (Shape){.dtype = F32, .rank = rank, .size = {WIDTH, 1}});
        CALL(w, OP_VIEW, x, add_list(w, FV_INT_LIST, size, rank), out);
        x = out;
    }
    end_with(w, x);
}

/* Adds in both branches of a few conditions, of which a method may have 128. */
static void blocks(Writing *w, int n)
{
    enum { CONDITIONS = 100 };
    const int each = n / CONDITIONS;
    begin_method(w);
    int x = add_input(w, row), condition = add_input(w, (Shape){.dtype = BOOL});
    int one = add_int(w, 1), never = add_bool(w, false);
    for (int i = 0; i < CONDITIONS; i++) {
        int out = add_tensor(w, row), at = w->ninstructions;
        add_jump(w, condition, at + each + 2);
        for (int k = 0; k < each; k++)
            CALL(w, OP_ADD, k ? out : x, x, one, out);
        add_jump(w, never, at + 2 * each + 2);
        for (int k = 0; k < each; k++)
            CALL(w, OP_ABS, k ? out : x, out);
        x = out;
    }
    end_with(w, x);
}

static void diamonds(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, row);
    for (int i = 0; i < n; i++)
        x = sum_of(w, abs_of(w, x), sum_of(w, x, x));
    end_with(w, x);
}

static void lists(Writing *w, int n)
{
    begin_method(w);
    int x = add_input(w, rows(n)), *part = NEW(int, n);
    for (int i = 0; i < n; i++)
        part[i] = add_tensor(w, row);
    CALL(w, OP_UNBIND, x, add_int(w, 0), add_list(w, FV_TENSOR_LIST, part, n));
    int sum = part[0];
    for (int i = 1; i < n; i++)
        sum = sum_of(w, sum, part[i]);
    end_with(w, sum);
}

static void xnnpack_nodes(Writing *w, int n)
{
    begin_method(w);
    int arg[] = {add_input(w, row), add_tensor(w, row)};
    add_xnnpack(w, n);
    add_call(w, FI_DELEGATE_CALL, 0, arg, 2);
    end_with(w, arg[1]);
}

static const Pattern patterns[] = {
    {"adds", adds},
    {"layers", layers},
    {"states", states},
    {"cats", cats},
    {"dynamic_inputs", dynamic_inputs},
    {"long_lived", long_lived},
    {"methods", methods},
    {"constants", constants},
    {"products", products},
    {"convolutions", convolutions},
    {"views", views},
    {"xnnpack_nodes", xnnpack_nodes},
    {"blocks", blocks},
    {"diamonds", diamonds},
    {"lists", lists},
};

int main(int argc, char **argv)
{
    static Writing w;
    const Pattern *p = patterns, *end = patterns + sizeof patterns / sizeof *patterns;
    while (argc == 4 && p < end && strcmp(p->name, argv[1]) != 0)
        p++;
    if (argc != 4 || p == end) {
        fprintf(stderr, "usage: growth PATTERN COUNT FILE\n");
        return 2;
    }
    p->write(&w, atoi(argv[2]));
    Bytes file = end_program(&w);
    FILE *f = fopen(argv[3], "wb");
    if (!f || fwrite(file.data, 1, file.size, f) != file.size || fclose(f) != 0) {
        perror(argv[3]);
        return 1;
    }
    return 0;
}
