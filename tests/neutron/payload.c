/* SPDX-License-Identifier: 0BSD
 * What ptec reads from data that NXP's compiler for Neutron wrote: how much memory the NPU works
 * in, and which tensors have their channels last. It reads nothing behind them. */
#include "backends/neutron/compiler/payload.h"
#include "edge.h"
#include "unit.h"

enum { MOST = 8, WORDS = 15, SCRATCH_WORD = 9 };

/* As backends/nxp/nxp_backend.py of ExecuTorch lays it out. */
typedef struct Payload {
    uint8_t data[256];
    int inputs, outputs, version;
    bool last[2 * MOST];   /* of the NPU's inputs and outputs */
    int operand[2 * MOST]; /* or result of the program, that each is */
    uint32_t area[4];      /* sizes of memory, as the microcode says them */
    size_t version_at, microcode_at, size;
} Payload;

static void write_word(Payload *p, int i, uint32_t value)
{
    for (int k = 0; k < 4; k++)
        p->data[p->microcode_at + (size_t)(4 * i + k)] = (uint8_t)(value >> 8 * k);
}

static void write_payload(Payload *p)
{
    const int tensors = p->inputs + p->outputs;
    memset(p->data, 0, sizeof p->data);
    p->data[0] = (uint8_t)p->inputs;
    p->data[1] = (uint8_t)p->outputs;
    p->data[2] = (uint8_t)p->inputs;
    for (int i = 0; i < tensors; i++) {
        p->data[3 + i] = p->last[i];
        p->data[3 + tensors + i] = (uint8_t)p->operand[i];
    }
    p->version_at = (size_t)(3 + 2 * tensors);
    p->data[p->version_at] = (uint8_t)p->version;
    p->microcode_at = (p->version_at + 16) & ~(size_t)15;
    for (int i = 0; i < WORDS + 1; i++) /* what ptec need not read is no zero */
        write_word(p, i, i == 0 ? 0x64434d6e : 0xabcdef01);
    for (int i = 0; i < 4; i++)
        write_word(p, SCRATCH_WORD + i, p->area[i]);
    p->size = p->microcode_at + 4 * WORDS;
}

static int64_t scratch(const Payload *p, size_t size)
{
    uint8_t *data = edge_copy(p->data, size);
    int64_t said = neutron_format.scratch((Bytes){data, size});
    edge_free(data, size);
    return said;
}

static int64_t sixteens(uint32_t bytes)
{
    return (int64_t)((bytes & 0x7fffffff) / 16 + (bytes % 16 != 0)) * 16;
}

static Payload any_payload(int inputs, int outputs, int version)
{
    Payload p = {.inputs = inputs, .outputs = outputs, .version = version};
    for (int i = 0; i < inputs + outputs; i++) {
        p.last[i] = unit_between(0, 1);
        p.operand[i] = i < inputs ? i : i - inputs;
    }
    for (int i = inputs - 1; i > 0; i--) { /* in an order of the NPU's */
        const int k = unit_between(0, i), operand = p.operand[i];
        p.operand[i] = p.operand[k];
        p.operand[k] = operand;
    }
    for (int i = 0; i < 4; i++)
        p.area[i] = (uint32_t)unit_between(0, 100) | (unit_between(0, 1) ? 0x80000000 : 0);
    p.area[unit_between(0, 3)] = 0x7fffffff;
    write_payload(&p);
    return p;
}

/* Pointers of 8 bytes to all tensors and three areas; the areas, of which version 0 has two. */
static void test_scratch(void)
{
    for (int inputs = 0; inputs < MOST; inputs++)
        for (int outputs = 1; outputs < MOST; outputs++)
            for (int version = 0; version < 2; version++) {
                Payload p = any_payload(inputs, outputs, version);
                int64_t want = sixteens((uint32_t)(8 * (inputs + outputs + 3))) +
                               sixteens(p.area[0]) + sixteens(p.area[1]);
                if (version)
                    want += sixteens(p.area[2]) + sixteens(p.area[3]);
                CHECK(scratch(&p, p.size) == want, "%d inputs, %d outputs, version %d", inputs,
                      outputs, version);
                for (size_t cut = 0; cut < p.size; cut++)
                    CHECK(scratch(&p, cut) == -1, "%d inputs, %d outputs, cut at %zu", inputs,
                          outputs, cut);
            }
    Payload p = any_payload(2, 1, 1);
    p.data[p.version_at] = 2;
    CHECK(scratch(&p, p.size) == -1, "version 2");
    p = any_payload(2, 1, 1);
    write_word(&p, 0, 0x64434d6f);
    CHECK(scratch(&p, p.size) == -1, "another mark");
}

static bool has_channels_last(const Payload *p, size_t size, bool result, int index)
{
    uint8_t *data = edge_copy(p->data, size);
    bool said = neutron_format.has_channels_last((Bytes){data, size}, result, index);
    edge_free(data, size);
    return said;
}

/* No operand without a tensor has them, and nothing in data that end before they say it. */
static void test_channels_last(void)
{
    for (int i = 0; i < 50; i++) {
        Payload p = any_payload(unit_between(0, MOST - 1), unit_between(1, MOST - 1), 1);
        for (int k = 0; k < p.inputs + p.outputs; k++) {
            const bool result = k >= p.inputs;
            CHECK(has_channels_last(&p, p.version_at, result, p.operand[k]) == p.last[k],
                  "%d inputs, %d outputs: tensor %d", p.inputs, p.outputs, k);
            for (size_t cut = 0; cut < p.version_at; cut++)
                CHECK(!has_channels_last(&p, cut, result, p.operand[k]), "tensor %d, cut at %zu", k,
                      cut);
        }
        CHECK(!has_channels_last(&p, p.size, false, p.inputs), "operand %d", p.inputs);
        CHECK(!has_channels_last(&p, p.size, true, p.outputs), "result %d", p.outputs);
    }
}

int main(void)
{
    test_scratch();
    test_channels_last();
    return unit_result("payload");
}
