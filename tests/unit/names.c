/* SPDX-License-Identifier: 0BSD
 * Names that are made fit for messages and for C: every character of UTF-8, what is none, and
 * lengths at their limits. 0.05 s. */
#include "base/chars.h"
#include "base/identifier.h"
#include "base/words.h"
#include "unit.h"

/* Encodes any number of up to 21 bits in so many bytes, whether or not UTF-8 allows it. */
static void encode(uint32_t code, int bytes, unsigned char *s)
{
    static const unsigned first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    s[bytes] = 0;
    for (int i = bytes - 1; i > 0; i--, code >>= 6)
        s[i] = (unsigned char)(0x80 | (code & 0x3F));
    s[0] = (unsigned char)(first[bytes] | code);
}

/* A character has just one form, the shortest; half of a surrogate pair is no character. */
static void check_characters(void)
{
    for (uint32_t code = 0; code < 0x200000; code++) {
        const int least = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        const bool is = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        for (int n = least; n <= 4; n++) {
            unsigned char s[5];
            uint32_t got = 0;
            encode(code, n, s);
            const int length = utf8_char(s, &got);
            CHECK(length == (n == least && is ? n : 0), "U+%04X in %d bytes: %d", (unsigned)code, n,
                  length);
            CHECK(!length || got == code, "U+%04X is read as U+%04X", (unsigned)code,
                  (unsigned)got);
            for (int i = 1; i < n && is && n == least; i++) {
                const unsigned char was = s[i];
                s[i] = 0;
                CHECK(!utf8_char(s, &got), "U+%04X ends behind %d bytes", (unsigned)code, i);
                s[i] = was ^ 0xC0;
                CHECK(!utf8_char(s, &got), "U+%04X: byte %d", (unsigned)code, i);
                s[i] = was;
            }
        }
    }
    for (unsigned c = 0x80; c < 0x100; c++) {
        uint32_t got;
        if (c < 0xC0 || c >= 0xF8)
            CHECK(!utf8_char((unsigned char[]){(unsigned char)c, 0x80, 0x80, 0x80, 0}, &got),
                  "byte %02X starts a character", c);
    }
}

/* By Unicode's lists: controls (Cc), the soft hyphen, and the format characters (Cf) that are not
 * seen or turn text around, with the separators of lines and the blocks that they stand in. */
static void check_deceptive(void)
{
    static const uint32_t range[][2] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x200B, 0x200F},
        {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};
    size_t at = 0;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        const size_t n = sizeof range / sizeof *range;
        at += at < n && code > range[at][1];
        const bool is = at < n && code >= range[at][0];
        CHECK(is_deceptive(code) == is, "U+%04X", (unsigned)code);
    }
}

static void check_printable(void)
{
    static const char *const row[][2] = {{"", ""},
                                         {"a\\b", "a\\\\b"},
                                         {"\x1B[m\n", "\\x1B[m\\x0A"},
                                         {"\xB5s", "\\xB5s"},
                                         {"\xC2\xB5s", "\xC2\xB5s"},
                                         {"\xC2\xAD", "\\xAD"},
                                         {"\xC3", "\\xC3"},
                                         {"\xE2\x80\xAE", "\\u{202E}"},
                                         {"\xF3\xA0\x80\x81", "\\u{E0001}"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        CHECK(strcmp(printable(row[i][0]), row[i][1]) == 0, "%s", printable(row[i][0]));
        CHECK(strcmp(printable_long(row[i][0]), row[i][1]) == 0, "%s", row[i][1]);
    }
    /* Eighty characters are shown, whatever bytes they have. */
    static const char *const one[] = {"a", "\xC2\xB5", "\x01"}, *const shown[] = {"a", "\xC2\xB5",
                                                                                  "\\x01"};
    for (int i = 0; i < 3; i++)
        for (int n = 79; n <= 82; n++) {
            Text name = {0}, want = {0}, all = {0};
            for (int k = 0; k < n; k++) {
                text_add(&name, "%s", one[i]);
                text_add(&all, "%s", shown[i]);
                text_add(&want, "%s", k < 80 ? shown[i] : k == 80 ? "..." : "");
            }
            CHECK(strcmp(printable(name.data), want.data) == 0, "%d times %s", n, shown[i]);
            CHECK(strcmp(printable_long(name.data), all.data) == 0, "%d times %s, long", n,
                  shown[i]);
        }
}

static void check_grouped(void)
{
    static const char *const want[] = {"0",       "9",       "10",        "99",       "100",
                                       "999",     "1,000",   "9,999",     "10,000",   "99,999",
                                       "100,000", "999,999", "1,000,000", "9,999,999"};
    uint64_t n = 1;
    CHECK(strcmp(grouped(0), "0") == 0, "0");
    for (int i = 1; i < 14; i += 2, n *= 10) {
        CHECK(strcmp(grouped(10 * n - 1), want[i]) == 0, "%s", grouped(10 * n - 1));
        if (i + 1 < 14)
            CHECK(strcmp(grouped(10 * n), want[i + 1]) == 0, "%s", grouped(10 * n));
    }
    CHECK(strcmp(grouped(UINT64_MAX), "18,446,744,073,709,551,615") == 0, "most");
}

static void check_identifiers(void)
{
    static const char *const row[][2] = {{"conv1", "conv1"},
                                         {"1conv", "m_1conv"},
                                         {"", "m"},
                                         {"a.b", "a_b"},
                                         {"x..y", "x_y"},
                                         {"x__y", "x_y"},
                                         {"x_", "x"},
                                         {"x.", "x"},
                                         {"_x", "m_x"},
                                         {"B", "m_B"},
                                         {"int", "m_int"},
                                         {"ints", "ints"},
                                         {"pte_x", "m_pte_x"},
                                         {"pte", "pte"},
                                         {"xor_eq", "m_xor_eq"},
                                         {"xnn", "m_xnn"},
                                         {"alignas", "m_alignas"},
                                         {"net\xC2\xB5", "net"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *got = c_identifier(row[i][0]);
        CHECK(strcmp(got, row[i][1]) == 0, "'%s' gives %s instead of %s", row[i][0], got,
              row[i][1]);
        CHECK(!*row[i][0] || is_c_identifier(got), "%s is no identifier", got);
    }
    const char *long_name = "a123456789b123456789c123456789d123456789e123456789f123456789g";
    CHECK(strcmp(c_identifier(long_name), fmt_text("%.60s", long_name)) == 0, "60 letters");
    static const char *const no[] = {"", "1a", "a-b", "a b", "int", "ABC", "pte_a", "_a", "A_1"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        CHECK(!is_c_identifier(no[i]), "'%s' is an identifier", no[i]);
    static const char *const header[] = {"aio", "math", "xnnpack", "pte"};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        CHECK(is_header(header[i]), "%s is no header", header[i]);
    CHECK(!is_header("mat") && !is_header("ath") && !is_header("model"), "parts of headers");
}

/* Letters count as columns of a spreadsheet do: a to z, then aa to zz, then aaa. */
static void check_suffixes(void)
{
    int n = 0;
    for (char a = '`'; a <= 'z'; a++)
        for (char b = a == '`' ? '`' : 'a'; b <= 'z'; b++)
            for (char c = 'a'; c <= 'z'; c++, n++) {
                Text t = {0};
                const char want[] = {a, b, c, 0};
                letter_suffix(&t, n);
                CHECK(strcmp(t.data, want + strspn(want, "`")) == 0, "%d is %s", n, t.data);
            }
}

int main(void)
{
    check_characters();
    check_deceptive();
    check_printable();
    check_grouped();
    check_identifiers();
    check_suffixes();
    return unit_result("names");
}
