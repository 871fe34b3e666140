/* SPDX-License-Identifier: 0BSD
 * What ExecuTorch's plan holds at once, against a count of each byte at each instruction of random
 * small programs, with tensors that share places, lists, other memories, inputs and outputs. 0.05
 * s. */
#include "tools/program_plan.h"
#include "unit.h"

enum { VALUES = 8, INSTRUCTIONS = 6, ARGUMENTS = 3, MOST_BYTES = 24, MEMORIES = 3, ROUNDS = 3000 };

typedef struct Random {
    FileMethod m;
    FileValue value[VALUES];
    FileTensor tensor[VALUES];
    FileInstr instr[INSTRUCTIONS];
    int64_t items[VALUES][2];
    int args[INSTRUCTIONS][ARGUMENTS], input[2], output[2];
} Random;

static void make(Random *r)
{
    *r = (Random){.m = {.nvalues = VALUES, .ninstrs = unit_between(0, INSTRUCTIONS)}};
    r->m.value = r->value;
    r->m.instr = r->instr;
    r->m.input = r->input;
    r->m.output = r->output;
    r->m.ninputs = unit_between(0, 2);
    r->m.noutputs = unit_between(0, 2);
    for (int i = 0; i < 2; i++) {
        r->input[i] = unit_between(0, 1);
        r->output[i] = unit_between(0, 2);
    }
    for (int i = 0; i < VALUES; i++) {
        const bool list = i >= VALUES - 2;
        r->value[i] = (FileValue){.kind = FV_TENSOR, .tensor = &r->tensor[i]};
        r->tensor[i].planned = unit_between(0, 5) > 0;
        r->tensor[i].memory = unit_between(1, MEMORIES - 1);
        r->tensor[i].offset = (uint64_t)unit_between(0, 12);
        r->tensor[i].bytes = (uint64_t)unit_between(0, 12);
        if (list)
            r->value[i] = (FileValue){.kind = i % 2 ? FV_TENSOR_LIST : FV_OPTIONAL_TENSOR_LIST,
                                      .items = r->items[i],
                                      .count = unit_between(0, 2)};
        for (int k = 0; k < 2; k++)
            r->items[i][k] = unit_between(-1, VALUES - 3);
    }
    r->value[3] = (FileValue){.kind = FV_INT};
    for (int i = 0; i < INSTRUCTIONS; i++) {
        r->instr[i].args = r->args[i];
        r->instr[i].nargs = unit_between(0, ARGUMENTS);
        for (int k = 0; k < ARGUMENTS; k++)
            r->args[i][k] = unit_between(0, VALUES - 1);
    }
}

static bool mentions(const Random *r, int instr, int value)
{
    bool any = false;
    for (int k = 0; k < r->instr[instr].nargs; k++) {
        const FileValue *v = &r->value[r->args[instr][k]];
        any |= v->kind == FV_TENSOR && r->args[instr][k] == value;
        for (int n = 0; n < v->count; n++)
            any |= v->items[n] == value && r->value[value].kind == FV_TENSOR;
    }
    return any;
}

static bool is_border(const Random *r, int value)
{
    bool any = false;
    for (int i = 0; i < r->m.ninputs; i++)
        any |= r->input[i] == value;
    for (int i = 0; i < r->m.noutputs; i++)
        any |= r->output[i] == value;
    return any;
}

/* A value is needed from the first instruction that mentions it to the last. */
static bool is_needed(const Random *r, int value, int at)
{
    bool before = false, after = false;
    for (int i = 0; i < r->m.ninstrs; i++)
        if (mentions(r, i, value)) {
            before |= i <= at;
            after |= i >= at;
        }
    return before && after;
}

static uint64_t count_most(const Random *r)
{
    uint64_t most = 0;
    for (int at = 0; at < r->m.ninstrs; at++) {
        bool used[MEMORIES][MOST_BYTES] = {{false}};
        uint64_t bytes = 0;
        for (int i = 0; i < VALUES; i++) {
            const FileTensor *t = r->value[i].tensor;
            if (t && t->planned && !is_border(r, i) && is_needed(r, i, at))
                for (uint64_t k = 0; k < t->bytes; k++)
                    used[t->memory][t->offset + k] = true;
        }
        for (int i = 0; i < MEMORIES * MOST_BYTES; i++)
            bytes += used[i / MOST_BYTES][i % MOST_BYTES];
        most = bytes > most ? bytes : most;
    }
    return most;
}

int main(void)
{
    static Random r;
    for (int i = 0; i < ROUNDS; i++) {
        make(&r);
        const uint64_t got = other_tensors(&r.m), want = count_most(&r);
        CHECK(got == want, "%d bytes instead of %d", (int)got, (int)want);
        uint64_t all = 0, planned = 0;
        for (int k = 0; k < r.m.ninputs + r.m.noutputs; k++) {
            const FileTensor *t =
                &r.tensor[k < r.m.ninputs ? r.input[k] : r.output[k - r.m.ninputs]];
            all += t->bytes;
            planned += t->planned ? t->bytes : 0;
        }
        CHECK(border_bytes(&r.m, false) == all && border_bytes(&r.m, true) == planned, "border");
    }
    return unit_result("program_plan");
}
