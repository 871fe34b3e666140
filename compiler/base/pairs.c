/* SPDX-License-Identifier: 0BSD
 * Finds what is the same in two sequences. */
#include "base/pairs.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

typedef struct Word {
    const char *text;
    int side, at;
} Word;

static int by_text(const void *a, const void *b)
{
    const Word *x = a, *y = b;
    int c = strcmp(x->text, y->text);
    return c ? c : x->side != y->side ? x->side - y->side : x->at - y->at;
}

static Word *sorted_words(const PairSide side[2], bool exact)
{
    Word *word = NEW(Word, side[0].n + side[1].n);
    int n = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < side[k].n; i++) {
            const PairEntry *e = &side[k].entry[i];
            word[n++] = (Word){exact ? e->exact : e->alike, k, i};
        }
    qsort(word, (size_t)n, sizeof *word, by_text);
    return word;
}

static void pair_up(PairSide side[2], int a, int b)
{
    side[0].entry[a].partner = b;
    side[1].entry[b].partner = a;
}

void pair_unique(PairSide side[2])
{
    int n = side[0].n + side[1].n;
    const Word *w = sorted_words(side, true);
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1; j < n && strcmp(w[j].text, w[i].text) == 0;)
            j++;
        if (j - i == 2 && w[i].side != w[i + 1].side)
            pair_up(side, w[i].at, w[i + 1].at);
    }
}

static void give_symbols(PairSide side[2])
{
    int n = side[0].n + side[1].n, symbol = 0;
    const Word *w = sorted_words(side, false);
    for (int i = 0; i < n; i++) {
        symbol += i > 0 && strcmp(w[i].text, w[i - 1].text) != 0;
        side[w[i].side].entry[w[i].at].symbol = symbol;
    }
    for (int i = 0; i < side[0].n; i++) {
        int partner = side[0].entry[i].partner;
        if (partner >= 0)
            side[0].entry[i].symbol = side[1].entry[partner].symbol = n + i;
    }
}

/* Returns the furthest point on diagonal `k` that `d` edits reach, from the points that d - 1 edits
 * reach (`before`). */
static int step_on(const int *before, int d, int k, bool *down)
{
    *down = k == -d || (k != d && before[k - 1 + d - 1] < before[k + 1 + d - 1]);
    return *down ? before[k + 1 + d - 1] : before[k - 1 + d - 1] + 1;
}

/* Pairs steps on the way back from the end, over the points that each number of edits has
 * reached. */
static void pair_back(PairSide side[2], int **reach, int d, int from, int n, int m)
{
    int x = n, y = m;
    for (;; d--) {
        bool down = false;
        int k = x - y, start = d ? step_on(reach[d - 1], d, k, &down) : 0;
        for (; x > start; x--, y--)
            pair_up(side, from + x - 1, from + y - 1);
        if (d == 0)
            return;
        x -= !down;
        y -= down;
    }
}

/* Pairs n and m steps from `from` on (Myers, "An O(ND) difference algorithm and its variations").
 * If they have hardly anything in common, they stay without partners. */
static void pair_middle(PairSide side[2], int from, int n, int m)
{
    enum { EDITS = 1000 };
    const PairEntry *a = side[0].entry + from, *b = side[1].entry + from;
    int *reach[EDITS + 1];
    for (int d = 0; d <= EDITS; d++) {
        reach[d] = NEW(int, 2 * d + 1);
        for (int k = -d; k <= d; k += 2) {
            bool down;
            int x = d ? step_on(reach[d - 1], d, k, &down) : 0;
            while (x < n && x - k < m && a[x].symbol == b[x - k].symbol)
                x++;
            reach[d][k + d] = x;
            if (x >= n && x - k >= m) {
                pair_back(side, reach, d, from, n, m);
                return;
            }
        }
    }
}

void pair_alike(PairSide side[2])
{
    PairEntry *a = side[0].entry, *b = side[1].entry;
    int n = side[0].n, m = side[1].n, head = 0;
    give_symbols(side);
    for (; head < n && head < m && a[head].symbol == b[head].symbol; head++)
        pair_up(side, head, head);
    for (; n > head && m > head && a[n - 1].symbol == b[m - 1].symbol; n--, m--)
        pair_up(side, n - 1, m - 1);
    pair_middle(side, head, n - head, m - head);
}
