/* SPDX-License-Identifier: 0BSD
 * A plugin for qemu-aarch64 that counts instructions between the first two ORR X27, X27, X27 of a
 * program, which change nothing: all, and those that multiply-add vectors. For qemu-riscv64 the
 * same instruction of RISC-V, which has no classes here. qemu-aarch64 -plugin count.so,out=FILE
 * PROGRAM writes a line "all 9 fmla 2 smull 0 sdot 0 smmla 0", and below it one for each block that
 * takes at least a thousandth of all: how often it ran, its address and its instructions. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

int qemu_plugin_version = 1;

/* Encodings by the Arm Architecture Reference Manual, Q and the size of elements left open: of
 * vectors, then by element. SMLAL counts as SMULL. */
static const struct {
    const char *name;
    uint32_t mask, bits;
} encodings[] = {
    {"fmla", 0xbfa0fc00, 0x0e20cc00},  {"fmla", 0xbf80f400, 0x0f801000},
    {"smull", 0xbf20bc00, 0x0e208000}, {"smull", 0xbf007400, 0x0f002000},
    {"sdot", 0xbfe0fc00, 0x0e809400},  {"sdot", 0xbfc0f400, 0x0f80e000},
    {"smmla", 0xffe0fc00, 0x4e80a400},
};
static const char *const names[] = {"fmla", "smull", "sdot", "smmla"};

enum { CLASSES = sizeof names / sizeof *names, MARK = 0xaa1b037b, RISCV_MARK = 0x01bdedb3 };

typedef struct Block { /* of instructions, as qemu translates them */
    struct Block *next;
    uint64_t address, runs, all, of_class[CLASSES];
    uint32_t code[];
} Block;

static Block *blocks;
static const char *out_name = "count.out";

static void write_block(FILE *f, const Block *b)
{
    fprintf(f, "%llu %llx", (unsigned long long)b->runs, (unsigned long long)b->address);
    for (uint64_t i = 0; i < b->all; i++)
        fprintf(f, " %08x", (unsigned)b->code[i]);
    fprintf(f, "\n");
}

static void write_counts(void)
{
    uint64_t all = 0, of_class[CLASSES] = {0};
    FILE *f = fopen(out_name, "w");

    for (const Block *b = blocks; b; b = b->next) {
        all += b->runs * b->all;
        for (int i = 0; i < CLASSES; i++)
            of_class[i] += b->runs * b->of_class[i];
    }
    if (!f) {
        perror(out_name);
        exit(1);
    }
    fprintf(f, "all %llu", (unsigned long long)all);
    for (int i = 0; i < CLASSES; i++)
        fprintf(f, " %s %llu", names[i], (unsigned long long)of_class[i]);
    fprintf(f, "\n");
    for (const Block *b = blocks; b; b = b->next)
        if (b->runs * b->all >= all / 1000)
            write_block(f, b);
    fclose(f);
}

static void at_mark(unsigned vcpu, void *data)
{
    static int marks;

    (void)vcpu, (void)data;
    marks++;
    if (marks == 1)
        for (Block *b = blocks; b; b = b->next)
            b->runs = 0;
    else if (marks == 2)
        write_counts();
}

static void count(Block *b, uint32_t code)
{
    b->code[b->all++] = code;
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++)
        for (int k = 0; k < CLASSES; k++)
            if ((code & encodings[i].mask) == encodings[i].bits &&
                strcmp(names[k], encodings[i].name) == 0)
                b->of_class[k]++;
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
    const size_t instructions = qemu_plugin_tb_n_insns(tb);
    Block *b = calloc(1, sizeof *b + instructions * sizeof *b->code);

    (void)id;
    if (!b)
        abort();
    b->address = qemu_plugin_tb_vaddr(tb);
    for (size_t i = 0; i < instructions; i++) {
        struct qemu_plugin_insn *const insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t code = 0; /* some of RISC-V's have two bytes */

        memcpy(&code, qemu_plugin_insn_data(insn), qemu_plugin_insn_size(insn));
        count(b, code);
        if (code == MARK || code == RISCV_MARK)
            qemu_plugin_register_vcpu_insn_exec_cb(insn, at_mark, 0, NULL);
    }
    b->next = blocks;
    blocks = b;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &b->runs, 1);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "out=", 4) == 0)
            out_name = strdup(argv[i] + 4);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
