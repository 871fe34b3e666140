/* SPDX-License-Identifier: 0BSD
 * What a method does: operators, delegates and instructions. */
#include "read/call.h"
#include "read/kinds.h"
#include "read/segments.h"
#include "read/xnnpack.h"

#include <string.h>

static const Field PLAN_CHAINS = {5, "chains"};
static const Field PLAN_OPERATORS = {6, "operators"};
static const Field PLAN_DELEGATES = {7, "delegates"};
static const Field CHAIN_INSTRUCTIONS = {2, "instructions"};
static const Field CHAIN_STACKS = {3, "stacktrace"};
static const Field STACK_FRAMES = {0, "items"};
static const Field FRAME_FILE = {0, "filename"};
static const Field FRAME_LINE = {1, "lineno"};
static const Field INSTRUCTION_TYPE = {0, "instr_args_type"};
static const Field INSTRUCTION = {1, "instr_args"};
static const Field OPERATOR_NAME = {0, "name"};
static const Field OPERATOR_OVERLOAD = {1, "overload"};
static const Field DELEGATE_ID = {0, "id"};
static const Field DELEGATE_PROCESSED = {1, "processed"};
static const Field DELEGATE_SPECS = {2, "compile_specs"};
static const Field PROCESSED_LOCATION = {0, "location"};
static const Field PROCESSED_INDEX = {1, "index"};
static const Field INLINE_DATA = {0, "data"};
static const Field SPEC_KEY = {0, "key"};
static const Field SPEC_VALUE = {1, "value"};
static const Field CALL_INDEX = {0, "op_index"}; /* and delegate_index */
static const Field CALL_ARGS = {1, "args"};
static const Field MOVE_FROM = {0, "move_from"};
static const Field MOVE_TO = {1, "move_to"};
static const Field JUMP_CONDITION = {0, "cond_value_index"};
static const Field JUMP_DESTINATION = {1, "destination_instruction"};
static const Field FREE_VALUE = {0, "value_index"};

static Bytes inline_blob(Reader *r, uint64_t index)
{
    if (index >= (uint64_t)r->inline_blobs.count) {
        damaged(&r->fb, "its data is number %llu, but backend_delegate_data has %d",
                (unsigned long long)index, r->inline_blobs.count);
    }
    Table t = vector_table(&r->inline_blobs, (int)index);
    return table_bytes(&t, INLINE_DATA);
}

static void read_delegate(Reader *r, FileDelegate *d, const Table *t)
{
    enum { INLINE, SEGMENT };
    d->id = need_string(t, DELEGATE_ID);
    Table processed = need_child(t, DELEGATE_PROCESSED);
    uint64_t location = table_uint(&processed, PROCESSED_LOCATION, 1);
    uint64_t index = table_uint(&processed, PROCESSED_INDEX, 4);
    if (location > SEGMENT)
        damaged(&r->fb, "location is %d, which the format does not know", (int)location);
    d->in_segment = location == SEGMENT;
    d->blob = d->in_segment ? program_segment(r, index, "the index of its segment")
                            : inline_blob(r, index);
    Vector specs = table_vector(t, DELEGATE_SPECS, 4);
    d->nspecs = specs.count;
    d->spec = NEW(FileSpec, specs.count);
    for (int i = 0; i < specs.count; i++) {
        Table spec = vector_table(&specs, i);
        d->spec[i].key = need_string(&spec, SPEC_KEY);
        d->spec[i].value = table_bytes(&spec, SPEC_VALUE);
    }
    if (strcmp(d->id, "XnnpackBackend") == 0)
        d->xnn = read_xnnpack(&r->fb, r->program, d->blob);
}

void read_delegates(Reader *r, const Table *plan)
{
    FileMethod *m = r->method;
    Vector delegates = table_vector(plan, PLAN_DELEGATES, 4);
    m->ndelegates = delegates.count;
    m->delegate = NEW(FileDelegate, delegates.count);
    for (int i = 0; i < delegates.count; i++) {
        flat_enter(&r->fb, "delegate", i);
        Table t = vector_table(&delegates, i);
        read_delegate(r, &m->delegate[i], &t);
    }
    flat_enter(&r->fb, NULL, 0);
}

static void read_operators(Reader *r, const Table *plan)
{
    FileMethod *m = r->method;
    Vector operators = table_vector(plan, PLAN_OPERATORS, 4);
    m->nops = operators.count;
    m->op = NEW(FileOp, operators.count);
    for (int i = 0; i < operators.count; i++) {
        flat_enter(&r->fb, "operator", i);
        Table t = vector_table(&operators, i);
        const char *overload = table_string(&t, OPERATOR_OVERLOAD);
        m->op[i].name = need_string(&t, OPERATOR_NAME);
        m->op[i].overload = overload ? overload : "";
    }
    flat_enter(&r->fb, NULL, 0);
}

static void read_call(Reader *r, FileInstr *in, const Table *t, const char *what, int count)
{
    int64_t index = table_int(t, CALL_INDEX, 4);
    if (index < 0 || index >= count)
        damaged(&r->fb, "calls %s %lld, but the method has %d", what, (long long)index, count);
    in->index = (int)index;
    Vector args = need_vector(t, CALL_ARGS, 4);
    in->nargs = args.count;
    in->args = NEW(int, args.count);
    for (int i = 0; i < args.count; i++)
        in->args[i] = value_index(r, vector_int(&args, i), "an argument");
}

static bool is_scalar(FileKind kind)
{
    return kind == FV_INT || kind == FV_BOOL || kind == FV_DOUBLE;
}

/* The file's kind of a computed scalar is a placeholder, so one scalar may move into any other. */
static void read_move(Reader *r, FileInstr *in, const Table *t)
{
    in->index = value_index(r, table_int(t, MOVE_FROM, 4), "move_from");
    in->to = value_index(r, table_int(t, MOVE_TO, 4), "move_to");
    const FileValue *from = &r->method->value[in->index], *to = &r->method->value[in->to];
    if (from->kind != to->kind && !(is_scalar(from->kind) && is_scalar(to->kind))) {
        damaged(&r->fb, "moves a value of the kind '%s' into one of the kind '%s'",
                kind_name(from->kind), kind_name(to->kind));
    }
    if (from->kind == FV_TENSOR &&
        (from->tensor->dtype != to->tensor->dtype || from->tensor->rank != to->tensor->rank))
        damaged(&r->fb, "moves a tensor into one of another type or rank");
}

static void read_jump(Reader *r, FileInstr *in, const Table *t)
{
    in->index = value_index(r, table_int(t, JUMP_CONDITION, 4), "the condition");
    const FileValue *v = &r->method->value[in->index];
    if (v->kind == FV_TENSOR && v->tensor->dtype != BOOL)
        damaged(&r->fb, "jumps on a tensor of %s, expected bool", dtype_name(v->tensor->dtype));
    if (v->kind != FV_TENSOR && !is_scalar(v->kind))
        damaged(&r->fb, "jumps on a value of the kind '%s'", kind_name(v->kind));
    int64_t to = table_int(t, JUMP_DESTINATION, 4);
    if (to < 0 || to > INT32_MAX)
        damaged(&r->fb, "jumps to instruction %lld", (long long)to);
    in->to = (int)to;
}

static void read_free(Reader *r, FileInstr *in, const Table *t)
{
    in->index = value_index(r, table_int(t, FREE_VALUE, 4), "value_index");
    FileKind kind = r->method->value[in->index].kind;
    if (kind != FV_TENSOR)
        damaged(&r->fb, "frees a value of the kind '%s', expected 'tensor'", kind_name(kind));
}

static void read_instruction(Reader *r, FileInstr *in, const Table *t)
{
    uint64_t kind = table_uint(t, INSTRUCTION_TYPE, 1);
    if (kind < FI_KERNEL_CALL || kind > FI_FREE_CALL)
        damaged(&r->fb, "is of kind %d, which the format does not know", (int)kind);
    in->kind = (FileInstrKind)kind;
    Table args = need_child(t, INSTRUCTION);
    switch (in->kind) {
    case FI_KERNEL_CALL:
        read_call(r, in, &args, "operator", r->method->nops);
        break;
    case FI_DELEGATE_CALL:
        read_call(r, in, &args, "delegate", r->method->ndelegates);
        break;
    case FI_MOVE_CALL:
        read_move(r, in, &args);
        break;
    case FI_JUMP_FALSE_CALL:
        read_jump(r, in, &args);
        break;
    case FI_FREE_CALL:
        read_free(r, in, &args);
        break;
    }
}

/* Checks the jumps of one chain, the instructions from `first` on. They count from the chain's
 * start, and afterwards from the method's. */
static void check_jumps(Reader *r, int first)
{
    FileMethod *m = r->method;
    for (int i = first; i < m->ninstrs; i++) {
        FileInstr *in = &m->instr[i];
        if (in->kind == FI_JUMP_FALSE_CALL) {
            flat_enter(&r->fb, "instruction", i);
            if (in->to > m->ninstrs - first)
                damaged(&r->fb, "jumps to instruction %d of %d", in->to, m->ninstrs - first);
            in->to += first;
            if (in->to == i)
                damaged(&r->fb, "jumps to itself, for ever");
        }
    }
}

/* Returns the innermost frame that is no part of PyTorch: the line of the model. */
static Table frame_of_model(const Vector *frames)
{
    for (int i = frames->count; i-- > 0;) {
        Table frame = vector_table(frames, i);
        const char *file = table_string(&frame, FRAME_FILE);
        if (file && !strstr(file, "/torch/"))
            return frame;
    }
    return vector_table(frames, frames->count - 1);
}

/* Reads where in its source the model makes each call of the chain, if the exporter was asked to
 * keep that. */
static void read_lines(Reader *r, const Table *chain, int first)
{
    FileMethod *m = r->method;
    Vector stacks = table_vector(chain, CHAIN_STACKS, 4);
    for (int i = 0; i < stacks.count && first + i < m->ninstrs; i++) {
        flat_enter(&r->fb, "stack trace", i);
        Table stack = vector_table(&stacks, i);
        Vector frames = table_vector(&stack, STACK_FRAMES, 4);
        if (!frames.count)
            continue;
        Table frame = frame_of_model(&frames);
        const char *file = table_string(&frame, FRAME_FILE);
        if (file)
            m->instr[first + i].line =
                fmt_text("%s:%d", file, (int)table_int(&frame, FRAME_LINE, 4));
    }
}

void read_calls(Reader *r, const Table *plan)
{
    FileMethod *m = r->method;
    read_operators(r, plan);
    Vector chains = need_vector(plan, PLAN_CHAINS, 4);
    if (chains.count == 0)
        damaged(&r->fb, "has no chains of instructions");
    for (int c = 0; c < chains.count; c++) {
        flat_enter(&r->fb, "chain", c);
        Table chain = vector_table(&chains, c);
        Vector instructions = need_vector(&chain, CHAIN_INSTRUCTIONS, 4);
        int first = m->ninstrs;
        for (int i = 0; i < instructions.count; i++) {
            flat_enter(&r->fb, "instruction", m->ninstrs);
            Table t = vector_table(&instructions, i);
            FileInstr in = {0};
            read_instruction(r, &in, &t);
            PUSH(m->instr, m->ninstrs, in);
        }
        check_jumps(r, first);
        read_lines(r, &chain, first);
    }
    flat_enter(&r->fb, NULL, 0);
}
