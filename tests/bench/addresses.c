/* SPDX-License-Identifier: 0BSD
 * A plugin for qemu-system-arm that counts how often each instruction of an image is executed.
 * qemu-system-arm -plugin addresses.so,out=FILE ... writes lines "ADDRESS TIMES". */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

int qemu_plugin_version = 1;

/* Code lies in the first megabytes of whichever region the board has it in. */
enum { HALFWORDS = 1 << 23 };
static uint64_t region, *times;
static const char *out_name = "addresses.out";

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *const insn = qemu_plugin_tb_get_insn(tb, i);
        const uint64_t at = qemu_plugin_insn_vaddr(insn), halfword = at % (2 * HALFWORDS) / 2;

        region = at - at % (2 * HALFWORDS);
        qemu_plugin_register_vcpu_insn_exec_inline(insn, 0, &times[halfword], 1);
    }
}

static void write_counts(uint64_t id, void *data)
{
    FILE *const f = fopen(out_name, "w");

    (void)id, (void)data;
    if (!f) {
        perror(out_name);
        return;
    }
    for (uint64_t i = 0; i < HALFWORDS; i++)
        if (times[i])
            fprintf(f, "%llx %llu\n", (unsigned long long)(region + 2 * i),
                    (unsigned long long)times[i]);
    fclose(f);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info;
    times = calloc(HALFWORDS, sizeof *times);
    if (!times)
        return 1;
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "out=", 4) == 0)
            out_name = strdup(argv[i] + 4);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, write_counts, NULL);
    return 0;
}
