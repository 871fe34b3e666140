/* SPDX-License-Identifier: 0BSD
 * The self-test image of a target: the emitted C, the calls to make with their inputs, start-up
 * code of our own, linked by the target's compiler. */
#include "tools/exec/image.h"
#include "base/embedded.h"
#include "base/progress.h"
#include "base/words.h"
#include "emit/text/template.h"
#include "graph/build.h"
#include "model.h"
#include "tools/exec/compiler.h"
#include "tools/exec/scratch.h"
#include "tools/exec/shim.h"
#include "tools/exec/zone.h"

#include <stdlib.h>
#include <string.h>

#define COMPILE "-std=c11 -ffunction-sections -fdata-sections"
enum { STACK_BYTES = 0x40000, FAULT_STACK_BYTES = 0x1000, BOOT_BYTES = 0x100 };

/* Adds an input's bytes, aligned like the emitted code's own buffers, and returns where they
 * start. */
static size_t keep_input(Exec *x, const Arg *a, const Place *p)
{
    static const char zeros[ZONE_ALIGN] = {0};
    Text *inputs = &x->image->inputs;
    size_t at = inputs->size;
    text_bytes(inputs, (const char *)p->data, p->size);
    if (x->options->target->big_endian)
        swap_elements(inputs->data + at, p->size, (int)a->value->type.dtype);
    text_bytes(inputs, zeros, ZONE_ALIGN - p->size % ZONE_ALIGN);
    return at;
}

static void add_dims(Text *t, const int32_t *dims, int rank, const char *what, int k, int i)
{
    text_add(t, "static const int32_t pte_selftest_%s_%d_%d[] = {", what, k, i);
    for (int d = 0; d < rank; d++)
        text_add(t, "%d, ", (int)dims[d]);
    text_add(t, "%s};\n", rank ? "" : "0");
}

/* Returns the number of the table of these inputs, made if it is new: calls with the same inputs
 * share one, so that there are as many as cases. */
static int add_inputs(Exec *x, const Graph *g, const CaseValue *input)
{
    Image *image = x->image;
    for (int i = 0; i < image->ninputs; i++)
        if (image->input[i] == input)
            return i;
    Text *t = &image->tables, data = {0}, dims = {0};
    int k = image->ninputs;
    for (int i = 0; i < g->ninputs; i++) {
        const Place *p = g->input[i].given ? zone_find(&x->zone, x->in[i]) : NULL;
        if (p)
            text_add(&data, "(void *)(pte_selftest_inputs + %zu), ",
                     keep_input(x, &g->input[i], p));
        else
            text_add(&data, "0, ");
        if (p && x->in_dims[i]) {
            add_dims(t, x->in_dims[i], arg_rank(&g->input[i]), "dims", k, i);
            text_add(&dims, "pte_selftest_dims_%d_%d, ", k, i);
        } else {
            text_add(&dims, "0, ");
        }
    }
    text_add(t, "static void *const pte_selftest_in_%d[] = {%s0};\n", k, text_string(&data));
    text_add(t, "static const int32_t *const pte_selftest_in_dims_%d[] = {%s0};\n", k,
             text_string(&dims));
    PUSH(image->input, image->ninputs, input);
    return k;
}

static void add_address(Text *t, const Exec *x, const char *type, const void *data)
{
    if (data)
        text_add(t, "(%s *)(void *)(pte_selftest_memory + %td), ", type,
                 (const uint8_t *)data - x->zone.data);
    else
        text_add(t, "0, ");
}

static void add_outputs(Exec *x, const Graph *g, int k)
{
    Text *t = &x->image->tables, data = {0}, dims = {0};
    for (int i = 0; i < g->noutputs; i++) {
        bool given = g->output[i].given;
        add_address(&data, x, "void", given ? x->out[i] : NULL);
        add_address(&dims, x, "int32_t", given ? x->out_dims[i] : NULL);
    }
    text_add(t, "static void *const pte_selftest_out_%d[] = {%s0};\n", k, text_string(&data));
    text_add(t, "static int32_t *const pte_selftest_out_dims_%d[] = {%s0};\n", k,
             text_string(&dims));
}

static const char *place_kind(const Exec *x, int i)
{
    return i < x->ninstances ? "KEEP" : i == x->ninstances ? "FILL" : "SEND";
}

/* Writes the table of the memory that the call writes; returns the end of the last guard. */
static size_t add_places(Exec *x, int k)
{
    Text *t = &x->image->tables;
    size_t end = 0;
    text_add(t, "static const pte_selftest_place pte_selftest_place_%d[] = {\n", k);
    for (int i = 0; i < x->nwritten; i++) {
        const Place *p = &x->zone.place[i];
        size_t at = (size_t)(p->data - x->zone.data);
        text_add(t, "    {%zu, %zu, PTE_SELFTEST_%s},\n", at, p->size, place_kind(x, i));
        end = at + zone_cost(p->size);
    }
    text_add(t, "};\n");
    return end;
}

void image_add_call(Exec *x, const Graph *g, int instance, bool reset, const CaseValue *input)
{
    Image *image = x->image;
    int k = image->ncalls++, in = add_inputs(x, g, input);
    add_outputs(x, g, k);
    size_t end = add_places(x, k);
    image->memory = end > image->memory ? end : image->memory;
    text_add(&image->calls,
             "    {%s, %d, %d, pte_selftest_in_%d, pte_selftest_in_dims_%d, pte_selftest_out_%d, "
             "pte_selftest_out_dims_%d,\n"
             "     pte_selftest_place_%d, %d, %zu},\n",
             shim_name(g), instance, reset, in, in, k, k, k, x->nwritten, end);
}

static void add_state_function(Text *t, const char *prefix, const char *verb)
{
    text_add(t,
             "static void pte_selftest_%s(const void *ctx)\n{\n    %s_%s_with((const %s_ctx "
             "*)ctx);\n}\n",
             verb, prefix, verb, prefix);
}

static void add_model_functions(Text *t, const Model *m)
{
    const char *prefix = m->options->name;
    text_add(t,
             "static int pte_selftest_check_weights(const void *weights, size_t bytes)\n{\n"
             "    return (int)%s_check_weights(weights, bytes);\n}\n",
             prefix);
    if (has_reset(m))
        add_state_function(t, prefix, "reset");
    if (m->ndelegates) {
        add_state_function(t, prefix, "destroy");
        text_add(t,
                 "static int pte_selftest_init(const void *ctx)\n{\n"
                 "    return (int)%s_init_with((const %s_ctx *)ctx);\n}\n",
                 prefix, prefix);
    }
}

static Text image_source(const Exec *x)
{
    const Image *image = x->image;
    const Model *m = x->model;
    Text t = {0};
    text_bytes(&t, x->emitted.source->data, x->emitted.source->size);
    text_add(&t, "\n#include \"pte_selftest.h\"\n");
    text_add(&t, "static unsigned char pte_selftest_memory[%zu] __attribute__((aligned(%d)));\n",
             image->memory, ZONE_ALIGN);
    text_add(&t, "static unsigned char pte_selftest_ready[%d];\n", x->ninstances);
    text_add(&t, "%s", text_string(&image->tables));
    text_add(&t, "static const pte_selftest_call pte_selftest_calls[] = {\n%s    {0}};\n",
             text_string(&image->calls));
    add_model_functions(&t, m);
    text_add(&t, "const pte_selftest_model pte_selftest = {\n");
    text_add(
        &t,
        "    pte_selftest_memory, %zu, %d, %d, pte_selftest_calls, pte_selftest_check_weights,\n",
        x->emitted.weights.size, x->ninstances, image->ncalls);
    text_add(&t, "    %s, %s, %s, pte_selftest_ready};\n",
             has_reset(m) ? "pte_selftest_reset" : "0", m->ndelegates ? "pte_selftest_init" : "0",
             m->ndelegates ? "pte_selftest_destroy" : "0");
    return t;
}

static Text linker_script(const Target *target)
{
    bool boots_from_flash = target->boot == target->flash;
    const Hole holes[] = {
        {"boot_origin", fmt_text("0x%x", target->boot)},
        {"boot_bytes", fmt_text("0x%x", BOOT_BYTES)},
        {"boot_in_flash", fmt_text("0x%x", boots_from_flash ? BOOT_BYTES : 0)},
        {"flash_origin", fmt_text("0x%x", target->flash)},
        {"flash_bytes", fmt_text("0x%x", target->flash_bytes)},
        {"ram_origin", fmt_text("0x%x", target->ram)},
        {"ram_bytes", fmt_text("0x%x", target->ram_bytes)},
        {"stack_bytes", fmt_text("0x%x", STACK_BYTES)},
        {"fault_stack_bytes", fmt_text("0x%x", FAULT_STACK_BYTES)},
    };
    Text t = {0};
    fill_template(&t, "image.ld.in", holes, sizeof holes / sizeof *holes);
    return t;
}

static void write_template(const char *name)
{
    const char *text = embedded_text(name);
    if (!text)
        bug("there is no template %s", name);
    scratch_write(name, text, strlen(text));
}

static void add_source(Command *c, const char *name)
{
    write_template(name);
    command_word(c, scratch_path(name));
}

/* Adds what an image for a board needs: no libc, and the addresses that the board has. */
static void add_board(Command *c, const Target *target)
{
    Text script = linker_script(target);
    scratch_write("image.ld", script.data, script.size);
    command_words(c, "-ffreestanding -nostdlib -T");
    command_word(c, scratch_path("image.ld"));
    add_source(c, "freestanding.c");
}

static void add_part(Text *unit, const char *name)
{
    write_template(name);
    text_add(unit, "#include \"%s\"\n", name);
}

/* Writes what starts and drives the self-test as one unit, since each unit costs a start of the
 * compiler. It is compiled anew for each image and is no part of what is measured, hence not
 * optimised. */
static Command write_driver(const ExecOptions *o)
{
    Text unit = {0};
    Command c = {0};
    add_part(&unit, o->target->start);
    if (o->target->ram_bytes)
        add_part(&unit, "semihosting.c");
    add_part(&unit, "selftest.c");
    scratch_write("driver.c", unit.data, unit.size);
    command_words(&c, exec_compiler(o));
    command_words(&c, COMPILE);
    if (o->target->ram_bytes)
        command_words(&c, "-ffreestanding");
    /* Clang would warn of the user's linker options, which are unused here; gcc never does. */
    command_words(&c, "-Wno-unused-command-line-argument -O0 -c -o");
    command_word(&c, scratch_path("driver.o"));
    command_word(&c, scratch_path("driver.c"));
    return c;
}

/* Writes the emitted code, the data that it gets, and the calls. */
static void write_model(const Exec *x)
{
    Text source = image_source(x);
    scratch_write("model.c", source.data, source.size);
    scratch_write(fmt_text("%s.h", x->model->options->name), x->emitted.header->data,
                  x->emitted.header->size);
    scratch_write("weights.bin", x->emitted.weights.data, x->emitted.weights.size);
    scratch_write("inputs.bin", text_string(&x->image->inputs), x->image->inputs.size);
    write_template("pte_selftest.h");
    write_template("pte_memory.h");
}

/* Asks gcc for the file of its arithmetic; NULL: it does not know the flags. */
static const char *libgcc_of(const ExecOptions *gcc)
{
    Command c = {0};
    Text said = {0};
    command_words(&c, exec_compiler(gcc));
    command_words(&c, "-print-libgcc-file-name");
    const bool made = compiler_makes(&c, gcc->target->compiler_package, &said);
    const char *text = text_string(&said);
    return made && *text == '/' ? fmt_text("%.*s", (int)strcspn(text, "\n"), text) : NULL;
}

/* Returns what links the arithmetic that the processor lacks. Clang asks for libgcc as well, but
 * does not know the folder of a board's, which its gcc tells: for the same flags, or if that does
 * not know them for those of the target. */
static const char *arithmetic(const ExecOptions *o)
{
    ExecOptions gcc = *o;
    if (!o->cc || !is_clang(o->cc) || !o->target->ram_bytes)
        return "-lgcc";
    gcc.cc = NULL;
    const char *file = libgcc_of(&gcc);
    gcc.cflags = NULL;
    file = file ? file : libgcc_of(&gcc);
    return file ? file : "-lgcc";
}

/* Writes all files of the image, and returns the command that makes `elf` of them. */
static Command write_files(const Exec *x, const char *elf)
{
    const ExecOptions *o = x->options;
    const Target *target = o->target;
    const char *name = x->model->options->name;
    Command c = {0};
    write_model(x);
    command_words(&c, exec_compiler(o));
    command_words(&c, COMPILE " -static -Wl,--gc-sections");
    command_word(&c, fmt_text("-Wl,--defsym=%s_weights=pte_selftest_weights", name));
    command_word(&c, fmt_text("-I%s", scratch_folder()));
    command_words(&c, "-o");
    command_word(&c, elf);
    command_word(&c, scratch_path("model.c"));
    if (target->ram_bytes)
        add_board(&c, target);
    else
        command_words(&c, "-Wl,-z,noexecstack");
    command_word(&c, scratch_path("driver.o"));
    add_source(&c, "blobs.s");
    for (int i = 0; i < o->nlinks; i++)
        command_word(&c, o->link[i]);
    if (o->runtime)
        command_word(&c, o->runtime);
    command_word(&c, arithmetic(o));
    return c;
}

/* Explains that the image is too large, from what the linker says: "region `RAM' overflowed by 8
 * bytes". */
static void complain_about_size(const Target *target, const char *messages)
{
    static const char before[] = "region `", between[] = "' overflowed by ";
    const struct {
        const char *region, *what;
        unsigned bytes;
    } kinds[] = {{"RAM", "RAM (stack, arena, state, outputs)", target->ram_bytes},
                 {"FLASH", "flash (code, weights, inputs)", target->flash_bytes}};
    Text t = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *at = strstr(messages, fmt_text("%s%s%s", before, kinds[i].region, between));
        const char *number = at ? strstr(at, between) + strlen(between) : NULL;
        if (number)
            text_add(&t, "%s%s bytes of %s more than the %s bytes that it has",
                     t.size ? ", and " : "", grouped(strtoull(number, NULL, 10)), kinds[i].what,
                     grouped(kinds[i].bytes));
    }
    if (t.size)
        fatal(NULL, "the image does not fit %s: it needs %s", target->name, t.data);
}

const char *image_build(Exec *x)
{
    const ExecOptions *o = x->options;
    const char *elf = scratch_path("image.elf"),
               *package = o->cc ? NULL : o->target->compiler_package;
    Command step[] = {write_driver(o), write_files(x, elf)};
    const Command *failed = NULL;
    Text said = {0};
    progress("ptec: compiling with %s", exec_compiler(o));
    for (size_t i = 0; i < sizeof step / sizeof *step && !failed; i++) {
        Text messages = {0};
        failed = compiler_makes(&step[i], package, &messages) ? NULL : &step[i];
        text_bytes(&said, text_string(&messages), messages.size);
    }
    progress_end();
    if (failed)
        complain_about_size(o->target, text_string(&said));
    fputs(text_string(&said), stderr);
    if (failed)
        fatal(NULL, "the compiler does not make an image for %s of the emitted C:\n  %s",
              o->target->name, command_line(failed));
    return elf;
}
