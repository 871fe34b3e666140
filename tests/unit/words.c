/* SPDX-License-Identifier: 0BSD
 * The nearest of several words and patterns of names, against what defines both, for short words of
 * few letters. 0.1 s. */
#include "base/words.h"
#include "unit.h"

enum { LONGEST = 9, NAMES = 5, ROUNDS = 5000 };

/* Returns the fewest letters to put in, leave out or replace that make `a` of `b`. */
static size_t distance(const char *a, const char *b)
{
    if (!*a || !*b)
        return strlen(a) + strlen(b);
    if (*a == *b)
        return distance(a + 1, b + 1);
    size_t least = distance(a + 1, b + 1), out = distance(a + 1, b), in = distance(a, b + 1);
    least = out < least ? out : least;
    return 1 + (in < least ? in : least);
}

static bool matches(const char *s, const char *pattern)
{
    if (*pattern == '*')
        return matches(s, pattern + 1) || (*s && matches(s + 1, pattern));
    if (!*s || !*pattern)
        return !*s && !*pattern;
    return (*pattern == '?' || *pattern == *s) && matches(s + 1, pattern + 1);
}

static void random_word(char *word, int longest, const char *letters)
{
    int n = unit_between(0, longest);
    for (int i = 0; i < n; i++)
        word[i] = letters[unit_between(0, (int)strlen(letters) - 1)];
    word[n] = 0;
}

/* The first of those with the least distance is the nearest, if no more letters differ than one and
 * a third of the word, and not all of them. */
static void check_nearest(void)
{
    int none = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char word[LONGEST + 1], name[NAMES][LONGEST + 1];
        const char *names[NAMES + 1] = {NULL}, *want = NULL;
        int n = unit_between(0, NAMES);
        random_word(word, LONGEST - 1, "abc");
        size_t least = strlen(word) / 3 + 2;
        for (int i = 0; i < n; i++) {
            random_word(name[i], LONGEST - 1, "abc");
            names[i] = name[i];
            size_t d = distance(word, name[i]);
            if (d < least && (d < strlen(word) || d == 0)) {
                want = name[i];
                least = d;
            }
        }
        const char *got = nearest_name(word, names);
        none += !got && n > 0;
        CHECK(got == want,
              "of '%s', '%s', '%s', '%s' and '%s', '%s' is the nearest of '%s', not '%s'",
              n > 0 ? name[0] : "", n > 1 ? name[1] : "", n > 2 ? name[2] : "",
              n > 3 ? name[3] : "", n > 4 ? name[4] : "", want ? want : "none", word,
              got ? got : "none");
    }
    CHECK(none > ROUNDS / 20, "only %d words are far from all names", none);
}

static void check_patterns(void)
{
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        char word[LONGEST + 1], pattern[LONGEST + 1];
        random_word(word, LONGEST, "ab");
        random_word(pattern, LONGEST, "ab??**");
        bool want = matches(word, pattern);
        found += want;
        CHECK(matches_pattern(word, pattern) == want, "'%s' and '%s'", word, pattern);
    }
    CHECK(found > ROUNDS / 20, "only %d words match", found);
}

static void check_grouped(void)
{
    static const struct {
        uint64_t n;
        const char *want;
    } of[] = {{0, "0"},
              {999, "999"},
              {1000, "1,000"},
              {1234567, "1,234,567"},
              {100000000, "100,000,000"},
              {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        CHECK(strcmp(grouped(of[i].n), of[i].want) == 0, "%s, not %s", grouped(of[i].n),
              of[i].want);
}

int main(void)
{
    check_nearest();
    check_patterns();
    check_grouped();
    return unit_result("words");
}
