/* SPDX-License-Identifier: 0BSD
 * Text, arrays, tables and messages at the sizes where they need more room, against copies that are
 * made otherwise. 0.02 s. */
#include "base/content.h"
#include "base/util.h"
#include "unit.h"

enum { LONGEST = 700 };

static char letters[LONGEST + 1];

/* Formats by numbers and strings, of which fmt_text() and text_add() take different ways. */
static void check_lengths(void)
{
    for (int n = 0; n <= LONGEST; n++) {
        char *s = fmt_text("%.*s", n, letters);
        CHECK(strlen(s) == (size_t)n && strncmp(s, letters, (size_t)n) == 0, "%d letters", n);
        Text t = {0};
        text_add(&t, "%.*s", n, letters);
        CHECK(t.size == (size_t)n && strcmp(t.data, s) == 0, "%d letters added", n);
        text_add(&t, "-%s-%d", s, n);
        const size_t size = t.size;
        CHECK(size == strlen(t.data) && strncmp(t.data, s, (size_t)n) == 0 && t.data[n] == '-' &&
                  strncmp(t.data + n + 1, s, (size_t)n) == 0 && atoi(t.data + 2 * n + 2) == n,
              "%d letters twice", n);
    }
}

/* Each byte is added by itself: the text ends in a zero at any size, also at a full block. */
static void check_growth(void)
{
    Text t = {0}, copy = {0};
    CHECK(strcmp(text_string(&t), "") == 0, "no text");
    for (int n = 0; n < LONGEST; n++) {
        text_bytes(&t, letters + n, 1);
        CHECK(t.size == (size_t)n + 1 && t.room > t.size && t.data[t.size] == 0, "%d bytes", n + 1);
    }
    CHECK(memcmp(t.data, letters, LONGEST) == 0, "other bytes");
    text_content(&copy, content_both(content_text(&t), content_bytes("!", 1)));
    CHECK(copy.size == LONGEST + 1 && memcmp(copy.data, letters, LONGEST) == 0 &&
              copy.data[LONGEST] == '!',
          "in parts");
}

/* The check value is the one that catalogues have for CRC-32/ISO-HDLC; other bytes by its
 * polynomial, one bit after the other. */
static void check_sums(void)
{
    CHECK(crc32_content(content_both(content_bytes("1234", 4), content_bytes("56789", 5))) ==
              0xCBF43926u,
          "the check value");
    for (int byte = 0; byte < 256; byte++) {
        const uint8_t data = (uint8_t)byte;
        uint32_t want = 0xFFFFFFFFu ^ data;
        for (int bit = 0; bit < 8; bit++)
            want = want & 1 ? want >> 1 ^ 0xEDB88320u : want >> 1;
        CHECK(crc32_of(0, &data, 1) == ~want, "byte %d", byte);
    }
    CHECK(crc32_of(0, "", 0) == 0, "no bytes");
}

static void check_arrays(void)
{
    int *vec = NULL, count = 0;
    for (int i = 0; i < LONGEST; i++) {
        PUSH(vec, count, i * i);
        for (int k = 0; k <= i; k++)
            CHECK(vec[k] == k * k, "%d of %d", k, i);
    }
    CHECK(count == LONGEST, "%d", count);
}

static void check_tables(void)
{
    Dict d = {0};
    for (int i = 0; i < LONGEST; i++) {
        CHECK(!dict_has(&d, fmt_text("key %d", i)), "%d before", i);
        int *number = dict_number(&d, fmt_text("key %d", i));
        CHECK(*number == -1, "%d is new", i);
        *number = i;
        for (int k = 0; k <= i; k += 1 + i / 9)
            CHECK(*dict_number(&d, fmt_text("key %d", k)) == k, "%d of %d", k, i);
    }
    CHECK(d.count == LONGEST, "%d keys", (int)d.count);
    CHECK(dict_add(&d, "other") && !dict_add(&d, "other"), "a name twice");
}

/* What `zfree` takes out of the chain may be its first, its last or one between. */
static void check_chain(void)
{
    for (int round = 0; round < 16; round++) {
        const int gone = round & 7;
        char *block[3];
        for (int i = 0; i < 3; i++) {
            block[i] = zalloc(8, 1);
            for (int k = 0; k < 8; k++)
                CHECK(block[i][k] == 0, "zeros");
            memset(block[i], i + 1, 8);
        }
        for (int i = 0; i < 3; i++) {
            const int at = round < 8 ? i : 2 - i;
            if (gone >> at & 1)
                zfree(block[at]);
        }
        zfree(zalloc(1, 1));
        for (int i = 0; i < 3; i++)
            CHECK(gone >> i & 1 || block[i][7] == i + 1, "block %d without %d", i, gone);
    }
}

static void fail_long(void *context)
{
    fatal("file", "%.*s", *(const int *)context, letters);
}

static void fail_longest(void *context)
{
    (void)context;
    fatal(letters, "%s%s%s", letters, letters, letters);
}

static void succeed(void *context)
{
    (void)context;
}

/* A message that is kept is cut to what fits, and ends in a zero. */
static void check_messages(void)
{
    int n = 20;
    CHECK(!message_of(succeed, &n), "a message of nothing");
    const char *message = message_of(fail_long, &n);
    CHECK(message && strcmp(message, fmt_text("file: %.20s", letters)) == 0, "%s", message);
    CHECK(!message_of(succeed, &n), "a message that is kept");
    message = message_of(fail_longest, NULL);
    CHECK(message && strcmp(message, fmt_text("%s: %s%.*s", letters, letters,
                                              1999 - 2 * LONGEST - 2, letters)) == 0,
          "%d characters of 1999", message ? (int)strlen(message) : 0);
    message = message_of(fail_long, &n);
    CHECK(message && strcmp(message, fmt_text("file: %.20s", letters)) == 0, "%s", message);
}

int main(void)
{
    for (int i = 0; i < LONGEST; i++)
        letters[i] = (char)('a' + unit_random() % 26);
    check_lengths();
    check_growth();
    check_sums();
    check_arrays();
    check_tables();
    check_chain();
    check_messages();
    free_all();
    return unit_result("text");
}
