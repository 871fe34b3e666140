/* SPDX-License-Identifier: 0BSD
 * Programs that nobody exported, drawn from every operator's schema: all ranks, empty tensors,
 * constants, sizes known at run time, types of elements that an operator does not have. The
 * compiler has to refuse each by one error, or to make C of it that computes the same at both -O. A
 * finding leaves its program in FOLDER.
 * usage: schema FOLDER FIRST COUNT [run] [show] [list] [every N] [only OPERATOR]
 *   FIRST COUNT   the draws of each operator; 48 of them meet each rank with each kind
 *   run           run the C through libtcc, and compare what both -O compute
 *   show          print the refusals that were not mended, and the operators that none took
 *   list          print a line for each operator: what became of its draws, what they cost, and the
 *                 numbers and types that the first accepted one takes instead of each of its own;
 *                 no longer programs
 *   every N       write the C of each Nth program to FOLDER, and print its name */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "draw.h"
#include "mend.h"
#include "run.h"
#include "select/registry.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_ROWS = 1000,
    TRIES = 10,
    SECONDS = 20,
    MOST_DRAWS = 192,
    MOST_LIMITS = 2000,
    MOST_MESSAGE = 4000,
    MOST_TYPES = 100,
    MOST_FILE = 1 << 20
};

/* What a child process tells the one that watches it. */
typedef struct Shared {
    int row, draw; /* that it is at */
    size_t bytes;  /* of the program that it tries */
    uint8_t file[MOST_FILE];
    int drawn, tried, accepted;
    int taken[MOST_ROWS];                 /* programs of the operator that were accepted */
    int numbers[MOST_ROWS];               /* of whole numbers in these, how many there are, and */
    int computed[MOST_ROWS];              /* for how many one is taken that the program computes */
    Cost last;                            /* of the program that was accepted last */
    Cost cost[MOST_ROWS];                 /* of these together */
    char limits[MOST_LIMITS];             /* of the row's first accepted draw */
    uint8_t tries[MOST_ROWS][MOST_DRAWS]; /* until a draw was accepted, or 0 */
} Shared;

typedef struct Work {
    Shared *shared;
    const OpRow *row;
    int nrows, first, count, every;
    const char *folder, *only;
    bool run, show, list;
    FILE *messages; /* standard error of the child */
} Work;

static void read_message(const Work *w, char *text)
{
    fflush(stderr);
    ssize_t n = pread(fileno(w->messages), text, MOST_MESSAGE - 1, 0);
    text[n > 0 ? n : 0] = 0;
}

static void forget_message(const Work *w)
{
    if (ftruncate(fileno(w->messages), 0) != 0 || lseek(fileno(w->messages), 0, SEEK_SET) != 0)
        abort();
}

/* Returns each backend in turn; those that need headers of nobody else have two turns. */
static const Backend *backend_in_turn(int turn)
{
    int turns = 0;
    for (int i = 0; backends[i]; i++)
        turns += backends[i]->library ? 1 : 2;
    turn %= turns;
    int i = 0;
    while ((turn -= backends[i]->library ? 1 : 2) >= 0)
        i++;
    return backends[i];
}

static bool try_program(const Work *w, const DrawnProgram *p, char *message)
{
    static Flat flat;
    Shared *s = w->shared;
    Bytes file = program_bytes(p, &flat);
    if (file.size > MOST_FILE)
        abort();
    memcpy(s->file, file.data, file.size);
    s->bytes = file.size;
    s->tried++;
    char name[32];
    snprintf(name, sizeof name, "s%d_%d", s->row, s->draw);
    const Backend *chosen = backend_in_turn(s->row + s->draw);
    bool written = !chosen->library && w->every && (s->accepted + 1) % w->every == 0;
    Trial t = {.file = file,
               .kernels = chosen,
               .run = w->run,
               .folder = written ? w->folder : NULL,
               .name = name};
    forget_message(w);
    bool accepted = accepts(&t, &s->last);
    free_all();
    read_message(w, message);
    s->accepted += accepted;
    if (accepted && written) {
        printf("WRITTEN %s\n", name);
        fflush(stdout);
    }
    return accepted;
}

/* Adds a call of the row, and changes it until it is accepted; false: it is not. */
static bool grow(const Work *w, DrawnProgram *p, const OpRow *row, const Wish *wish, Random *r)
{
    char message[MOST_MESSAGE];
    draw_call(p, row, wish, r);
    for (int i = 0; i < TRIES; i++) {
        if (try_program(w, p, message))
            return true;
        if (!mend_call(p, message))
            break;
    }
    if (w->show)
        printf("%s: rank %d kind %d: %s", row->name, wish->rank, (int)wish->kind, message);
    return false;
}

/* Adds what was accepted last, after so many programs, as draw `n` of row `k`. */
static void count_taken(Shared *s, int k, int n, int tries)
{
    s->taken[k]++;
    s->tries[k][n] = (uint8_t)tries;
    s->cost[k].steps += s->last.steps;
    s->cost[k].ram += s->last.ram;
    s->cost[k].weights += s->last.weights;
}

static bool takes_number(const Work *w, const DrawnProgram *p, int v, int64_t n)
{
    static DrawnProgram changed;
    char message[MOST_MESSAGE];
    changed = *p;
    changed.value[v].i = n;
    for (int i = 0; i < TRIES; i++) {
        if (try_program(w, &changed, message))
            return true;
        if (!mend_call(&changed, message) || changed.value[v].i != n)
            return false;
    }
    return false;
}

/* Returns the last number that is taken from the draw's own on, upwards (1) or downwards (-1), or
 * "" if all seem to be. */
static const char *limit(const Work *w, const DrawnProgram *p, int v, int way)
{
    const int64_t most = (int64_t)1 << 40, likely[] = {INT32_MAX, INT16_MAX};
    int64_t taken = p->value[v].i, step = 1;
    if (takes_number(w, p, v, way * most))
        return "";
    for (int i = 0; i < 2; i++)
        if (takes_number(w, p, v, way * likely[i])) {
            taken = way * likely[i];
            break;
        }
    for (; step < most && takes_number(w, p, v, taken + way * step); step *= 8)
        taken += way * step;
    while (step /= 2)
        taken += takes_number(w, p, v, taken + way * step) ? way * step : 0;
    static char text[2][32];
    snprintf(text[way > 0], sizeof *text, "%lld", (long long)taken);
    return text[way > 0];
}

/* Lists of numbers, which have no names, are alike from the third on. */
static bool is_number(const DrawnProgram *p, int v)
{
    enum { FEW = 2 };
    bool alike = v >= FEW;
    for (int i = 0; alike && i <= FEW; i++)
        alike = p->value[v - i].kind == FV_INT && !*p->value[v - i].name;
    return p->value[v].kind == FV_INT && p->value[v].place != P_RESULT && !alike;
}

/* Tells which types a tensor may have instead of its own, and the steps that they take together. */
static size_t find_types(const Work *w, const DrawnProgram *p, int v, char *text, size_t room)
{
    static DrawnProgram changed;
    static const int dtypes[] = {F32, F64, F16, BF16, I8, U8, I16, U16, I32, I64, BOOL, C64};
    char message[MOST_MESSAGE], list[MOST_TYPES] = "";
    int steps = 0;
    changed = *p;
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        changed.value[v].dtype = dtypes[i];
        if (dtypes[i] == p->value[v].dtype || !try_program(w, &changed, message))
            continue;
        strcat(strcat(list, *list ? "," : ""), dtype_name(dtypes[i]));
        steps += w->shared->last.steps;
    }
    return *list ? (size_t)snprintf(text, room, " %s{%s:%d}", p->value[v].name, list, steps) : 0;
}

static void find_limits(const Work *w, const DrawnProgram *p)
{
    const DrawnCall *c = &p->call[0];
    char *text = w->shared->limits;
    size_t at = 0;
    *text = 0;
    for (int v = c->first; v < c->last; v++)
        if (is_number(p, v) && at < MOST_LIMITS)
            at += (size_t)snprintf(text + at, MOST_LIMITS - at, " %s[%s..%s]", p->value[v].name,
                                   limit(w, p, v, -1), limit(w, p, v, 1));
    for (int v = c->first; v < c->last; v++)
        if (p->value[v].kind == FV_TENSOR && at < MOST_LIMITS)
            at += find_types(w, p, v, text + at, MOST_LIMITS - at);
}

static const OpRow *row_of(const Work *w, const char *name)
{
    int i = 0;
    while (strcmp(w->row[i].name, name) != 0)
        i++;
    return &w->row[i];
}

/* A call in front of all gives the number, which is an element of an input. */
static bool takes_computed(const Work *w, const DrawnProgram *p, int v)
{
    static DrawnProgram changed;
    char message[MOST_MESSAGE];
    changed = *p;
    const int in = changed.nvalues++;
    changed.value[in] = (DrawnValue){.kind = FV_TENSOR, .name = "self", .dtype = I64};
    memmove(&changed.call[1], &changed.call[0], sizeof changed.call[0]);
    changed.call[0] = (DrawnCall){.row = row_of(w, "aten::_local_scalar_dense"),
                                  .arg = {in, v},
                                  .nargs = 2,
                                  .first = in,
                                  .last = in + 1};
    changed.ncalls = 2;
    return try_program(w, &changed, message);
}

static void count_computed(const Work *w, const DrawnProgram *p, int k)
{
    Shared *s = w->shared;
    const DrawnCall *c = &p->call[0];
    for (int v = c->first; v < c->last; v++)
        if (is_number(p, v)) {
            s->numbers[k]++;
            s->computed[k] += takes_computed(w, p, v);
        }
}

static void draw_one(const Work *w, int k, int n)
{
    static DrawnProgram p, longer;
    enum { FIRST_TRIES = 3, LONGER = 4 };
    Shared *s = w->shared;
    Random r;
    Wish wish = wish_of(&w->row[k], n, &r);
    memset(&p, 0, sizeof p);
    s->drawn++;
    bool taken = false;
    const int before = s->tried;
    for (int i = 0; i < FIRST_TRIES && !taken; i++) {
        p.nvalues = p.ncalls = 0;
        taken = grow(w, &p, &w->row[k], &wish, &r);
    }
    if (taken)
        count_taken(s, k, n - w->first, s->tried - before);
    if (s->taken[k] == 1 && taken && w->list)
        find_limits(w, &p);
    if (taken && w->list)
        count_computed(w, &p, k);
    for (int i = 1; taken && !w->list && n % LONGER == 0 && i < MOST_CALLS; i++) {
        longer = p;
        if (grow(w, &longer, &w->row[below(&r, w->nrows)], &wish, &r))
            p = longer;
    }
}

/* Prints a character for each draw: how many programs it took, in base 36, or "-" for a refusal;
 * then the accepted ones' "STEPS/RAM/WEIGHTS", of their whole numbers how many may be computed, as
 * "COMPUTED/NUMBERS", and limits and types of the first one. */
static void list_row(const Work *w, int k)
{
    const Cost *c = &w->shared->cost[k];
    printf("%s ", w->row[k].name);
    for (int n = 0; n < w->count; n++)
        putchar("-123456789abcdefghijklmnopqrstuvwxyz"[w->shared->tries[k][n]]);
    printf(" %d/%lld/%lld", c->steps, (long long)c->ram, (long long)c->weights);
    if (w->shared->numbers[k])
        printf(" %d/%d", w->shared->computed[k], w->shared->numbers[k]);
    printf("%s\n", w->shared->taken[k] ? w->shared->limits : "");
    fflush(stdout);
}

static void draw_all(const Work *w)
{
    Shared *s = w->shared;
    dup2(fileno(w->messages), STDERR_FILENO);
    for (; s->row < w->nrows; s->row++, s->draw = w->first) {
        for (; s->draw < w->first + w->count; s->draw++) {
            struct itimerval deadline = {.it_value.tv_sec = SECONDS};
            setitimer(ITIMER_PROF, &deadline, NULL);
            if (!w->only || strcmp(w->row[s->row].name, w->only) == 0)
                draw_one(w, s->row, s->draw);
        }
        if (w->list)
            list_row(w, s->row);
    }
    exit(0);
}

static void save_program(const Work *w, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.pte", w->folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(w->shared->file, 1, w->shared->bytes, f) != w->shared->bytes || fclose(f) != 0)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
}

static void report(const Work *w, int status)
{
    char name[64], message[MOST_MESSAGE];
    snprintf(name, sizeof name, "s%d_%d", w->shared->row, w->shared->draw);
    save_program(w, name);
    read_message(w, message);
    printf("FINDING %s %s: %s\n%s\n", name, w->row[w->shared->row].name,
           !WIFSIGNALED(status)          ? "exit"
           : WTERMSIG(status) == SIGPROF ? "it takes too long"
                                         : strsignal(WTERMSIG(status)),
           message);
    fflush(stdout);
}

static int watch(Work *w)
{
    int findings = 0;
    Shared *s = w->shared;
    s->draw = w->first;
    while (s->row < w->nrows) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            draw_all(w);
        int status = 0;
        waitpid(child, &status, 0);
        if (status == 0)
            break;
        findings++;
        report(w, status);
        if (++s->draw >= w->first + w->count) {
            s->row++;
            s->draw = w->first;
        }
    }
    return findings;
}

/* Copies the rows, whose names free_all() takes. */
static const OpRow *copy_rows(int *count)
{
    const OpRow *row = op_rows(count);
    OpRow *copy = calloc((size_t)*count, sizeof *copy);
    for (int i = 0; i < *count; i++) {
        copy[i] = row[i];
        copy[i].name = strdup(row[i].name);
        copy[i].arg = calloc((size_t)row[i].nargs + 1, sizeof *copy[i].arg);
        for (int k = 0; k < row[i].nargs; k++) {
            copy[i].arg[k] = row[i].arg[k];
            copy[i].arg[k].name = strdup(row[i].arg[k].name);
        }
    }
    free_all();
    return copy;
}

/* Prints the counts. Most draws have to be accepted, or nothing but refusals is tested. */
static int judge(const Work *w, int findings)
{
    const Shared *s = w->shared;
    int never = 0;
    for (int i = 0; i < w->nrows; i++) {
        never += s->taken[i] == 0;
        if (w->show && !s->taken[i])
            printf("never accepted: %s\n", w->row[i].name);
    }
    printf("%d draws, %d programs, %d accepted; of %d of %d operators none; %d findings\n",
           s->drawn, s->tried, s->accepted, never, w->nrows, findings);
    if (2 * s->accepted < s->drawn)
        puts("FAILED: too few programs are accepted");
    return findings > 0 || 2 * s->accepted < s->drawn;
}

static bool parse_words(Work *w, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "run") == 0)
            w->run = true;
        else if (strcmp(argv[i], "show") == 0)
            w->show = true;
        else if (strcmp(argv[i], "list") == 0)
            w->list = true;
        else if (value && strcmp(argv[i], "every") == 0)
            w->every = atoi(argv[++i]);
        else if (value && strcmp(argv[i], "only") == 0)
            w->only = argv[++i];
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    Work w = {0};
    if (argc < 4 || !parse_words(&w, argc - 4, argv + 4)) {
        fputs("usage: schema FOLDER FIRST COUNT [run] [show] [list] [every N] "
              "[only OPERATOR]\n",
              stderr);
        return 2;
    }
    w.folder = argv[1];
    w.first = atoi(argv[2]);
    w.count = atoi(argv[3]);
    if (w.count > MOST_DRAWS) {
        fprintf(stderr, "schema: %d draws at most\n", MOST_DRAWS);
        return 2;
    }
    w.row = copy_rows(&w.nrows);
    w.messages = tmpfile();
    w.shared =
        mmap(NULL, sizeof *w.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int findings = watch(&w);
    return judge(&w, findings);
}
