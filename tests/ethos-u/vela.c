/* SPDX-License-Identifier: 0BSD
 * What ptec reads from data that Vela wrote: how much memory the NPU works in. It reads nothing
 * behind them. */
#include "backends/ethos-u/compiler/vela.h"
#include "edge.h"
#include "unit.h"

static uint8_t made[512];
static size_t size;

/* Appends a block as backends/arm/arm_vela.py of ExecuTorch does: the name in 16 bytes, the size
 * and zeros in 16, the data filled up to a multiple of 16. */
static void block(const char *name, uint32_t bytes, uint32_t number)
{
    memset(made + size, 0, sizeof made - size);
    strncpy((char *)made + size, name, 16);
    for (int i = 0; i < 4; i++) {
        made[size + 16 + (size_t)i] = (uint8_t)(bytes >> 8 * i);
        made[size + 32 + (size_t)i] = (uint8_t)(number >> 8 * i);
    }
    size += 32 + (bytes + 15) / 16 * 16;
}

static int64_t scratch(size_t bytes)
{
    uint8_t *data = edge_copy(made, bytes);
    int64_t said = vela_format.scratch((Bytes){data, bytes});
    edge_free(data, bytes);
    return said;
}

/* The memory begins at a multiple of 64, of an arena whose parts begin at multiples of 16. */
static void test_bytes(void)
{
    static const struct {
        uint32_t said;
        int64_t want;
    } rows[] = {{0, 48},
                {1, 64 + 48},
                {63, 64 + 48},
                {64, 64 + 48},
                {65, 128 + 48},
                {0x01020304, 0x01020340 + 48},
                {0xffffffff, INT64_C(0x100000000) + 48}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size = 0;
        block("vela_bin_stream", 0, 0);
        block("scratch_size", 4, rows[i].said);
        CHECK(scratch(size) == rows[i].want, "%u bytes: %lld", rows[i].said,
              (long long)scratch(size));
    }
}

/* Behind a block of each size, and cut at each byte. */
static void test_places(void)
{
    for (uint32_t bytes = 0; bytes <= 33; bytes++) {
        size = 0;
        block("cmd_data", bytes, 0x31504f43);
        block("scratch_size", 4, 640);
        size_t end = size;
        block("inputs", 4, 0);
        CHECK(scratch(size) == 640 + 48 && scratch(end) == 640 + 48, "behind %u bytes", bytes);
        for (size_t cut = 0; cut < end; cut++)
            CHECK(scratch(cut) == -1, "behind %u bytes, cut at %zu", bytes, cut);
    }
}

static void test_refused(void)
{
    static const char *const others[] = {"", "scratch_siz", "scratch_sizes", "Scratch_size",
                                         "scratch_size_fast"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size = 0;
        block(others[i], 4, 640);
        CHECK(scratch(size) == -1, "'%s'", others[i]);
    }
    static const uint32_t sizes[] = {0, 3, 5, 8, 16, 260};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size = 0;
        block("scratch_size", sizes[i], 640);
        block("scratch_size", 4, 640);
        CHECK(scratch(size) == -1, "a size of %u bytes", sizes[i]);
    }
    size = 0;
    block("cmd_data", 16, 0);
    block("scratch_size", 4, 640);
    memset(made + 16, 0xff, 4); /* a block that ends far behind the data */
    CHECK(scratch(size) == -1, "a block of 4 GB");
}

int main(void)
{
    test_bytes();
    test_places();
    test_refused();
    return unit_result("vela");
}
