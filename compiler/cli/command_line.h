/* SPDX-License-Identifier: 0BSD
 * What the words of the command line say. */
#ifndef PTEC_CLI_COMMAND_LINE_H
#define PTEC_CLI_COMMAND_LINE_H

#include "model.h"
#include "tools/diff/limits.h"
#include "tools/exec/tools.h"
#include "tools/package/ecosystems.h"

/* Names the verbs; a sum of them says which verbs take an option. */
typedef enum VerbId {
    COMPILE = 1,
    VERIFY = 2,
    RUN = 4,
    SHOW = 8,
    OPS = 16,
    DIFF = 32,
    REPORT = 64,
    SIZE = 128,
    CASES = 256,
    PACKAGE = 512,
    COMPARE = 1024,
    BUNDLE = 2048,
    /* Those that compile a model as the options say. */
    MODELS = COMPILE | VERIFY | RUN | SHOW | DIFF | REPORT | SIZE | CASES | PACKAGE | COMPARE
} VerbId;

typedef struct CommandLine {
    Options options;
    ExecOptions exec;
    const char **model;
    int nmodels;
    Options *before; /* compare: for each model, the options that stand before it */
    int nbefore;
    bool json, markdown;    /* the form of what is printed */
    const char *order;      /* --target: of bytes, not where to run; or NULL */
    const char *extract;    /* show: folder for the delegates' data */
    const char *trace;      /* show: file for the plan's trace */
    const char *explorer;   /* show: file for the graph of steps */
    const char *profile[2]; /* file of times; run: to write; diff: one of each output */
    int nprofiles;
    bool memory;       /* show: draw the plan */
    bool selected;     /* show: the operators for a selective build */
    bool size;         /* compile: measure the code */
    int64_t max_stack; /* compile: bytes of it; 0: any number */
    bool code;         /* diff: of the C */
    DiffLimit *limit;  /* diff: --fail-on */
    int nlimits;
    bool overlay;               /* compile: the models share an arena */
    const Ecosystem *ecosystem; /* package: --for */
} CommandLine;

typedef struct Verb {
    VerbId id;
    const char *name;
    const char *help;
    int (*run)(CommandLine *c);
} Verb;

typedef struct CliOption {
    const char *name; /* one letter: of a short option */
    unsigned verbs;   /* that take it */
    void (*set)(CommandLine *c, char *text);
    int argument; /* as getopt_long() knows it */
} CliOption;

#endif
