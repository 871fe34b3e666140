/* SPDX-License-Identifier: 0BSD
 * What two sequences have in common, against all ways to pair them, for short ones of few words;
 * and long ones with one change. 0.1 s. */
#include "base/pairs.h"
#include "base/util.h"
#include "unit.h"

enum { LONGEST = 8, ROUNDS = 20000 };

static const char *const word[] = {"a", "b", "c", "d"};

static PairSide side_of(const int *symbol, int n)
{
    PairSide s = {.entry = NEW(PairEntry, n + 1), .n = n};
    for (int i = 0; i < n; i++)
        s.entry[i] = (PairEntry){word[symbol[i]], word[symbol[i]], -1, 0};
    return s;
}

/* Returns how many pairs in one order there can be at most: the longest common subsequence. */
static int most_pairs(const int *a, int n, const int *b, int m)
{
    if (!n || !m)
        return 0;
    if (*a == *b)
        return 1 + most_pairs(a + 1, n - 1, b + 1, m - 1);
    const int skip_a = most_pairs(a + 1, n - 1, b, m), skip_b = most_pairs(a, n, b + 1, m - 1);
    return skip_a > skip_b ? skip_a : skip_b;
}

/* Partners point to each other, are alike and in one order; returns how many there are. */
static int count_pairs(const PairSide side[2], bool ordered)
{
    int pairs = 0, last = -1;
    for (int i = 0; i < side[0].n; i++) {
        const int k = side[0].entry[i].partner;
        if (k < 0)
            continue;
        CHECK(k < side[1].n && side[1].entry[k].partner == i, "%d has %d, which has another", i, k);
        CHECK(strcmp(side[0].entry[i].alike, side[1].entry[k].alike) == 0, "%d and %d", i, k);
        CHECK(!ordered || k > last, "%d stands behind %d", last, k);
        last = k;
        pairs++;
    }
    for (int k = 0; k < side[1].n; k++)
        pairs -= side[1].entry[k].partner >= 0;
    CHECK(pairs == 0, "%d partners more on one side", pairs);
    for (int i = 0; i < side[0].n; i++)
        pairs += side[0].entry[i].partner >= 0;
    return pairs;
}

static int random_symbols(int *symbol, int words)
{
    const int n = unit_between(0, LONGEST);
    for (int i = 0; i < n; i++)
        symbol[i] = unit_between(0, words - 1);
    return n;
}

static void check_alike(void)
{
    int a[LONGEST], b[LONGEST];
    const int words = unit_between(1, 4), n = random_symbols(a, words),
              m = random_symbols(b, words);
    PairSide side[2] = {side_of(a, n), side_of(b, m)};
    pair_alike(side);
    const int got = count_pairs(side, true), want = most_pairs(a, n, b, m);
    CHECK(got == want, "%d pairs instead of %d", got, want);
}

/* Only what each side has once gets a partner, wherever it stands. */
static void check_unique(void)
{
    int a[LONGEST], b[LONGEST], in[2][4] = {{0}};
    const int n = random_symbols(a, 4), m = random_symbols(b, 4);
    PairSide side[2] = {side_of(a, n), side_of(b, m)};
    for (int i = 0; i < n; i++)
        in[0][a[i]]++;
    for (int i = 0; i < m; i++)
        in[1][b[i]]++;
    pair_unique(side);
    count_pairs(side, false);
    for (int i = 0; i < n; i++)
        CHECK((side[0].entry[i].partner >= 0) == (in[0][a[i]] == 1 && in[1][a[i]] == 1),
              "%s is %d and %d times there", word[a[i]], in[0][a[i]], in[1][a[i]]);
}

/* Those that have partners by their names keep them, and others are paired that are alike. */
static void check_both(void)
{
    static const char *const exact[][3] = {
        {"a1", "a2", "a3"}, {"b1", "b2", "b3"}, {"c1", "c2", "c3"}, {"d1", "d2", "d3"}};
    int symbol[LONGEST], kept[LONGEST];
    PairSide side[2];
    for (int k = 0; k < 2; k++) {
        side[k] = side_of(symbol, random_symbols(symbol, 4));
        for (int i = 0; i < side[k].n; i++)
            side[k].entry[i].exact = exact[symbol[i]][unit_between(0, 2)];
    }
    pair_unique(side);
    for (int i = 0; i < side[0].n; i++)
        kept[i] = side[0].entry[i].partner;
    pair_alike(side);
    count_pairs(side, false);
    for (int i = 0; i < side[0].n; i++)
        CHECK(kept[i] < 0 || side[0].entry[i].partner == kept[i], "%d loses its partner", i);
}

/* Lines of a file in which so many are new, at the start, in between or at the end: as many edits
 * as are looked for, and one more, which leaves all between the equal ends without partners. */
static void check_edits(int changed, int want)
{
    enum { LINES = 3000 };
    PairSide side[2] = {{NEW(PairEntry, LINES), LINES}, {NEW(PairEntry, LINES), LINES}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < LINES; i++) {
            const bool other = k && i >= 10 && i < 10 + 2 * changed && i % 2 == 0;
            const char *text = fmt_text("%d%s", i, other ? "!" : "");
            side[k].entry[i] = (PairEntry){text, text, -1, 0};
        }
    pair_alike(side);
    const int got = count_pairs(side, true);
    CHECK(got == want, "%d lines of 3000 change: %d pairs instead of %d", changed, got, want);
}

int main(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        check_alike();
        check_unique();
        check_both();
    }
    check_edits(0, 3000);
    check_edits(1, 2999);
    check_edits(500, 2500);
    check_edits(501, 3000 - 2 * 501 + 1);
    return unit_result("pairs");
}
