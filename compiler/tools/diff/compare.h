/* SPDX-License-Identifier: 0BSD
 * What two outputs differ in, as their manifests tell it. */
#ifndef PTEC_TOOLS_DIFF_COMPARE_H
#define PTEC_TOOLS_DIFF_COMPARE_H

#include "read/manifest.h"
#include "tools/profile/profile.h"
#include "tools/size.h"

/* Is what is compared of an output. */
typedef struct DiffSide {
    const char *path;
    const Manifest *manifest;
    const Measured *size; /* NULL: no compiler was named */
    const Profile *times; /* NULL: there are none */
} DiffSide;

typedef enum TotalId {
    T_RAM,
    T_ARENA,
    T_STATE,
    T_FLASH, /* without a compiler: of weights alone */
    T_WEIGHTS,
    T_CODE,
    T_TABLES, /* with what .data starts as */
    T_STACK,  /* of the method that needs most */
    T_MACS,
    T_STEPS,
    T_TIME, /* nanoseconds */
    TOTALS
} TotalId;

/* Is a number of both outputs; -1 where a manifest, which an older ptec wrote, does not tell it,
 * and for a stack without a bound. */
typedef struct Total {
    const char *name, *title; /* for programs, and for people; NULL: nobody asked for it */
    int64_t was, is;
} Total;

/* Is a step of either output, or of both if it is the same one. */
typedef struct DiffStep {
    const OldStep *was, *is;
    const char *types[2]; /* of operands and results, if they are others, or NULL */
} DiffStep;

/* Is a constant of a step that both outputs have, with other bytes. */
typedef struct DiffWeight {
    const OldStep *step;      /* of the new output */
    const char *name, *brief; /* without its step's name */
    const char *was, *is;     /* digests */
    bool quantisation;        /* scales, zero points and what is made of them */
} DiffWeight;

typedef struct Diff {
    const char *path[2];
    const char *compiler; /* or NULL */
    Total total[TOTALS];
    DiffStep *added, *removed, *changed;
    int nadded, nremoved, nchanged;
    DiffWeight *weight;
    int nweights;
    const char **shared; /* parameters and loops of one name with other text */
    int nshared;
} Diff;

Diff *compare_outputs(const DiffSide *was, const DiffSide *is);
bool diff_is_empty(const Diff *d);

#endif
