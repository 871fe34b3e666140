/* SPDX-License-Identifier: 0BSD
 * What the page tells of each step, computed once. */
#ifndef PTEC_TOOLS_REPORT_FACTS_H
#define PTEC_TOOLS_REPORT_FACTS_H

#include "model.h"
#include "plan/peak.h"
#include "tools/profile/profile.h"

/* Says with which numbers a step of a quantised network computes. */
typedef enum Numbers {
    NUMBERS_OTHER,   /* it has neither bytes nor floats */
    NUMBERS_BYTES,   /* it reads and writes bytes */
    NUMBERS_BETWEEN, /* the same, but its loop computes with floats in between */
    NUMBERS_CONVERT, /* it only turns floats to bytes, or bytes to floats */
    NUMBERS_FLOATS,  /* it reads floats, or makes some by more than a product of bytes */
    NUMBERS_COUNT
} Numbers;

extern const char *const numbers_text[NUMBERS_COUNT];

typedef struct StepFacts {
    const Step *step;
    Numbers numbers;
    bool floats_within; /* it computes on bytes, but its kernel multiplies by floats */
    int64_t macs;
    int64_t weights; /* bytes of the constants that it reads; others may read them, too */
    int64_t live;    /* bytes of the arena */
    double seconds;  /* of the profile, or negative */
} StepFacts;

/* Says how many steps have a time and another with the same kernel and shapes; how many of these
 * take more than twice as long as that other one, and a part of the time that counts; and which
 * one takes how many times as long as which, at worst. */
typedef struct Noise {
    double times;
    int compared, steps, slow, fast;
} Noise;

typedef struct MethodFacts {
    const Graph *g;
    int number; /* among the methods */
    StepFacts *step;
    Peak peak;
    int64_t macs, weights;
    double seconds;
    Noise noise;
    bool quantised;  /* some convolution or product is one of bytes */
    int first_float; /* the first step with NUMBERS_FLOATS; -1: there is none */
    int nfloats, nbetween, nwithin;
    int nother; /* steps that the first library does not compute */
} MethodFacts;

typedef struct Facts {
    const Model *m;
    MethodFacts *method;
    int nmethods;
    bool timed;
    const char *note; /* of the profile */
} Facts;

Facts find_facts(const Model *m, Profile *profile);

/* These name a step: as the target of links, as a link, and what computes it. */
const char *step_id(const MethodFacts *f, int step);
const char *step_link(const MethodFacts *f, int step);
void add_step_links(Text *t, const MethodFacts *f, const int *step,
                    int n);                                    /* all but a few folded */
const char *step_function(const Step *s);                      /* markup */
const char *value_maker(const MethodFacts *f, const Value *v); /* a link to the step, or NULL */
/* Does the step read the operand? One that moves elements leaves those alone that lie in its result
 * already. */
bool reads_operand(const Step *s, int operand);
/* Returns the step that has the instruction's operator in it, or -1; of several the last that
 * does more than move elements. */
int step_of_instr(const MethodFacts *f, int instr);
/* Is the step computed by another library than the first, or by loops? */
bool is_by_other(const Step *s);
bool takes_turns(const Facts *f);
bool has_dynamic_sizes(const Facts *f);  /* does a caller choose extents? */
const char *measured_at(const Facts *f); /* markup: for which sizes the times are; "": for all */
const char *microseconds(double seconds);

#endif
