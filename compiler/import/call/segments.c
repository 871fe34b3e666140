/* SPDX-License-Identifier: 0BSD
 * Bytes of a memory of the program, and which value lies there. */
#include "import/call/segments.h"

#include <string.h>

/* Returns the index of the first segment that ends after byte `lo`. */
int find_segment(const Memory *m, uint64_t lo)
{
    int a = 0, b = m->n;
    while (a < b) {
        int mid = (a + b) / 2;
        if (m->seg[mid].hi <= lo)
            a = mid + 1;
        else
            b = mid;
    }
    return a;
}

void insert_segment(Memory *m, int at, Segment s)
{
    if (m->n == m->room) {
        int room = m->room ? 2 * m->room : 8;
        Segment *seg = NEW(Segment, room);
        for (int i = 0; i < m->n; i++)
            seg[i] = m->seg[i];
        m->seg = seg;
        m->room = room;
    }
    memmove(m->seg + at + 1, m->seg + at, (size_t)(m->n - at) * sizeof s);
    m->seg[at] = s;
    m->n++;
}

static void erase(Memory *m, int at, int count)
{
    if (count > 0)
        memmove(m->seg + at, m->seg + at + count, (size_t)(m->n - at - count) * sizeof *m->seg);
    m->n -= count;
}

void memory_write(Memory *m, uint64_t lo, uint64_t hi, Value *v)
{
    int i = find_segment(m, lo);
    if (i < m->n && m->seg[i].lo < lo) { /* its head survives, perhaps its tail too */
        Segment old = m->seg[i];
        m->seg[i].hi = lo;
        i++;
        if (old.hi > hi)
            insert_segment(m, i, (Segment){hi, old.hi, old.at + (hi - old.lo), old.value});
    }
    int j = i;
    while (j < m->n && m->seg[j].hi <= hi)
        j++;
    erase(m, i, j - i);
    if (i < m->n && m->seg[i].lo < hi) {
        m->seg[i].at += hi - m->seg[i].lo;
        m->seg[i].lo = hi;
    }
    insert_segment(m, i, (Segment){lo, hi, 0, v});
}
