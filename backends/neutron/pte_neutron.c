/* SPDX-License-Identifier: 0BSD
 * NXP's Neutron as a delegate: compile it with the model's header as "model.h", or another one that
 * PTE_NEUTRON_MODEL names, and with NeutronDriver.h of NXP's driver, and call neutronInit() first.
 * The NPU reads and writes the model's tensors where they are, and works in memory of its arena.
 * These may be defined:
 *   PTE_NEUTRON_HANDLES        delegates of all instances (4)
 *   PTE_NEUTRON_CONTEXT_BYTES  memory for the driver to keep each of them in (0: its heap)
 *   PTE_NEUTRON_TIMEOUT        seconds after which the driver gives up (60)
 *   PTE_CACHE_CLEAN(data, bytes), PTE_CACHE_INVALIDATE(data, bytes)
 *                              what a data cache needs around the NPU's accesses (nothing) */
#ifndef PTE_NEUTRON_MODEL
#define PTE_NEUTRON_MODEL "model.h"
#endif
#include PTE_NEUTRON_MODEL

#include <NeutronDriver.h>

#ifndef PTE_NEUTRON_HANDLES
#define PTE_NEUTRON_HANDLES 4
#endif
#ifndef PTE_NEUTRON_CONTEXT_BYTES
#define PTE_NEUTRON_CONTEXT_BYTES 0
#endif
#ifndef PTE_NEUTRON_TIMEOUT
#define PTE_NEUTRON_TIMEOUT 60
#endif
#ifndef PTE_CACHE_CLEAN
#define PTE_CACHE_CLEAN(data, bytes)      ((void)(bytes))
#define PTE_CACHE_INVALIDATE(data, bytes) ((void)(bytes))
#endif

/* The data begin with counts, and, for each tensor of the NPU, a byte that ptec has read and one
 * that says which operand or result it is. */
enum { INPUTS, OUTPUTS, OPERANDS, COUNTS };
enum { ALIGN = 16, MAGIC = 0x64434d6e };
/* Numbers in the microcode; from SCRATCH on they differ by its version. */
enum { MICROCODE_BYTES = 6, WEIGHTS_BYTES = 7, SCRATCH = 9, WORDS = 15 };
/* Memory to work in: the NPU takes the first three as further outputs, PREFETCH apart. */
enum { WORK, PROFILE, DEBUG, PREFETCH, AREAS };

typedef struct Handle {
    const unsigned char *map;
    uint32_t inputs, outputs, operands, bytes[AREAS];
    NeutronModelHandle model;
    bool used;
} Handle;

static Handle handles[PTE_NEUTRON_HANDLES];

#if PTE_NEUTRON_CONTEXT_BYTES
static PTE_ALIGN(
    16) unsigned char contexts[PTE_NEUTRON_HANDLES][(PTE_NEUTRON_CONTEXT_BYTES + 15) / 16 * 16];
#endif

static uint64_t whole_blocks(uint64_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

static uint32_t word(const unsigned char *microcode, int i)
{
    return pte_little_endian(microcode + 4 * i);
}

/* The microcode repeats how many inputs and outputs it has. */
static bool read_sizes(Handle *h, const unsigned char *microcode, uint32_t version)
{
    const int prefetch = version ? SCRATCH + 3 : SCRATCH + 1;

    h->bytes[WORK] = word(microcode, SCRATCH);
    h->bytes[PROFILE] = version ? word(microcode, SCRATCH + 1) & INT32_MAX : 0; /* bit 31: a flag */
    h->bytes[DEBUG] = version ? word(microcode, SCRATCH + 2) : 0;
    h->bytes[PREFETCH] = word(microcode, prefetch);
    return word(microcode, prefetch + 1) == h->inputs &&
           word(microcode, prefetch + 2) == h->outputs;
}

static pte_status read(Handle *h, NeutronModelConfig *config, const pte_blob *blob)
{
    const unsigned char *data = blob->data, *microcode;
    uint64_t head, weights, kernels;

    if (blob->bytes < COUNTS)
        return PTE_INVALID_DATA;
    h->inputs = data[INPUTS];
    h->outputs = data[OUTPUTS];
    h->operands = data[OPERANDS];
    h->map = data + COUNTS + h->inputs + h->outputs;
    head = COUNTS + 2 * (h->inputs + h->outputs);
    microcode = data + whole_blocks(head + 1);
    if (blob->bytes < whole_blocks(head + 1) + 4 * WORDS || word(microcode, 0) != MAGIC)
        return PTE_INVALID_DATA;
    if (data[head] > 1)
        return PTE_NOT_SUPPORTED;
    weights = whole_blocks(word(microcode, MICROCODE_BYTES));
    kernels = weights + whole_blocks(word(microcode, WEIGHTS_BYTES));
    if (!read_sizes(h, microcode, data[head]) || kernels > blob->bytes - whole_blocks(head + 1))
        return PTE_INVALID_DATA;
    config->microcode = microcode;
    config->weights = microcode + weights;
    config->kernels = microcode + kernels;
    config->timeoutSeconds = PTE_NEUTRON_TIMEOUT;
    return PTE_OK;
}

static pte_status prepare(Handle *h, const NeutronModelConfig *config)
{
#if PTE_NEUTRON_CONTEXT_BYTES
    if (neutronGetModelContextSize() > PTE_NEUTRON_CONTEXT_BYTES)
        return PTE_OUT_OF_RESOURCES;
    h->model = contexts[h - handles];
#endif
    return neutronModelPrepare(config, &h->model) == ENONE ? PTE_OK : PTE_INTERNAL;
}

static pte_status init(const pte_blob *blob, void **handle)
{
    NeutronModelConfig config = {0};
    Handle *h = handles;
    pte_status status;

    while (h < handles + PTE_NEUTRON_HANDLES && h->used)
        h++;
    if (h == handles + PTE_NEUTRON_HANDLES)
        return PTE_OUT_OF_RESOURCES;
    status = read(h, &config, blob);
    if (status == PTE_OK)
        status = prepare(h, &config);
    if (status == PTE_OK)
        h->used = true;
    else
        *h = (Handle){0};
    *handle = h;
    return status;
}

static uint32_t element_bytes(pte_dtype dtype)
{
    switch (dtype) {
    case PTE_I16:
    case PTE_U16:
    case PTE_F16:
    case PTE_BF16:
        return 2;
    case PTE_I32:
    case PTE_U32:
    case PTE_F32:
        return 4;
    case PTE_I64:
    case PTE_U64:
    case PTE_F64:
        return 8;
    case PTE_U8:
    case PTE_I8:
    case PTE_BOOL:
    default:
        return 1;
    }
}

static size_t tensor_bytes(pte_dtype dtype, int32_t rank, const int32_t *dims)
{
    size_t bytes = element_bytes(dtype);

    for (int32_t i = 0; i < rank; i++)
        bytes *= (size_t)dims[i];
    return bytes;
}

static bool is_aligned(const void *data)
{
    return (uintptr_t)data % ALIGN == 0;
}

static pte_status list_inputs(const Handle *h, const pte_in *const *in, const void **inputs)
{
    for (uint32_t i = 0; i < h->inputs; i++) {
        const uint32_t k = h->map[i];

        if (k >= h->operands)
            return PTE_NOT_SUPPORTED;
        if (!is_aligned(in[k]->data))
            return PTE_INVALID_ARGUMENT;
        inputs[i] = in[k]->data;
        PTE_CACHE_CLEAN(in[k]->data, tensor_bytes(in[k]->dtype, in[k]->rank, in[k]->dims));
    }
    return PTE_OK;
}

/* What the processor has written beside an output, in a cache line that both share, is brought to
 * memory before the line is dropped. */
static pte_status list_outputs(const Handle *h, const pte_out *const *out, void **outputs)
{
    for (uint32_t i = 0; i < h->outputs; i++) {
        const uint32_t k = h->map[h->inputs + i];

        if (k >= h->outputs)
            return PTE_NOT_SUPPORTED;
        if (!is_aligned(out[k]->data))
            return PTE_INVALID_ARGUMENT;
        outputs[i] = out[k]->data;
        PTE_CACHE_CLEAN(out[k]->data, tensor_bytes(out[k]->dtype, out[k]->rank, out[k]->dims));
    }
    return PTE_OK;
}

/* Gives the NPU what lies behind the pointers in the arena, area by area. */
static void share(const Handle *h, NeutronDataConfig *config, unsigned char *memory)
{
    unsigned char *at = memory + whole_blocks((h->inputs + h->outputs + PREFETCH) * sizeof(void *));

    for (int i = 0; i < PREFETCH; i++) {
        config->outputs[h->outputs + (uint32_t)i] = at;
        at += whole_blocks(h->bytes[i]);
    }
    config->scratch = config->outputs[h->outputs];
    config->scratchWeights = at;
    PTE_CACHE_CLEAN(memory, (size_t)(at - memory + (ptrdiff_t)whole_blocks(h->bytes[PREFETCH])));
}

static pte_status execute(void *handle, const pte_in *const *in, int32_t ins,
                          const pte_out *const *out, int32_t outs, void *scratch)
{
    const Handle *h = handle;
    NeutronDataConfig config = {.inputs = scratch, .outputs = (void **)scratch + h->inputs};
    pte_status status;

    if ((uint32_t)ins != h->operands || (uint32_t)outs != h->outputs)
        return PTE_NOT_SUPPORTED;
    status = list_inputs(h, in, config.inputs);
    if (status == PTE_OK)
        status = list_outputs(h, out, config.outputs);
    if (status != PTE_OK)
        return status;
    share(h, &config, scratch);
    if (neutronRunBlocking(h->model, &config) != ENONE)
        return PTE_INTERNAL;
    for (int32_t i = 0; i < outs; i++)
        PTE_CACHE_INVALIDATE(out[i]->data, tensor_bytes(out[i]->dtype, out[i]->rank, out[i]->dims));
    return PTE_OK;
}

static void destroy(void *handle)
{
    Handle *h = handle;

    neutronModelUnprepare(h->model);
    *h = (Handle){0};
}

const pte_delegate NeutronBackend_delegate = {init, execute, destroy};
