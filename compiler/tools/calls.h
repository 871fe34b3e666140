/* SPDX-License-Identifier: 0BSD
 * How deep the stack can get in compiled C, by the compiler's own graph of its calls. */
#ifndef PTEC_TOOLS_CALLS_H
#define PTEC_TOOLS_CALLS_H

#include "base/util.h"

typedef struct StackBound {
    int64_t bytes;
    const char *unbounded; /* why there is no bound: "sort calls itself"; NULL: there is one */
} StackBound;

typedef struct CallGraph CallGraph;
CallGraph *calls_read(Bytes file); /* what gcc writes for -fcallgraph-info=su */
/* These bound the stack from one function, and from any; what functions of other units take is not
 * in it. */
StackBound stack_of(CallGraph *c, const char *function);
StackBound stack_of_any(CallGraph *c);

#endif
