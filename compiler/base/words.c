/* SPDX-License-Identifier: 0BSD
 * Words of messages: names that are safe to print, the nearest of several, numbers in groups,
 * strings in JSON. */
#include "base/words.h"
#include "base/chars.h"

#include <string.h>

/* Shows at most so many characters. */
static const char *printable_part(const char *s, size_t most)
{
    Text t = {0};
    text_bytes(&t, "", 0);
    const unsigned char *p = (const unsigned char *)s;
    for (size_t shown = 0; *p; shown++) {
        if (shown == most) {
            text_add(&t, "...");
            break;
        }
        uint32_t code = 0;
        int n = utf8_char(p, &code);
        if (n == 0) {
            text_add(&t, "\\x%02X", *p);
            n = 1;
        } else if (is_deceptive(code)) {
            text_add(&t, code < 0x100 ? "\\x%02X" : "\\u{%X}", (unsigned)code);
        } else if (code == '\\') {
            text_add(&t, "\\\\");
        } else {
            text_bytes(&t, p, (size_t)n);
        }
        p += n;
    }
    return t.data;
}

const char *printable(const char *s)
{
    return printable_part(s, 80);
}

const char *printable_long(const char *s)
{
    return printable_part(s, SIZE_MAX);
}

const char *grouped(uint64_t n)
{
    char *digits = fmt_text("%llu", (unsigned long long)n);
    size_t length = strlen(digits);
    Text t = {0};
    for (size_t i = 0; i < length; i++)
        text_add(&t, "%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
    return t.data;
}

enum { LONGEST_NAME = 63 };

static size_t edit_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    size_t row[LONGEST_NAME + 1];
    if (n > LONGEST_NAME || m > LONGEST_NAME)
        return SIZE_MAX;
    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t replace = diagonal + (a[i - 1] != b[j - 1]);
            size_t insert = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            diagonal = row[j];
            row[j] = replace < insert ? replace : insert;
        }
    }
    return row[m];
}

const char *nearest_name(const char *word, const char *const *names)
{
    const char *best = NULL;
    size_t length = strlen(word);
    size_t limit = length / 3 + 1;
    for (; *names; names++) {
        size_t distance = edit_distance(word, *names);
        if (distance <= limit && distance < length) {
            best = *names;
            limit = distance ? distance - 1 : 0;
        }
        if (distance == 0)
            return best ? best : *names;
    }
    return best;
}

bool matches_pattern(const char *s, const char *pattern)
{
    const char *star = NULL, *from = NULL; /* the last `*`, and where what it stands for ends */
    while (*s) {
        if (*pattern == '*') {
            star = pattern++;
            from = s;
        } else if (*pattern == '?' || *pattern == *s) {
            pattern++;
            s++;
        } else if (star) {
            pattern = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == 0;
}
