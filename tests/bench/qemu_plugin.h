/* SPDX-License-Identifier: 0BSD
 * The part of the first version of qemu's interface for plugins that ours use: Debian packages no
 * header of it. */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

struct qemu_plugin_tb; /* a block of instructions, as qemu translates them */
struct qemu_plugin_insn;

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                           void (*cb)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int add, void *to,
                                              uint64_t n);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, int add, void *to,
                                                uint64_t n);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
                                            void (*cb)(unsigned vcpu, void *data), int flags,
                                            void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*cb)(uint64_t id, void *data), void *data);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

/* What a plugin defines. */
extern int qemu_plugin_version;
int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv);

#endif
