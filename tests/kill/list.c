/* SPDX-License-Identifier: 0BSD
 * What the mutants came to, and the list of those that no case need notice. */
#include "base/util.h"
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

/* -- values of arguments -- */

typedef struct Given {
    char op[128], arg[128], value[128];
    bool varies;
} Given;

static Given *given;
static int ngiven;

void record_given(const Argument *a, const char *usual)
{
    Given new = {.varies = !usual};
    snprintf(new.op, sizeof new.op, "%s", a->row->name);
    snprintf(new.arg, sizeof new.arg, "%s", a->row->arg[a->index].name);
    snprintf(new.value, sizeof new.value, "%s", usual ? usual : "");
    for (Given *g = given; g < given + ngiven; g++)
        if (strcmp(g->op, new.op) == 0 && strcmp(g->arg, new.arg) == 0) {
            g->varies |= new.varies || strcmp(g->value, new.value) != 0;
            return;
        }
    given = realloc(given, (size_t)(ngiven + 1) * sizeof *given);
    given[ngiven++] = new;
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

/* An operator that always took this value would pass all cases. */
static void judge_given(void)
{
    for (const Given *g = given; g < given + ngiven; g++)
        if (!g->varies && !is_excused(g)) {
            printf("%s %s: is %s in all cases\n", g->op, g->arg, g->value);
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
    free(given);
}
