/* SPDX-License-Identifier: 0BSD
 * Kernels that return zeros, an input, or all but the last element: what they would answer is
 * compared with the recorded answers. */
#include "graph/foreign.h"
#include "kill.h"
#include "read/pte.h"
#include "tools/exec/compare.h"
#include "tools/exec/tensor.h"

#include <string.h>

/* What memory holds that nobody wrote: the value with which `ptec verify` fills outputs. */
enum { UNWRITTEN = 0x7F };

/* One output of a method over all its recorded tests. */
typedef struct Output {
    const Case *c;
    const TestSuite *suite;
    int index;
    const char *op; /* that computes it */
} Output;

typedef bool Forge(const TestCase *t, int output, int input, CaseValue *forged);

static CaseValue copy_of(const CaseValue *v)
{
    CaseValue copy = *v;
    if (v->kind == FV_TENSOR) {
        size_t n = v->tensor.data.size;
        uint8_t *data = zalloc(n + 1, 1);
        memcpy(data, v->tensor.data.data, n);
        copy.tensor.data = (Bytes){data, n};
    }
    return copy;
}

static bool forge_zeros(const TestCase *t, int output, int input, CaseValue *forged)
{
    (void)input;
    *forged = copy_of(&t->want[output]);
    if (forged->kind == FV_TENSOR)
        memset((void *)(uintptr_t)forged->tensor.data.data, 0, forged->tensor.data.size);
    forged->i = 0;
    forged->d = 0;
    return true;
}

static bool forge_tail(const TestCase *t, int output, int input, CaseValue *forged)
{
    (void)input;
    *forged = copy_of(&t->want[output]);
    if (forged->kind != FV_TENSOR || forged->tensor.data.size == 0)
        return false;
    size_t last = dtype_bytes(forged->tensor.dtype);
    memset((void *)(uintptr_t)(forged->tensor.data.data + forged->tensor.data.size - last),
           UNWRITTEN, last);
    return true;
}

/* The input's elements in memory's order: what a plain copy gives. */
static bool forge_input(const TestCase *t, int output, int input, CaseValue *forged)
{
    const CaseValue *from = &t->input[input], *want = &t->want[output];
    if (from->kind != FV_TENSOR || want->kind != FV_TENSOR ||
        from->tensor.dtype != want->tensor.dtype || from->tensor.data.size < want->tensor.data.size)
        return false;
    *forged = copy_of(want);
    forged->tensor.data.data = from->tensor.data.data;
    return true;
}

/* True if some recorded answer differs from the forged one; `possible`: if there is any. */
static bool is_noticed(const Output *o, Forge *forge, int input, bool *possible)
{
    Tolerance tolerance = {.rtol = o->c->exec.rtol, .atol = o->c->exec.atol};
    *possible = false;
    for (int i = 0; i < o->suite->ntests; i++) {
        const TestCase *t = &o->suite->test[i];
        CaseValue forged;
        if (o->index >= t->nwants)
            continue;
        FileTensor want = tensor_of(&t->want[o->index]);
        if (tensor_count(&want) == 0)
            continue;
        if (!forge(t, o->index, input, &forged))
            return true;
        *possible = true;
        Difference d = compare_values(&forged, &t->want[o->index], &tolerance);
        if (d.mismatch || d.outside)
            return true;
    }
    return false;
}

static void kill_one(const Output *o, const char *kind, Forge *forge, int input)
{
    bool possible, noticed = is_noticed(o, forge, input, &possible);
    if (possible)
        record(o->c, o->op, kind, noticed ? KILLED : SURVIVED, "output %d of %s", o->index,
               o->suite->method);
}

/* "aten::add.out", or the delegate's name. */
static const char *callee(const FileMethod *m, const FileInstr *in)
{
    if (in->kind == FI_DELEGATE_CALL)
        return m->delegate[in->index].id;
    const FileOp *op = &m->op[in->index];
    return *op->overload ? fmt_text("%s.%s", op->name, op->overload) : op->name;
}

/* What the list calls the last operator that has the value as an argument: "-" if there is none. */
static const char *writer_of(const FileMethod *m, int slot)
{
    const char *name = "-";
    for (int i = 0; i < m->ninstrs; i++) {
        const FileInstr *in = &m->instr[i];
        bool call = in->kind == FI_KERNEL_CALL || in->kind == FI_DELEGATE_CALL;
        for (int k = 0; call && k < in->nargs; k++)
            if (in->args[k] == slot)
                name = callee(m, in);
    }
    return name;
}

void kill_answers(const Case *c)
{
    for (int s = 0; s < c->bundle->nsuites; s++) {
        const TestSuite *suite = &c->bundle->suite[s];
        const FileMethod *m = find_method(c->bundle->program, suite->method);
        for (int i = 0; i < m->noutputs; i++) {
            Output o = {c, suite, i, writer_of(m, m->output[i])};
            kill_one(&o, "zeros", forge_zeros, 0);
            kill_one(&o, "tail", forge_tail, 0);
            for (int k = 0; k < m->ninputs; k++)
                kill_one(&o, "input", forge_input, k);
        }
    }
}
