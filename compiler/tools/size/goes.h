/* SPDX-License-Identifier: 0BSD
 * What would leave the image if steps, functions or a model did: what only these reach. */
#ifndef PTEC_TOOLS_SIZE_GOES_H
#define PTEC_TOOLS_SIZE_GOES_H

#include "tools/size/sizes.h"

/* Says what is taken away; what is NULL or -1 stays. */
typedef struct Without {
    const bool *use;      /* by steps */
    const char *function; /* by what the C calls it */
    int model;
} Without;

typedef struct Gone {
    int64_t bytes[AREAS], weights;
    int64_t kernels;      /* of the code */
    const char **outside; /* functions of other objects that nothing calls any more */
    int noutside;
} Gone;

const bool *reached_chunks(const Sizes *s, Without w); /* by chunk; all of it, but for what goes */
Gone what_goes(const Sizes *s, const bool *all, Without w); /* all: reached without taking any */

#endif
