/* SPDX-License-Identifier: 0BSD
 * Ethos-U as a delegate, with a driver that stands in for the NPU: it looks at all that it gets,
 * takes a few questions to be done, computes another function of the inputs than the network, and
 * leaves rubbish in its memory. */
#include "ethosu_driver.h"
#include "net.h"
#include "unit.h"

enum { INPUTS = 192, OUTPUTS = 64, COMMANDS = 1156, WEIGHTS = 848, SCRATCH = 1616, QUESTIONS = 3 };

#define HOLDS(condition) CHECK(condition, "%s", #condition)

/* ---- the driver ---- */

struct ethosu_driver {
    bool reserved, running;
    uint64_t *base;
    int questions, cleans, invalidations, blocks;
    bool busy, refuses, fails; /* what goes wrong */
};
static struct ethosu_driver npu;

static uint8_t *scratch_of(const struct ethosu_driver *drv)
{
    return (uint8_t *)(uintptr_t)drv->base[1];
}

void test_clean(const void *data, size_t bytes)
{
    HOLDS((uintptr_t)data % 64 == 0 && bytes == SCRATCH && !npu.running);
    npu.cleans++;
}

void test_invalidate(const void *data, size_t bytes)
{
    HOLDS(data == scratch_of(&npu) && bytes == SCRATCH && !npu.running);
    npu.invalidations++;
}

struct ethosu_driver *ethosu_reserve_driver(void)
{
    HOLDS(!npu.reserved);
    npu.reserved = !npu.busy;
    return npu.busy ? NULL : &npu;
}

void ethosu_release_driver(struct ethosu_driver *drv)
{
    HOLDS(drv == &npu && npu.reserved && !npu.running);
    npu.reserved = false;
}

int ethosu_invoke_async(struct ethosu_driver *drv, const void *custom_data_ptr,
                        const int custom_data_size, uint64_t *const base_addr,
                        const size_t *base_addr_size, const int num_base_addr, void *user_arg)
{
    static const uint8_t weights[] = {0x38, 0x0d, 0x00, 0x00,
                                      0x00, 0xc1, 0xd9, 0xfd}; /* as Vela made them */

    HOLDS(drv == &npu && npu.reserved && !npu.running && !user_arg && num_base_addr == 3);
    HOLDS(custom_data_size == COMMANDS && memcmp(custom_data_ptr, "COP1", 4) == 0);
    HOLDS((uintptr_t)custom_data_ptr % 16 == 0 && base_addr[0] % 16 == 0 && base_addr[1] % 64 == 0);
    HOLDS(base_addr_size[0] == WEIGHTS && base_addr_size[1] == SCRATCH && base_addr_size[2] == 0);
    HOLDS(memcmp((const void *)(uintptr_t)base_addr[0], weights, sizeof weights) == 0);
    if (npu.refuses)
        return -1;
    npu.base = base_addr;
    npu.running = true;
    npu.questions = 0;
    return 0;
}

static int8_t function_of(const int8_t *in, int i)
{
    return (int8_t)(in[i] ^ in[OUTPUTS + i] ^ (in[2 * OUTPUTS + i] + i));
}

int ethosu_wait(struct ethosu_driver *drv, bool block)
{
    int8_t made[OUTPUTS];

    HOLDS(drv == &npu && npu.running);
    npu.blocks += block;
    if (!block && npu.questions++ < QUESTIONS)
        return 1;
    npu.running = false;
    for (int i = 0; i < OUTPUTS; i++)
        made[i] = function_of((const int8_t *)scratch_of(&npu), i);
    memset(scratch_of(&npu), 0xa5, SCRATCH);
    memcpy(scratch_of(&npu), made, sizeof made);
    return npu.fails ? -1 : 0;
}

/* ---- the calls ---- */

static int8_t in[INPUTS], out[OUTPUTS];

static void new_inputs(void)
{
    for (int i = 0; i < INPUTS; i++)
        in[i] = (int8_t)rand();
    memset(out, 0x33, sizeof out);
}

static bool is_right(void)
{
    for (int i = 0; i < OUTPUTS; i++)
        if (out[i] != function_of(in, i))
            return false;
    return true;
}

static void test_whole(void)
{
    new_inputs();
    HOLDS(net_forward(in, out) == PTE_OK && is_right());
    HOLDS(npu.questions == QUESTIONS + 1 && npu.cleans == 1 && npu.invalidations == 1);
    HOLDS(!npu.reserved);
}

static void test_by_steps(void)
{
    net_forward_run run;

    new_inputs();
    HOLDS(net_forward_start(&run, in, out) == PTE_MORE && !npu.reserved);
    for (int i = 0; i < QUESTIONS; i++)
        HOLDS(net_forward_step(&run) == PTE_MORE && npu.running && npu.questions == i + 1);
    HOLDS(net_forward_step(&run) == PTE_OK && is_right());
    HOLDS(net_forward_step(&run) == PTE_INVALID_STATE && !npu.reserved);
}

static void test_errors(void)
{
    new_inputs();
    npu.busy = true;
    HOLDS(net_forward(in, out) == PTE_OUT_OF_RESOURCES);
    npu.busy = false;
    npu.refuses = true;
    HOLDS(net_forward(in, out) == PTE_INTERNAL && !npu.reserved);
    npu.refuses = false;
    npu.fails = true;
    HOLDS(net_forward(in, out) == PTE_INTERNAL && !npu.reserved);
    npu.fails = false;
    HOLDS(net_forward(in, out) == PTE_OK && is_right());
}

static void test_given_up(void)
{
    net_forward_run run;

    HOLDS(net_forward_start(&run, in, out) == PTE_MORE && net_forward_step(&run) == PTE_MORE);
    net_destroy();
    HOLDS(npu.blocks == 1 && !npu.running && !npu.reserved);
    HOLDS(net_init() == PTE_OK && net_forward(in, out) == PTE_OK && is_right());
}

/* ---- data that were damaged ---- */

static PTE_ALIGN(64) unsigned char damaged[NET_WEIGHTS_BYTES];
static PTE_ALIGN(16) unsigned char state[NET_STATE_BYTES], arena[NET_ARENA_BYTES];
static const net_ctx other = {arena, state, damaged};

static unsigned char *block(const char *name)
{
    for (size_t i = 0; i + 16 <= sizeof damaged; i++)
        if (strcmp((const char *)damaged + i, name) == 0)
            return damaged + i;
    HOLDS(!"a block is missing");
    return damaged;
}

static pte_status init_with(const char *name, int at, unsigned char value)
{
    pte_status status;

    memcpy(damaged, &net_weights, sizeof damaged);
    block(name)[at] = value;
    status = net_init_with(&other);
    if (status == PTE_OK)
        net_destroy_with(&other);
    return status;
}

static void test_damaged(void)
{
    HOLDS(init_with("cmd_data", 0, 'c') == PTE_OK);
    HOLDS(init_with("cmd_data", 0, 'x') == PTE_INVALID_DATA);
    HOLDS(init_with("weight_data", 19, 0x7f) == PTE_INVALID_DATA);
    HOLDS(init_with("weight_data", 20, 1) == PTE_INVALID_DATA); /* in another file */
    HOLDS(init_with("inputs", 32, 2) == PTE_NOT_SUPPORTED);
    HOLDS(init_with("outputs", 32 + 4 + 29, 8) == PTE_NOT_SUPPORTED); /* behind the scratch */
    HOLDS(init_with("outputs", 32 + 4 + 32, 2) == PTE_NOT_SUPPORTED); /* another region */
    for (int i = 0; i < 72; i++) { /* reads nothing outside, which sanitizers would tell */
        init_with("inputs", i, 0xff);
        init_with("outputs", i, 0xff);
        init_with("scratch_size", i < 32 ? i : 0, 0xff);
    }
}

int main(void)
{
    HOLDS(net_init() == PTE_OK);
    test_whole();
    test_by_steps();
    test_errors();
    test_given_up();
    test_damaged();
    net_destroy();
    HOLDS(npu.cleans == npu.invalidations + 4 &&
          npu.questions > 0); /* three errors, and one given up */
    return unit_result("ethos-u");
}
