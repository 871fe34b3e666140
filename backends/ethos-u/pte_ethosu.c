/* SPDX-License-Identifier: 0BSD
 * Arm's Ethos-U as a delegate: compile it with the model's header as "model.h", or another one that
 * PTE_ETHOSU_MODEL names, and with ethosu_driver.h of the Ethos-U core driver. The NPU works in
 * memory of the model's arena. The driver is started, and asked by each further call whether the
 * NPU is done, so that a method that runs by steps returns meanwhile. These may be defined:
 *   PTE_ETHOSU_HANDLES     delegates of all instances (4)
 *   PTE_ETHOSU_BLOCK       1: each call waits in the driver, whose semaphore may sleep (0)
 *   PTE_ETHOSU_FAST        memory for what was compiled for a Dedicated_Sram (NULL), and
 *   PTE_ETHOSU_FAST_BYTES  its size (0)
 *   PTE_CACHE_CLEAN(data, bytes), PTE_CACHE_INVALIDATE(data, bytes)
 *                          what a data cache needs around the NPU's accesses (nothing: the driver's
 *                          ethosu_flush_dcache() and ethosu_invalidate_dcache() may do it) */
#ifndef PTE_ETHOSU_MODEL
#define PTE_ETHOSU_MODEL "model.h"
#endif
#include PTE_ETHOSU_MODEL

#include <ethosu_driver.h>

#ifndef PTE_ETHOSU_HANDLES
#define PTE_ETHOSU_HANDLES 4
#endif
#ifndef PTE_ETHOSU_BLOCK
#define PTE_ETHOSU_BLOCK 0
#endif
#ifndef PTE_ETHOSU_FAST
#define PTE_ETHOSU_FAST       NULL
#define PTE_ETHOSU_FAST_BYTES 0
#endif
#ifndef PTE_CACHE_CLEAN
#define PTE_CACHE_CLEAN(data, bytes)      ((void)0)
#define PTE_CACHE_INVALIDATE(data, bytes) ((void)0)
#endif

enum { NAME_BYTES = 16, HEAD_BYTES = 32, BLOCK_ALIGN = 16, CACHE_LINE = 64 };
enum { EXTENTS = 6, WEIGHTS = 0, SCRATCH = 1, FAST = 2, REGIONS = 3 };

/* A block of what the compiler Vela has written. */
typedef struct Block {
    const unsigned char *data;
    uint32_t bytes;
} Block;

/* An input or output, which lies in the scratch. */
typedef struct Place {
    uint32_t extent[EXTENTS], element_bytes, offset, region;
} Place;

typedef struct Handle {
    Block commands, weights, inputs, outputs;
    uint32_t scratch_bytes;
    struct ethosu_driver *driver; /* while it computes, else NULL */
    uint64_t base[REGIONS];       /* the driver reads these until it is done */
    size_t bytes[REGIONS];
    bool used;
} Handle;

static Handle handles[PTE_ETHOSU_HANDLES];

static uint32_t number_at(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool is_named(const unsigned char *block, const char *name)
{
    int i = 0;

    while (i < NAME_BYTES - 1 && name[i] && block[i] == (unsigned char)name[i])
        i++;
    return block[i] == (unsigned char)name[i];
}

static void copy(void *to, const void *from, uint64_t bytes)
{
    const unsigned char *source = from;
    unsigned char *target = to;

    for (uint64_t i = 0; i < bytes; i++)
        target[i] = source[i];
}

/* Finds a block by its name. The data of one that lies in a file of its own are not there. */
static bool find(const pte_blob *blob, const char *name, Block *found)
{
    const unsigned char *at = blob->data;
    size_t left = blob->bytes;

    while (left >= HEAD_BYTES) {
        const uint32_t bytes = number_at(at + NAME_BYTES);
        const uint32_t filled = bytes + (BLOCK_ALIGN - bytes % BLOCK_ALIGN) % BLOCK_ALIGN;

        if (filled < bytes || filled > left - HEAD_BYTES)
            return false;
        if (is_named(at, name)) {
            *found = (Block){at + HEAD_BYTES, bytes};
            return at[NAME_BYTES + 4] == 0;
        }
        at += HEAD_BYTES + filled;
        left -= HEAD_BYTES + filled;
    }
    return false;
}

static uint32_t count_places(const Block *places)
{
    return number_at(places->data);
}

static Place place_at(const Block *places, uint32_t i)
{
    const unsigned char *p = places->data + 4 + i * sizeof(Place);
    Place place;

    for (int k = 0; k < EXTENTS; k++)
        place.extent[k] = number_at(p + 4 * k);
    place.element_bytes = number_at(p + 4 * EXTENTS);
    place.offset = number_at(p + 4 * EXTENTS + 4);
    place.region = number_at(p + 4 * EXTENTS + 8);
    return place;
}

static uint64_t place_bytes(const Place *place)
{
    uint64_t bytes = place->element_bytes;

    for (int k = 0; k < EXTENTS && bytes <= UINT32_MAX; k++)
        bytes *= place->extent[k] ? place->extent[k] : 1;
    return bytes;
}

/* Do all inputs, or all outputs, lie in the scratch? */
static bool are_places(const Block *places, uint32_t scratch_bytes)
{
    const uint32_t count = places->bytes >= 4 ? count_places(places) : 0;

    if (count == 0 || count > (places->bytes - 4) / sizeof(Place))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const Place place = place_at(places, i);

        if (place.region != SCRATCH || place.offset > scratch_bytes ||
            place_bytes(&place) > scratch_bytes - place.offset)
            return false;
    }
    return true;
}

static pte_status init(const pte_blob *blob, void **handle)
{
    Handle h = {.used = true};
    Block scratch;

    if (!find(blob, "cmd_data", &h.commands) || !find(blob, "weight_data", &h.weights) ||
        !find(blob, "scratch_size", &scratch) || scratch.bytes != 4 ||
        !find(blob, "inputs", &h.inputs) || !find(blob, "outputs", &h.outputs))
        return PTE_INVALID_DATA;
    h.scratch_bytes = number_at(scratch.data);
    if (!are_places(&h.inputs, h.scratch_bytes) || !are_places(&h.outputs, h.scratch_bytes))
        return PTE_NOT_SUPPORTED;
    for (int i = 0; i < PTE_ETHOSU_HANDLES; i++)
        if (!handles[i].used) {
            handles[i] = h;
            *handle = &handles[i];
            return PTE_OK;
        }
    return PTE_OUT_OF_RESOURCES;
}

static uint32_t element_bytes(pte_dtype dtype)
{
    return dtype == PTE_I32 ? 4 : dtype == PTE_I16 ? 2 : dtype == PTE_I8 || dtype == PTE_BOOL;
}

static bool fits(const Place *place, pte_dtype dtype, int32_t rank, const int32_t *dims)
{
    uint64_t bytes = element_bytes(dtype);

    for (int32_t i = 0; i < rank; i++)
        bytes *= (uint64_t)dims[i];
    return bytes == place_bytes(place) && element_bytes(dtype) == place->element_bytes;
}

static pte_status start(Handle *h, const pte_in *const *in, uint32_t ins, unsigned char *scratch)
{
    if (ins != count_places(&h->inputs))
        return PTE_NOT_SUPPORTED;
    for (uint32_t i = 0; i < ins; i++) {
        const Place place = place_at(&h->inputs, i);

        if (!fits(&place, in[i]->dtype, in[i]->rank, in[i]->dims))
            return PTE_NOT_SUPPORTED;
        copy(scratch + place.offset, in[i]->data, place_bytes(&place));
    }
    PTE_CACHE_CLEAN(scratch, h->scratch_bytes);
    h->base[WEIGHTS] = (uintptr_t)h->weights.data;
    h->bytes[WEIGHTS] = h->weights.bytes;
    h->base[SCRATCH] = (uintptr_t)scratch;
    h->bytes[SCRATCH] = h->scratch_bytes;
    h->base[FAST] = (uintptr_t)PTE_ETHOSU_FAST;
    h->bytes[FAST] = PTE_ETHOSU_FAST_BYTES;
    h->driver = ethosu_reserve_driver();
    if (!h->driver)
        return PTE_OUT_OF_RESOURCES;
    if (ethosu_invoke_async(h->driver, h->commands.data, (int)h->commands.bytes, h->base, h->bytes,
                            REGIONS, NULL) == 0)
        return PTE_OK;
    ethosu_release_driver(h->driver);
    h->driver = NULL;
    return PTE_INTERNAL;
}

static pte_status take_results(const Handle *h, const pte_out *const *out, uint32_t outs,
                               const unsigned char *scratch)
{
    if (outs != count_places(&h->outputs))
        return PTE_NOT_SUPPORTED;
    PTE_CACHE_INVALIDATE(scratch, h->scratch_bytes);
    for (uint32_t i = 0; i < outs; i++) {
        const Place place = place_at(&h->outputs, i);

        if (!fits(&place, out[i]->dtype, out[i]->rank, out[i]->dims))
            return PTE_NOT_SUPPORTED;
        copy(out[i]->data, scratch + place.offset, place_bytes(&place));
    }
    return PTE_OK;
}

static pte_status execute(void *handle, const pte_in *const *in, int32_t ins,
                          const pte_out *const *out, int32_t outs, void *scratch)
{
    Handle *h = handle;
    const uintptr_t before = (uintptr_t)scratch % CACHE_LINE;
    unsigned char *line = (unsigned char *)scratch + (before ? CACHE_LINE - before : 0);
    int result;

    if (!h->driver) {
        const pte_status status = start(h, in, (uint32_t)ins, line);

        if (status != PTE_OK)
            return status;
    }
    result = ethosu_wait(h->driver, PTE_ETHOSU_BLOCK);
    if (result > 0)
        return PTE_MORE;
    ethosu_release_driver(h->driver);
    h->driver = NULL;
    return result < 0 ? PTE_INTERNAL : take_results(h, out, (uint32_t)outs, line);
}

/* A call that was given up may have left the NPU at work in the arena. */
static void destroy(void *handle)
{
    Handle *h = handle;

    if (h->driver) {
        ethosu_wait(h->driver, true);
        ethosu_release_driver(h->driver);
    }
    *h = (Handle){0};
}

const pte_delegate EthosUBackend_delegate = {init, execute, destroy};
