/* SPDX-License-Identifier: 0BSD
 * Emitted C through libtcc to code in memory, with no file: neither headers nor libraries. */
#define _DEFAULT_SOURCE
#include "tools/exec/tcc.h"
#include "model.h"

#include <string.h>

#ifndef HAVE_LIBTCC

bool load_with_libtcc(Code *code, const Emitted *e, const char *runtime, char *error, size_t room)
{
    (void)code;
    (void)e;
    (void)runtime;
    snprintf(error, room, "this ptec was built without libtcc (Debian: libtcc-dev); pass --cc CC");
    return false;
}

#else

#include <fcntl.h>
#include <libtcc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The freestanding headers: libtcc-dev ships none, and libc's may be missing too. */
static const char headers[] = "typedef __SIZE_TYPE__ size_t, uintptr_t;\n"
                              "typedef __PTRDIFF_TYPE__ ptrdiff_t, intptr_t;\n"
                              "typedef signed char int8_t; typedef unsigned char uint8_t;\n"
                              "typedef short int16_t; typedef unsigned short uint16_t;\n"
                              "typedef int int32_t; typedef unsigned int uint32_t;\n"
                              "typedef long long int64_t; typedef unsigned long long uint64_t;\n"
                              "#define NULL ((void *)0)\n"
                              "#define offsetof(type, field) ((size_t)&((type *)0)->field)\n"
                              "#define bool _Bool\n"
                              "#define true 1\n"
                              "#define false 0\n"
                              "#define INT8_MIN (-128)\n"
                              "#define INT8_MAX 127\n"
                              "#define UINT8_MAX 255\n"
                              "#define INT16_MIN (-32768)\n"
                              "#define INT16_MAX 32767\n"
                              "#define UINT16_MAX 65535\n"
                              "#define INT32_MIN (-2147483647 - 1)\n"
                              "#define INT32_MAX 2147483647\n"
                              "#define UINT32_MAX 4294967295U\n"
                              "#define INT64_MIN (-9223372036854775807LL - 1)\n"
                              "#define INT64_MAX 9223372036854775807LL\n"
                              "#define UINT64_MAX 18446744073709551615ULL\n"
                              "#define SIZE_MAX ((size_t)-1)\n"
                              "#define INT32_C(x) x\n"
                              "#define UINT32_C(x) x##U\n"
                              "#define INT64_C(x) x##LL\n"
                              "#define UINT64_C(x) x##ULL\n"
                              "#line 1 \"emitted C\"\n";

static const char *const own_headers[] = {"#include <stddef.h>\n", "#include <stdint.h>\n",
                                          "#include <stdbool.h>\n"};

static bool is_own_header(const char *line)
{
    for (size_t i = 0; i < sizeof own_headers / sizeof *own_headers; i++)
        if (strncmp(line, own_headers[i], strlen(own_headers[i])) == 0)
            return true;
    return false;
}

/* Replaces lines that include what `headers` defines by empty ones, so that line numbers stay. */
static char *with_headers(const Text *source)
{
    Text t = {0};
    text_bytes(&t, headers, sizeof headers - 1);
    for (const char *line = source->data; *line;) {
        const char *end = strchr(line, '\n');
        size_t size = end ? (size_t)(end - line) + 1 : strlen(line);
        if (is_own_header(line))
            text_bytes(&t, "\n", 1);
        else
            text_bytes(&t, line, size);
        line += size;
    }
    return t.data;
}

static uint64_t u64_of_float(float x)
{
    return (uint64_t)x;
}

static uint64_t u64_of_double(double x)
{
    return (uint64_t)x;
}

static float float_of_u64(uint64_t x)
{
    return (float)x;
}

static double double_of_u64(uint64_t x)
{
    return (double)x;
}

/* Objects call it whose compiler guards the stack, as those of some systems do unasked. */
static _Noreturn void stack_was_overwritten(void)
{
    abort();
}

typedef void (*Function)(void);

static void add_function(TCCState *s, const char *name, Function function)
{
    const void *address;
    memcpy(&address, &function, sizeof address);
    tcc_add_symbol(s, name, address);
}

static void add_library(TCCState *s)
{
    add_function(s, "memcpy", (Function)memcpy);
    add_function(s, "memmove", (Function)memmove);
    add_function(s, "memset", (Function)memset);
    add_function(s, "memcmp", (Function)memcmp);
    add_function(s, "__fixunssfdi", (Function)u64_of_float);
    add_function(s, "__fixunsdfdi", (Function)u64_of_double);
    add_function(s, "__floatundisf", (Function)float_of_u64);
    add_function(s, "__floatundidf", (Function)double_of_u64);
    add_function(s, "__stack_chk_fail", stack_was_overwritten);
}

typedef struct Message {
    char *text;
    size_t room;
} Message;

/* Keeps the first error, without the lines above it that say where its file was included; warnings
 * about attributes that tcc ignores are dropped. */
static void keep_error(void *context, const char *text)
{
    Message *m = context;
    const char *last = strrchr(text, '\n');
    if (!*m->text && !strstr(text, "warning:"))
        snprintf(m->text, m->room, "%s", last ? last + 1 : text);
}

#ifdef TCC_RELOCATE_AUTO /* libtcc up to 0.9.27 */
/* Gives the code memory of its own: libtcc would make the heap executable, which hardened systems
 * forbid. */
static bool relocate(TCCState *s, Message *m)
{
    int size = tcc_relocate(s, NULL);
    if (size < 0)
        return false;
    size_t bytes = (size_t)size;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        snprintf(m->text, m->room, "no memory for %zu bytes of code", bytes);
        return false;
    }
    return tcc_relocate(s, memory) >= 0;
}
#else
static bool relocate(TCCState *s, Message *m)
{
    (void)m;
    return tcc_relocate(s) >= 0;
}
#endif

static void *memory_symbol(void *handle, const char *name)
{
    return tcc_get_symbol(handle, name);
}

/* Makes a state that knows the weights and the library. Where there is no memory for it, libtcc
 * says so on standard error, and exits. */
static TCCState *new_state(Message *m, const Emitted *e)
{
    int errors = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    snprintf(m->text, m->room, "libtcc does not start; is memory left?");
    dup2(null, STDERR_FILENO);
    TCCState *s = tcc_new();
    tcc_set_error_func(s, m, keep_error);
    tcc_set_options(s, "-nostdlib");
    tcc_set_output_type(s, TCC_OUTPUT_MEMORY);
    add_library(s);
    tcc_add_symbol(s, fmt_text("%s_weights", e->model->options->name), e->weights.data);
    dup2(errors, STDERR_FILENO);
    close(errors);
    close(null);
    *m->text = 0;
    return s;
}

bool load_with_libtcc(Code *code, const Emitted *e, const char *runtime, char *error, size_t room)
{
    Message m = {error, room};
    TCCState *s = new_state(&m, e);
    *code = (Code){s, memory_symbol};
    return tcc_compile_string(s, with_headers(e->source)) >= 0 &&
           (!runtime || tcc_add_file(s, runtime) >= 0) && relocate(s, &m);
}

#endif
