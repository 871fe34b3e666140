/* SPDX-License-Identifier: 0BSD
 * What the mutants came to, and the list of those that no case need notice. */
#include "kill.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* -- the list of excuses -- */

typedef struct Excuse {
    bool never;
    char op[128], kind[128];
    int line, killed, refused, survived;
} Excuse;

static Excuse *excuse; /* outlives the arena, which ends with each case */
static int nexcuses;
Total total;

void read_list(const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1024], word[16], reason[8];
    if (!f)
        fatal(path, "cannot be read");
    for (int n = 1; fgets(line, sizeof line, f); n++) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        Excuse e = {.line = n};
        int fields = sscanf(line, "%15s %127s %127s %7s", word, e.op, e.kind, reason);
        e.never = strcmp(word, "never") == 0;
        if (fields != 4 || (!e.never && strcmp(word, "sometimes") != 0))
            fatal(path, "line %d is not 'never|sometimes OPERATOR KIND REASON'", n);
        excuse = realloc(excuse, (size_t)(nexcuses + 1) * sizeof *excuse);
        excuse[nexcuses++] = e;
    }
    fclose(f);
}

static Excuse *find_excuse(const char *op, const char *kind)
{
    for (int i = 0; i < nexcuses; i++)
        if ((strcmp(excuse[i].op, op) == 0 || strcmp(excuse[i].op, "*") == 0) &&
            strcmp(excuse[i].kind, kind) == 0)
            return &excuse[i];
    return NULL;
}

static void judge_excuses(const char *path)
{
    for (const Excuse *e = excuse; e < excuse + nexcuses; e++) {
        bool noticed = e->killed + e->refused > 0;
        const char *wrong = e->survived == 0        ? "is not needed"
                            : e->never && e->killed ? "says 'never', but some cases notice it"
                            : !e->never && !noticed ? "says 'sometimes', but no case notices it"
                                                    : NULL;
        if (wrong) {
            printf("%s:%d: %s %s: %s\n", path, e->line, e->op, e->kind, wrong);
            total.failures++;
        }
    }
}

void record(const Case *c, const char *op, const char *kind, Outcome outcome, const char *fmt, ...)
{
    Excuse *e = find_excuse(op, kind);
    if (e) {
        e->killed += outcome == KILLED;
        e->refused += outcome == REFUSED;
        e->survived += outcome == SURVIVED;
    }
    total.killed += outcome == KILLED;
    total.refused += outcome == REFUSED;
    if (outcome != SURVIVED)
        return;
    total.excused += e != NULL;
    if (e)
        return;
    total.failures++;
    printf("%s: %s %s: not noticed: ", c->name, op, kind);
    va_list ap;
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
}

/* -- arguments that no case gives -- */

typedef struct Given {
    char op[128], arg[128];
    bool given;
} Given;

static Given *seen;
static int nseen;

void record_given(const char *op, const char *arg, bool given)
{
    for (Given *g = seen; g < seen + nseen; g++)
        if (strcmp(g->op, op) == 0 && strcmp(g->arg, arg) == 0) {
            g->given |= given;
            return;
        }
    Given g = {.given = given};
    snprintf(g.op, sizeof g.op, "%s", op);
    snprintf(g.arg, sizeof g.arg, "%s", arg);
    seen = realloc(seen, (size_t)(nseen + 1) * sizeof *seen);
    seen[nseen++] = g;
}

static bool is_excused(const Given *g)
{
    char kind[sizeof g->arg + 6];
    snprintf(kind, sizeof kind, "given:%s", g->arg);
    Excuse *e = find_excuse(g->op, kind), *any = find_excuse(g->op, g->arg);
    if (e)
        e->survived++;
    return e || (any && any->never);
}

/* An operator that ignored such an argument would pass all cases. */
static void judge_given(void)
{
    for (const Given *g = seen; g < seen + nseen; g++)
        if (!g->given && !is_excused(g)) {
            printf("%s %s: no case gives another value than the default\n", g->op, g->arg);
            total.failures++;
        }
}

void judge_list(const char *path)
{
    judge_given();
    judge_excuses(path);
}

void free_list(void)
{
    free(excuse);
    free(seen);
}
