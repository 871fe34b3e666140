/* SPDX-License-Identifier: 0BSD
 * What a program is made of, counted: for `show`. */
#include "tools/program_facts.h"
#include "base/words.h"
#include "read/pte.h"

#include <stdlib.h>
#include <string.h>

const char *instruction_name(int kind)
{
    static const char *const names[] = {
        [FI_KERNEL_CALL] = "operator call",
        [FI_DELEGATE_CALL] = "delegate call",
        [FI_MOVE_CALL] = "move",
        [FI_JUMP_FALSE_CALL] = "jump",
        [FI_FREE_CALL] = "free",
    };
    return names[kind];
}

InstructionCounts count_instructions(const FileMethod *m)
{
    InstructionCounts count = {{0}};
    for (int i = 0; i < m->ninstrs; i++)
        count.of[m->instr[i].kind]++;
    return count;
}

static int compare_counts(const void *a, const void *b)
{
    const Count *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->name, y->name);
}

static Counts sorted(Count *item, int count)
{
    qsort(item, (size_t)count, sizeof *item, compare_counts);
    return (Counts){item, count};
}

Counts count_operators(const FileMethod *m)
{
    Count *counts = NEW(Count, m->nops);
    for (int i = 0; i < m->nops; i++)
        counts[i].name = printable(op_text(&m->op[i]));
    for (int i = 0; i < m->ninstrs; i++)
        if (m->instr[i].kind == FI_KERNEL_CALL)
            counts[m->instr[i].index].count++;
    return sorted(counts, m->nops);
}

Counts count_nodes(const XnnGraph *g)
{
    Count *counts = NEW(Count, g->nnodes);
    int n = 0;
    for (int i = 0; i < g->nnodes; i++) {
        int k = 0;
        while (k < n && strcmp(counts[k].name, g->node[i].row->name) != 0)
            k++;
        n += k == n;
        counts[k].name = g->node[i].row->name;
        counts[k].count++;
    }
    return sorted(counts, n);
}

uint64_t tensors_in_memory(const FileMethod *m, int memory)
{
    uint64_t tensors = 0;
    for (int v = 0; v < m->nvalues; v++) {
        const FileTensor *x = m->value[v].tensor;
        tensors += x && x->planned && x->memory == memory;
    }
    return tensors;
}

static int byte_order(const FileTensor *x, const FileTensor *y)
{
    if (x->data.data != y->data.data)
        return x->data.data < y->data.data ? -1 : 1;
    return (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static int value_order(const FileValue *x, const FileValue *y)
{
    return (x > y) - (x < y);
}

static int by_bytes(const void *a, const void *b)
{
    const FileValue *x = *(FileValue *const *)a, *y = *(FileValue *const *)b;
    int order = byte_order(x->tensor, y->tensor);
    return order ? order : value_order(x, y);
}

static int by_size(const void *a, const void *b)
{
    const FileValue *x = *(FileValue *const *)a, *y = *(FileValue *const *)b;
    uint64_t m = x->tensor->bytes, n = y->tensor->bytes;
    return m == n ? value_order(x, y) : m < n ? 1 : -1;
}

FileValue **find_weights(const FileMethod *m, int *count)
{
    FileValue **all = NEW(FileValue *, m->nvalues);
    int n = 0;
    for (int i = 0; i < m->nvalues; i++)
        if (m->value[i].tensor && m->value[i].tensor->has_data)
            all[n++] = &m->value[i];
    qsort(all, (size_t)n, sizeof(FileValue *), by_bytes);
    *count = 0;
    const FileTensor *last = NULL;
    for (int i = 0; i < n; i++) {
        if (!last || byte_order(last, all[i]->tensor) != 0) {
            last = all[i]->tensor;
            all[(*count)++] = all[i];
        }
    }
    qsort(all, (size_t)*count, sizeof(FileValue *), by_size);
    return all;
}

WeightsSum sum_weights(FileValue *const *weight, int count, int dtype)
{
    WeightsSum sum = {0};
    for (int i = 0; i < count; i++) {
        if (weight[i]->tensor->dtype == dtype) {
            sum.bytes += weight[i]->tensor->bytes;
            sum.tensors++;
        }
    }
    return sum;
}
