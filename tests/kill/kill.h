/* SPDX-License-Identifier: 0BSD
 * A recorded case and the wrong operators that it must not let pass. */
#ifndef KILL_H
#define KILL_H

#include "model.h"
#include "read/xnn_graph.h"
#include "tools/exec/tools.h"

/* One folder of tests/cases. Its program is changed in memory, judged and changed back. */
typedef struct Case {
    const char *name;
    Bundle *bundle;
    Options options;
    ExecOptions exec;
} Case;

/* One argument of one call. */
typedef struct Argument {
    const Case *c;
    FileMethod *m; /* its last SPARE_VALUES values are free */
    FileInstr *in;
    const OpRow *row;
    int index;
    const bool *computed; /* of each value: by the program, when it runs */
} Argument;
enum { SPARE_VALUES = 2 };

typedef enum Outcome { KILLED, REFUSED, SURVIVED } Outcome;

typedef struct Total {
    int cases, killed, refused, excused, failures;
} Total;
extern Total total;

/* -- kill.c -- */
/* What ptec says to the program as it is now. */
Outcome judge_program(const Case *c);

/* -- list.c -- */
void read_list(const char *path);
/* Counts one mutant of operator `op`, and prints it if no line of the list excuses its survival.
 * `kind` is the name by which the list knows it. */
void record(const Case *c, const char *op, const char *kind, Outcome outcome, const char *fmt, ...)
    PRINTF(5, 6);
/* Remembers that the argument has a value that is usual; NULL: it has another. */
void record_given(const Argument *a, const char *usual);
void judge_list(const char *path); /* after all cases */
void free_list(void);

/* -- answers.c: mutants that the recorded answers alone decide -- */
void kill_answers(const Case *c);

/* -- calls.c: operators with other arguments -- */
void kill_calls(const Case *c);
const FileValue *value_of(const Argument *a, int index);
/* With `v` as the argument. */
Outcome judge_with(const Argument *a, const FileValue *v);
void record_argument(const Argument *a, Outcome outcome, const char *now, const char *other);

/* -- values.c, tensors.c, xnn.c: one argument; the nodes of one delegate -- */
void kill_value(const Argument *a);
void kill_tensor(const Argument *a);
void kill_tensors(const Argument *a); /* a list */
void kill_xnn(const Case *c, XnnGraph *g);

#endif
