/* SPDX-License-Identifier: 0BSD
 * Where a method's arena is fullest, and what lies in it there: for messages and reports. */
#ifndef PTEC_PLAN_PEAK_H
#define PTEC_PLAN_PEAK_H

#include "graph/graph.h"

/* Describes the fullest steps of a planned method. */
typedef struct Peak {
    int64_t bytes;   /* most that live at once */
    int *step;       /* the steps at which `bytes` live; the graph's nsteps stands for the end */
    int nsteps;      /* at least one */
    Buffer **buffer; /* the buffers that live at step[0], the largest first */
    int nbuffers;
} Peak;

Peak find_peak(const Graph *g);
void sort_by_size(Buffer **buffer, int count); /* the largest first */
Buffer **largest_weights(const Model *m);      /* the constants of the model, likewise */

#endif
