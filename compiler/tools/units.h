/* SPDX-License-Identifier: 0BSD
 * NAME.c taken apart: what of it belongs to which step. */
#ifndef PTEC_TOOLS_UNITS_H
#define PTEC_TOOLS_UNITS_H

#include "base/util.h"

typedef enum UnitKind { U_PARAMS, U_LOOP, U_WEIGHT, U_PLACE, U_CALL, U_OTHER } UnitKind;

/* Is a declaration, a function or a step's call: whole lines of the file. */
typedef struct Unit {
    UnitKind kind;
    const char *name; /* of the parameters, the loop, ..., the step; "" for lines of no step */
    const char *key;  /* tells it from all others of the file */
    const char **line;
    int nlines;
    int step;  /* index in Units.step: the first whose call mentions it, or -1 */
    int users; /* steps whose calls mention it */
} Unit;

typedef struct Units {
    Unit *unit; /* the first has the lines of no step */
    int count;
    const char **step; /* names, in the order of the calls */
    int nsteps;
} Units;

Units units_of(const Text *source);

/* Returns the line without digests, which are others after each training. */
const char *masked_line(const char *line);

#endif
