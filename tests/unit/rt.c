/* SPDX-License-Identifier: 0BSD
 * CRC-32 and the check of weights.
 * gcc -std=c11 -O2 -Iruntime-min tests/unit/rt.c runtime-min/pte_*.c */
#include "pte_rt.h"
#include "unit.h"

static void test_crc(void)
{
    static const char digits[] = "123456789"; /* the check value of CRC-32/ISO-HDLC */

    CHECK(pte_crc32(0, digits, 9) == 0xcbf43926u, "CRC-32 of 123456789");
    CHECK(pte_crc32(pte_crc32(0, digits, 4), digits + 4, 5) == 0xcbf43926u, "CRC-32 in two parts");
    CHECK(pte_crc32(0, NULL, 0) == 0, "CRC-32 of nothing");
}

static void test_weights(void)
{
    struct {
        pte_weights_header header;
        unsigned char body[40];
    } w = {{"ptec-w1", 77, sizeof w, 0, 0}, "some weights"};
    const pte_weights_header good = {"ptec-w1", 77, sizeof w, pte_crc32(0, w.body, sizeof w.body),
                                     0};
    unsigned char shifted[sizeof w + 1];

    w.header = good;
    CHECK(pte_check_weights(&w, sizeof w, 77) == PTE_OK, "good weights are refused");
    memcpy(shifted + 1, &w, sizeof w);
    CHECK(pte_check_weights(shifted + 1, sizeof w, 77) == PTE_OK, "an odd address is refused");
    CHECK(pte_check_weights(&w, sizeof w, 78) == PTE_INVALID_DATA, "another layout is taken");
    CHECK(pte_check_weights(&w, sizeof w - 1, 77) == PTE_INVALID_DATA, "another size is taken");
    CHECK(pte_check_weights(&w, 5, 77) == PTE_INVALID_DATA, "a cut header is taken");
    CHECK(pte_check_weights(NULL, sizeof w, 77) != PTE_OK, "no weights are taken");
    w.header.magic[0] = 'q';
    CHECK(pte_check_weights(&w, sizeof w, 77) == PTE_INVALID_DATA, "another magic is taken");
    w.header = good;
    w.body[39] ^= 1;
    CHECK(pte_check_weights(&w, sizeof w, 77) == PTE_INVALID_DATA, "a damaged byte is taken");
}

static void test_info(void)
{
    /* The bytes of a header whose numbers are 0x...01, and so on. */
    static const unsigned char file[34] = "?ptec-w1\0\x88\x77\x66\x55\x44\x33\x22\x11"
                                          "\x20\0\0\0\x01\0\0\0\x04\x03\x02\x01\xfe\xff\xff\xff";
    unsigned char other[sizeof file];
    pte_weights_header info = {{0}, 0, 0, 0, 0};

    CHECK(pte_weights_info(file + 1, 32, &info) == PTE_OK, "a header is refused");
    CHECK(info.layout == UINT64_C(0x1122334455667788), "layout");
    CHECK(info.bytes == UINT64_C(0x100000020), "bytes");
    CHECK(info.crc == 0x01020304 && info.version == 0xfffffffe, "crc, version");
    CHECK(pte_weights_info(file + 1, 31, &info) == PTE_INVALID_DATA, "a cut header is taken");
    CHECK(pte_weights_info(NULL, 32, &info) == PTE_INVALID_DATA, "no header is taken");
    memcpy(other, file, sizeof file);
    other[8] = 'x';
    CHECK(pte_weights_info(other + 1, 32, &info) == PTE_INVALID_DATA, "another end of the magic");
}

static void test_names(void)
{
    static const pte_status all[] = {PTE_OK,
                                     PTE_INTERNAL,
                                     PTE_INVALID_STATE,
                                     PTE_NOT_SUPPORTED,
                                     PTE_INVALID_ARGUMENT,
                                     PTE_ACCESS_FAILED,
                                     PTE_INVALID_PROGRAM,
                                     PTE_INVALID_DATA,
                                     PTE_OUT_OF_RESOURCES,
                                     PTE_MORE};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK(strcmp(pte_status_name(all[i]), "unknown status") != 0, "status %d", (int)all[i]);
        for (size_t k = 0; k < i; k++)
            CHECK(strcmp(pte_status_name(all[i]), pte_status_name(all[k])) != 0, "status %d twice",
                  (int)all[i]);
    }
    CHECK(strcmp(pte_status_name((pte_status)0x7f), "unknown status") == 0, "status 0x7f");
}

int main(void)
{
    test_crc();
    test_weights();
    test_info();
    test_names();
    return unit_result("rt");
}
