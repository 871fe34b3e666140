/* SPDX-License-Identifier: 0BSD
 * pte_ethosu.c with data made here: operands of all types, at both ends of the memory that the NPU
 * works in, extents and sizes that do not fit, and as many delegates as there may be. */
#include "ethosu_driver.h"
#include "net.h"
#include "unit.h"

enum { SCRATCH = 400, MOST = 1024, HANDLES = 4 };

#define HOLDS(condition) CHECK(condition, "%s", #condition)

/* ---- the driver ---- */

struct ethosu_driver {
    uint8_t *scratch;
};
static struct ethosu_driver npu;
uint8_t made_fast[8]; /* PTE_ETHOSU_FAST */
static size_t weights_bytes;

struct ethosu_driver *ethosu_reserve_driver(void)
{
    return &npu;
}

void ethosu_release_driver(struct ethosu_driver *drv)
{
    HOLDS(drv == &npu);
}

int ethosu_invoke_async(struct ethosu_driver *drv, const void *custom_data_ptr,
                        const int custom_data_size, uint64_t *const base_addr,
                        const size_t *base_addr_size, const int num_base_addr, void *user_arg)
{
    HOLDS(custom_data_size == 5 && memcmp(custom_data_ptr, "COP1x", 5) == 0);
    HOLDS(num_base_addr == 3 && base_addr_size[0] == weights_bytes && !user_arg);
    HOLDS(base_addr_size[1] == SCRATCH && base_addr[1] % 64 == 0);
    HOLDS(base_addr[2] == (uintptr_t)made_fast && base_addr_size[2] == sizeof made_fast);
    drv->scratch = (uint8_t *)(uintptr_t)base_addr[1];
    return 0;
}

/* Turns the memory around, so that the first operand is the last result. */
int ethosu_wait(struct ethosu_driver *drv, bool block)
{
    HOLDS(block);
    for (int i = 0; i < SCRATCH / 2; i++) {
        const uint8_t byte = drv->scratch[i];

        drv->scratch[i] = drv->scratch[SCRATCH - 1 - i];
        drv->scratch[SCRATCH - 1 - i] = byte;
    }
    return 0;
}

/* ---- data, as backends/arm/arm_vela.py of ExecuTorch writes them ---- */

typedef struct Place {
    uint32_t extent[6], element_bytes, offset, region;
} Place;

static PTE_ALIGN(16) uint8_t made[MOST];
static size_t size;

static void words(uint8_t *to, const uint32_t *value, int count)
{
    for (int i = 0; i < 4 * count; i++)
        to[i] = (uint8_t)(value[i / 4] >> i % 4 * 8);
}

static void block(const char *name, const void *data, uint32_t bytes)
{
    memset(made + size, 0, 32 + (bytes + 15) / 16 * 16);
    strcpy((char *)made + size, name);
    words(made + size + 16, &bytes, 1);
    memcpy(made + size + 32, data, bytes);
    size += 32 + (bytes + 15) / 16 * 16;
}

static void places(const char *name, uint32_t count, const Place *place)
{
    uint8_t data[4 + 4 * sizeof *place];

    words(data, &count, 1);
    for (uint32_t i = 0; i < count; i++) {
        words(data + 4 + 36 * i, place[i].extent, 6);
        words(data + 28 + 36 * i, &place[i].element_bytes, 3);
    }
    block(name, data, 4 + 36 * count);
}

static void start_data(uint32_t scratch)
{
    uint8_t bytes[4], weights[64] = {7};

    size = 0;
    words(bytes, &scratch, 1);
    block("cmd_data", "COP1x", 5);
    weights_bytes = (size_t)unit_between(0, 40);
    block("weight_data", weights, (uint32_t)weights_bytes);
    block("scratch_size", bytes, 4);
}

static pte_status init(void **handle)
{
    const pte_blob blob = {made, size, NULL, 0};

    *handle = NULL;
    return EthosUBackend_delegate.init(&blob, handle);
}

/* Is one input or output accepted where the other fits? */
static pte_status init_with(bool output, Place place, uint32_t scratch)
{
    const Place fits = {{1, 1, 1, 1, 1, 1}, 1, 0, 1};
    void *handle;

    start_data(scratch);
    places("inputs", 1, output ? &fits : &place);
    places("outputs", 1, output ? &place : &fits);
    const pte_status status = init(&handle);
    if (status == PTE_OK)
        EthosUBackend_delegate.destroy(handle);
    return status;
}

/* ---- the tests ---- */

/* The last byte of the memory, and the first one behind it; products of extents that are no 64
 * bits. */
static void test_places(void)
{
    const uint32_t big = 0x80000000, all = 0x01020304;

    for (int output = 0; output < 2; output++) {
        HOLDS(init_with(output, (Place){{5, 1, 1, 1, 1, 1}, 2, 390, 1}, SCRATCH) == PTE_OK);
        HOLDS(init_with(output, (Place){{5, 1, 1, 1, 1, 1}, 2, 391, 1}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, 400, 1}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, 401, 1}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        for (int k = 0; k < 6; k++) {
            Place place = {{1, 1, 1, 1, 1, 1}, 1, 0, 1};

            place.extent[k] = SCRATCH;
            HOLDS(init_with(output, place, SCRATCH) == PTE_OK);
            place.extent[k] = SCRATCH + 1;
            HOLDS(init_with(output, place, SCRATCH) == PTE_NOT_SUPPORTED);
            place.extent[k] = 0; /* counts as 1 */
            place.offset = SCRATCH - 1;
            HOLDS(init_with(output, place, SCRATCH) == PTE_OK);
        }
        HOLDS(init_with(output, (Place){{big, big, 4, 1, 1, 1}, 1, 0, 1}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{big, big, big, big, big, big}, 1, 0, 1}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, all - 1, 1}, all) == PTE_OK);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, all, 1}, all) == PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{65535, 65537, 1, 1, 1, 1}, 1, 0, 1}, UINT32_MAX) ==
              PTE_OK);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, 0, 2}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
        HOLDS(init_with(output, (Place){{1, 1, 1, 1, 1, 1}, 1, 0, 0}, SCRATCH) ==
              PTE_NOT_SUPPORTED);
    }
}

/* Data that end within a block, and blocks with other names. */
static void test_blocks(void)
{
    static const char *const names[] = {"cmd_data", "weight_data", "scratch_size", "inputs",
                                        "outputs"};
    const Place place = {{1, 1, 1, 1, 1, 1}, 1, 0, 1};
    void *handle;

    start_data(SCRATCH);
    places("inputs", 1, &place);
    places("outputs", 1, &place);
    for (size_t whole = size--; size > 0; size--)
        HOLDS(init(&handle) == PTE_INVALID_DATA && whole > size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        (void)init_with(false, place, SCRATCH);
        for (size_t at = 0; at < size; at += 16)
            if (strcmp((char *)made + at, names[i]) == 0)
                made[at + strlen(names[i])] = 's';
        HOLDS(init(&handle) == PTE_INVALID_DATA);
    }
}

/* Data of two places, of which one more or less is counted; bytes of three are there only in part.
 */
static void test_counts(void)
{
    static const struct {
        uint32_t count, bytes;
        pte_status status;
    } rows[] = {{2, 76, PTE_OK},
                {1, 76, PTE_OK},
                {0, 76, PTE_NOT_SUPPORTED},
                {3, 76, PTE_NOT_SUPPORTED},
                {3, 111, PTE_NOT_SUPPORTED},
                {3, 112, PTE_OK},
                {2, 75, PTE_NOT_SUPPORTED},
                {1, 3, PTE_NOT_SUPPORTED},
                {UINT32_MAX, 76, PTE_NOT_SUPPORTED}};
    const Place place[3] = {{{1, 1, 1, 1, 1, 1}, 1, 0, 1},
                            {{1, 1, 1, 1, 1, 1}, 1, 1, 1},
                            {{1, 1, 1, 1, 1, 1}, 1, 2, 1}};
    void *handle;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start_data(SCRATCH);
        const size_t at = size;
        places("inputs", 3, place);
        size = at + 32 + (rows[i].bytes + 15) / 16 * 16;
        words(made + at + 16, &rows[i].bytes, 1);
        words(made + at + 32, &rows[i].count, 1);
        places("outputs", 1, place);
        HOLDS(init(&handle) == rows[i].status);
        if (rows[i].status == PTE_OK)
            EthosUBackend_delegate.destroy(handle);
    }
}

/* A call of i32[2,3], i16[5], bool[7] and i8[11], which lie at both ends and side by side. */
static void test_call(void)
{
    static const Place ins[] = {{{1, 2, 3, 1, 1, 1}, 4, 0, 1},
                                {{5, 1, 1, 1, 1, 1}, 2, 24, 1},
                                {{1, 1, 1, 1, 7, 1}, 1, 34, 1},
                                {{0, 0, 0, 0, 0, 11}, 1, 389, 1}};
    static const Place outs[] = {{{11, 1, 1, 1, 1, 1}, 1, 0, 1}, {{41, 1, 1, 1, 1, 1}, 1, 359, 1}};
    static int32_t shape[] = {2, 3}, five[] = {5}, seven[] = {7}, eleven[] = {11}, result[] = {41};
    static PTE_ALIGN(16) uint8_t arena[SCRATCH + 64 + 48];
    uint8_t from[41 + 11], first[13], second[43];
    void *handle;

    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (uint8_t)unit_random();
    start_data(SCRATCH);
    places("inputs", 4, ins);
    places("outputs", 2, outs);
    HOLDS(init(&handle) == PTE_OK);
    pte_in in[] = {{from, PTE_I32, 2, shape},
                   {from + 24, PTE_I16, 1, five},
                   {from + 34, PTE_BOOL, 1, seven},
                   {from + 41, PTE_I8, 1, eleven}};
    pte_out out[] = {{first + 1, PTE_I8, 1, eleven}, {second + 1, PTE_I8, 1, result}};
    const pte_in *const inputs[] = {in, in + 1, in + 2, in + 3, in};
    const pte_out *const outputs[] = {out, out + 1, out};

#define CALL(ins, outs, scratch)                                                                   \
    EthosUBackend_delegate.execute(handle, inputs, ins, outputs, outs, scratch)
    for (int shift = 0; shift < 64; shift += 16) { /* wherever the arena begins */
        memset(first, 0x33, sizeof first);
        memset(second, 0x33, sizeof second);
        HOLDS(CALL(4, 2, arena + shift) == PTE_OK);
        HOLDS(npu.scratch >= arena + shift && npu.scratch < arena + shift + 64);
        for (int i = 0; i < 11; i++)
            HOLDS(first[1 + i] == from[41 + 10 - i]);
        for (int i = 0; i < 41; i++)
            HOLDS(second[1 + i] == from[40 - i]);
        HOLDS(first[0] == 0x33 && first[12] == 0x33 && second[0] == 0x33 && second[42] == 0x33);
    }
    HOLDS(CALL(3, 2, arena) == PTE_NOT_SUPPORTED && CALL(5, 2, arena) == PTE_NOT_SUPPORTED);
    HOLDS(CALL(4, 1, arena) == PTE_NOT_SUPPORTED && CALL(4, 3, arena) == PTE_NOT_SUPPORTED);
    for (int i = 0; i < 4;
         i++) { /* of other types: as many bytes, another size of each; or none known */
        const pte_dtype type = in[i].dtype;

        in[i].dtype = PTE_F32;
        HOLDS(CALL(4, 2, arena) == PTE_NOT_SUPPORTED);
        in[i].dtype = type == PTE_I32 ? PTE_I16 : PTE_I32;
        HOLDS(CALL(4, 2, arena) == PTE_NOT_SUPPORTED);
        in[i].dtype = type;
    }
    in[3].dtype = PTE_BOOL;
    HOLDS(CALL(4, 2, arena) == PTE_OK); /* of a byte each as well */
    shape[0] = 6;
    shape[1] = 2;
    in[0].dtype = PTE_I16; /* 24 bytes, too */
    HOLDS(CALL(4, 2, arena) == PTE_NOT_SUPPORTED);
    in[0].rank = 1;
    in[0].dtype = PTE_I32;
    HOLDS(CALL(4, 2, arena) == PTE_OK);
    out[1].dtype = PTE_I16;
    HOLDS(CALL(4, 2, arena) == PTE_NOT_SUPPORTED);
    EthosUBackend_delegate.destroy(handle);
}

static void test_handles(void)
{
    const Place place = {{1, 1, 1, 1, 1, 1}, 1, 0, 1};
    void *handle[HANDLES + 1];

    (void)init_with(false, place, SCRATCH);
    for (int i = 0; i < HANDLES; i++)
        HOLDS(init(&handle[i]) == PTE_OK && handle[i] && (i == 0 || handle[i] != handle[i - 1]));
    HOLDS(init(&handle[HANDLES]) == PTE_OUT_OF_RESOURCES);
    EthosUBackend_delegate.destroy(handle[1]);
    HOLDS(init(&handle[HANDLES]) == PTE_OK && handle[HANDLES] == handle[1]);
    for (int i = 0; i < HANDLES; i++)
        EthosUBackend_delegate.destroy(handle[i]);
}

int main(void)
{
    test_places();
    test_blocks();
    test_counts();
    test_call();
    test_handles();
    return unit_result("ethos-u, made data");
}
