/* SPDX-License-Identifier: 0BSD
 * NXP's Neutron as a delegate, with a driver that stands in for the NPU: it looks at all that it
 * gets, makes each output of the input with the same elements, by their places in memory, and
 * leaves rubbish in its memory. */
#include "NeutronDriver.h"
#include "net.h"
#include "unit.h"

enum { ROWS = 60, LAST = 24, FLAT = 12, FIRST = 2, PLANES = 36, MODELS = 2, MARK = 0x64434d6e };
enum { MICROCODE = 80, WEIGHTS = 32, SPECIAL = 3 };

#define HOLDS(condition) CHECK(condition, "%s", #condition)

/* ---- the driver ---- */

typedef struct Work { /* of a microcode, as tests/export/neutron.py writes it */
    int tensors, elements[3], from[3], bytes[SPECIAL], fetched;
} Work;
static const Work works[MODELS] = {
    {1, {PLANES}, {0}, {52, 0, 0}, 40},
    {3, {ROWS, FLAT, LAST}, {2, 1, 0}, {100, 48, 8}, 24},
};

static struct {
    int prepared, runs, cleaned, invalidated, refuses, fails;
} npu;

#ifdef TEST_CONTEXT
enum { CONTEXT = 40 };
#else
enum { CONTEXT = 8 };
static uint64_t heap[MODELS];
#endif

/* What was brought to memory since the last call began. */
static struct {
    const uint8_t *data;
    size_t bytes;
} clean[4 * (3 + 3 + 1)];
static size_t cleans;

static bool is_clean(const void *data, size_t bytes)
{
    for (size_t i = 0; i < cleans; i++)
        if ((const uint8_t *)data >= clean[i].data &&
            (const uint8_t *)data + bytes <= clean[i].data + clean[i].bytes)
            return true;
    return false;
}

void test_clean(const void *data, size_t bytes)
{
    HOLDS(data && bytes > 0 && cleans < sizeof clean / sizeof *clean);
    clean[cleans].data = data;
    clean[cleans++].bytes = bytes;
    npu.cleaned += (int)bytes;
}

void test_invalidate(const void *data, size_t bytes)
{
    HOLDS(data && bytes > 0);
    npu.invalidated += (int)bytes;
}

size_t neutronGetModelContextSize(void)
{
    return CONTEXT;
}

NeutronError neutronModelPrepare(const NeutronModelConfig *mcfg, NeutronModelHandle *hdl)
{
    const uint8_t *microcode = mcfg->microcode, *weights = mcfg->weights, *kernels = mcfg->kernels;
    uint32_t words[18];

    memcpy(words, microcode, sizeof words);
    HOLDS((uintptr_t)microcode % 16 == 0 && words[0] == MARK && words[17] < MODELS);
    HOLDS(weights == microcode + MICROCODE && weights[19] == 19);
    HOLDS(kernels == weights + WEIGHTS && kernels[4] == 4 && mcfg->timeoutSeconds == 60);
#ifdef TEST_CONTEXT
    HOLDS(*hdl && (uintptr_t)*hdl % 16 == 0);
    memset(*hdl, 0x5a, CONTEXT);
#else
    HOLDS(!*hdl);
    *hdl = &heap[words[17]];
#endif
    *(uint64_t *)*hdl = words[17];
    if (npu.refuses)
        return 0x13;
    npu.prepared++;
    return ENONE;
}

NeutronError neutronModelUnprepare(NeutronModelHandle hdl)
{
    *(uint64_t *)hdl = MODELS;
    npu.prepared--;
    return ENONE;
}

/* What an NPU makes of the element at place `i` in memory. */
static int8_t function_of(int8_t in, int i)
{
    return (int8_t)(in ^ (3 * i + 1));
}

NeutronError neutronRunBlocking(NeutronModelHandle hdl, const NeutronDataConfig *dcfg)
{
    const uint64_t model = *(uint64_t *)hdl;
    const Work *work = &works[model < MODELS ? model : 0];

    HOLDS(model < MODELS && dcfg->scratch == dcfg->outputs[work->tensors]);
    for (int i = 0; i < SPECIAL; i++) {
        HOLDS((uintptr_t)dcfg->outputs[work->tensors + i] % 16 == 0);
        HOLDS(is_clean(dcfg->outputs[work->tensors + i], (size_t)work->bytes[i]));
        memset(dcfg->outputs[work->tensors + i], 0xa0 + i, (size_t)work->bytes[i]);
    }
    HOLDS((uintptr_t)dcfg->scratchWeights % 16 == 0);
    HOLDS(is_clean(dcfg->scratchWeights, (size_t)work->fetched));
    HOLDS(is_clean(dcfg->inputs, (size_t)(2 * work->tensors + SPECIAL) * sizeof(void *)));
    memset(dcfg->scratchWeights, 0xa5, (size_t)work->fetched);
    for (int i = 0; i < SPECIAL; i++) /* each has memory of its own */
        for (int k = 0; k < work->bytes[i]; k++)
            HOLDS(((uint8_t *)dcfg->outputs[work->tensors + i])[k] == 0xa0 + i);
    for (int i = 0; i < work->tensors; i++) {
        const int8_t *in = dcfg->inputs[work->from[i]];
        int8_t *out = dcfg->outputs[i];

        HOLDS((uintptr_t)in % 16 == 0 && (uintptr_t)out % 16 == 0);
        HOLDS(is_clean(in, (size_t)work->elements[i]) && is_clean(out, (size_t)work->elements[i]));
        for (int k = 0; k < work->elements[i]; k++)
            out[k] = function_of(in[k], k);
    }
    npu.runs++;
    return npu.fails ? 0x13 : ENONE;
}

/* ---- the calls ---- */

static PTE_ALIGN(16) int8_t rows[ROWS], last[LAST], flat[FIRST + FLAT], planes[PLANES + 1];
static PTE_ALIGN(16) int8_t rows_out[ROWS], last_out[LAST], flat_out[FIRST + FLAT],
    planes_out[PLANES];

static pte_status call(void)
{
    for (int i = 0; i < ROWS; i++) {
        rows[i] = (int8_t)rand();
        last[i % LAST] = (int8_t)rand();
        flat[i % (FIRST + FLAT)] = (int8_t)rand();
        planes[i % PLANES] = (int8_t)rand();
    }
    cleans = 0;
    memset(rows_out, 0x33, sizeof rows_out);
    memset(last_out, 0x33, sizeof last_out);
    memset(flat_out, 0x33, sizeof flat_out);
    memset(planes_out, 0x33, sizeof planes_out);
    return net_forward(rows, last, flat, planes, rows_out, last_out, flat_out, planes_out);
}

/* Tensors that the program has row-major are with channels last before the NPU. */
static bool is_right(void)
{
    bool right = true;

    for (int c = 0; c < 3; c++)
        for (int hw = 0; hw < 20; hw++)
            right &= rows_out[c * 20 + hw] == function_of(rows[c * 20 + hw], hw * 3 + c);
    for (int c = 0; c < 6; c++)
        for (int hw = 0; hw < 6; hw++) {
            const int8_t in = planes[c * 6 + hw];

            right &= planes_out[c * 6 + hw] == function_of(in > 0 ? in : 0, hw * 6 + c);
        }
    for (int i = 0; i < LAST; i++)
        right &= last_out[i] == function_of(last[i], i);
    for (int i = 0; i < FIRST; i++)
        right &= flat_out[i] == flat[i];
    for (int i = 0; i < FLAT; i++)
        right &= flat_out[FIRST + i] == function_of(flat[FIRST + i], i);
    return right;
}

static void test_calls(void)
{
    const int tensors = ROWS + LAST + FLAT + PLANES;

    for (int i = 0; i < 3; i++)
        HOLDS(call() == PTE_OK && is_right());
    HOLDS(npu.runs == 6 && npu.invalidated == 3 * tensors && npu.cleaned > 6 * tensors);
}

static void test_errors(void)
{
    npu.fails = 1;
    HOLDS(call() == PTE_INTERNAL);
    npu.fails = 0;
    HOLDS(net_forward(rows, last + 8, flat, planes, rows_out, last_out, flat_out, planes_out) ==
          PTE_INVALID_ARGUMENT);
    HOLDS(net_forward(rows, last, flat, planes, rows_out, last_out + 2, flat_out, planes_out) ==
          PTE_INVALID_ARGUMENT);
    HOLDS(call() == PTE_OK && is_right());
    net_destroy();
    npu.refuses = 1;
    HOLDS(net_init() == PTE_INTERNAL && npu.prepared == 0);
    npu.refuses = 0;
    HOLDS(net_init() == PTE_OK && npu.prepared == MODELS && call() == PTE_OK && is_right());
}

/* ---- data that were damaged ---- */

static PTE_ALIGN(64) unsigned char damaged[NET_WEIGHTS_BYTES];
static PTE_ALIGN(16) unsigned char state[NET_STATE_BYTES], arena[NET_ARENA_BYTES];
static const net_ctx other = {arena, state, damaged};

/* Returns where the data of the delegate with three tensors begin: a head of 16 bytes and the mark.
 */
static size_t data_of_three(void)
{
    size_t at = 0;

    while (at + 144 <= sizeof damaged &&
           !(damaged[at] == 3 && memcmp(damaged + at + 16, "nMCd", 4) == 0))
        at += 16;
    HOLDS(at + 144 <= sizeof damaged);
    return at;
}

static pte_status init_with(size_t at, unsigned char value)
{
    pte_status status;

    memcpy(damaged, &net_weights, sizeof damaged);
    damaged[data_of_three() + at] = value;
    status = net_init_with(&other);
    if (status == PTE_OK) {
        status = net_forward_with(&other, rows, last, flat, planes, rows_out, last_out, flat_out,
                                  planes_out);
        net_destroy_with(&other);
    }
    return status;
}

static void test_damaged(void)
{
    HOLDS(init_with(16, 'n') == PTE_OK);
    HOLDS(init_with(16, 'x') == PTE_INVALID_DATA);
    HOLDS(init_with(0, 200) == PTE_INVALID_DATA);              /* inputs */
    HOLDS(init_with(2, 4) == PTE_NOT_SUPPORTED);               /* operands of the program */
    HOLDS(init_with(9, 3) == PTE_NOT_SUPPORTED);               /* which one an input is */
    HOLDS(init_with(14, 3) == PTE_NOT_SUPPORTED);              /* which result an output is */
    HOLDS(init_with(15, 2) == PTE_NOT_SUPPORTED);              /* version */
    HOLDS(init_with(16 + 4 * 6 + 1, 1) == PTE_INVALID_DATA);   /* bytes of the microcode */
    HOLDS(init_with(16 + 4 * 7 + 3, 255) == PTE_INVALID_DATA); /* of its weights */
    HOLDS(init_with(16 + 4 * 14, 4) == PTE_INVALID_DATA);      /* outputs */
}

/* ---- the delegate itself ---- */

/* Of tensors of each type, all bytes are brought to memory before the call, and dropped behind it.
 */
static void test_types(void)
{
    static const struct {
        pte_dtype dtype;
        int bytes;
    } types[] = {{PTE_U8, 1},  {PTE_I8, 1},   {PTE_BOOL, 1}, {PTE_I16, 2}, {PTE_U16, 2},
                 {PTE_F16, 2}, {PTE_BF16, 2}, {PTE_I32, 4},  {PTE_U32, 4}, {PTE_F32, 4},
                 {PTE_I64, 8}, {PTE_U64, 8},  {PTE_F64, 8}};
    static PTE_ALIGN(16) uint8_t from[3][8 * ROWS], to[3][8 * ROWS], memory[1024];
    static int32_t dims[3][2] = {{2, ROWS / 2}, {4, LAST / 4}, {FLAT, 1}};
    void *handle = NULL;

    memcpy(damaged, &net_weights, sizeof damaged);
    const pte_blob blob = {damaged + data_of_three(), 144, NULL, 0};
    HOLDS(NeutronBackend_delegate.init(&blob, &handle) == PTE_OK);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        pte_in in[3];
        pte_out out[3];
        const pte_in *ins[4];
        const pte_out *outs[4];

        for (int i = 0; i < 3; i++) {
            in[i] = (pte_in){from[i], types[t].dtype, 2, dims[i]};
            out[i] = (pte_out){to[i], types[t].dtype, 2, dims[i]};
            ins[i] = &in[i];
            outs[i] = &out[i];
        }
        ins[3] = ins[0];
        outs[3] = outs[0];
        cleans = 0;
        npu.invalidated = 0;
        HOLDS(NeutronBackend_delegate.execute(handle, ins, 3, outs, 3, memory) == PTE_OK);
        HOLDS(npu.invalidated == (ROWS + LAST + FLAT) * types[t].bytes);
        for (int i = 0; i < 3; i++) {
            const size_t bytes = (size_t)(dims[i][0] * dims[i][1] * types[t].bytes);

            HOLDS(is_clean(from[i], bytes) && !is_clean(from[i], bytes + 1));
            HOLDS(is_clean(to[i], bytes) && !is_clean(to[i], bytes + 1));
        }
        for (int count = 2; count <= 4; count += 2) {
            HOLDS(NeutronBackend_delegate.execute(handle, ins, count, outs, 3, memory) ==
                  PTE_NOT_SUPPORTED);
            HOLDS(NeutronBackend_delegate.execute(handle, ins, 3, outs, count, memory) ==
                  PTE_NOT_SUPPORTED);
        }
    }
    NeutronBackend_delegate.destroy(handle);
}

/* There are four handles, and one that is given back is given again; data that end early. */
static void test_handles(void)
{
    enum { HANDLES = 4 };
    void *handle[HANDLES + 1] = {NULL};
    pte_blob blob = {damaged + data_of_three(), 144, NULL, 0};

    for (int i = 0; i < HANDLES; i++)
        HOLDS(NeutronBackend_delegate.init(&blob, &handle[i]) == PTE_OK && handle[i] &&
              (i == 0 || handle[i] != handle[i - 1]));
    HOLDS(NeutronBackend_delegate.init(&blob, &handle[HANDLES]) == PTE_OUT_OF_RESOURCES);
    NeutronBackend_delegate.destroy(handle[2]);
    for (blob.bytes = 0; blob.bytes < 128; blob.bytes++) /* the kernels begin there */
        HOLDS(NeutronBackend_delegate.init(&blob, &handle[HANDLES]) == PTE_INVALID_DATA);
    HOLDS(NeutronBackend_delegate.init(&blob, &handle[HANDLES]) == PTE_OK &&
          handle[HANDLES] == handle[2]);
    for (int i = 0; i < HANDLES; i++)
        NeutronBackend_delegate.destroy(handle[i]);
}

int main(void)
{
    HOLDS(net_init() == PTE_OK && npu.prepared == MODELS);
    test_calls();
    test_errors();
    test_damaged();
    net_destroy();
    HOLDS(npu.prepared == 0);
    test_types();
    test_handles();
    HOLDS(npu.prepared == 0);
    return unit_result("neutron");
}
