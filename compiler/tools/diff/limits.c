/* SPDX-License-Identifier: 0BSD
 * `diff --fail-on`: by how much a number may grow. */
#include "tools/diff/limits.h"
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    TotalId of;
} limited[] = {{"ram+", T_RAM},     {"flash+", T_FLASH}, {"code+", T_CODE},
               {"stack+", T_STACK}, {"macs+", T_MACS},   {"time+", T_TIME}};

bool parse_limit(const char *text, DiffLimit *limit)
{
    *limit = (DiffLimit){.text = text};
    const char *number = NULL;
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++) {
        size_t n = strlen(limited[i].word);
        if (strncmp(text, limited[i].word, n) == 0) {
            limit->of = limited[i].of;
            number = text + n;
        }
    }
    size_t digits = number ? strspn(number, "0123456789.") : 0;
    if (digits == 0 || digits > 15 || *number == '.')
        return false;
    char *end;
    const double thousand = limit->of == T_MACS || limit->of == T_TIME ? 1000 : 1024;
    limit->more = strtod(number, &end);
    limit->percent = *end == '%';
    if (end != number + digits || (!limit->percent && memchr(number, '.', digits)))
        return false;
    limit->more *= *end == 'K' ? thousand : *end == 'M' ? thousand * thousand : 1;
    return !end[limit->percent || *end == 'K' || *end == 'M'];
}

const char *limit_needs(const DiffLimit *limit, bool sized, bool timed)
{
    if (limit->of == T_TIME)
        return timed ? NULL : "--profile OLD --profile NEW";
    return sized || (limit->of != T_CODE && limit->of != T_STACK) ? NULL : "--cc";
}

static bool exceeds(const Total *t, const DiffLimit *limit)
{
    double more = (double)(t->is - t->was);
    if (limit->percent)
        return more * 100 > limit->more * (double)t->was;
    return more > limit->more;
}

int check_limits(const Diff *d, const DiffLimit *limit, int count)
{
    int code = 0;
    for (int i = 0; i < count; i++) {
        const Total *t = &d->total[limit[i].of];
        if (limit[i].of == T_STACK && (t->was < 0 || t->is < 0))
            fatal(d->path[t->was >= 0], "--fail-on %s: its stack is not known: see ptec size",
                  limit[i].text);
        if (t->was < 0 || t->is < 0)
            fatal(d->path[t->was >= 0], "--fail-on %s: it does not tell %s; compile it anew",
                  limit[i].text, t->title);
        if (!exceeds(t, &limit[i]))
            continue;
        fprintf(stderr, "ptec: diff: %s went from %s to %s, more than --fail-on %s allows\n",
                t->title, grouped((uint64_t)t->was), grouped((uint64_t)t->is), limit[i].text);
        code = DIFF_EXCEEDED;
    }
    return code;
}
