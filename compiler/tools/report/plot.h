/* SPDX-License-Identifier: 0BSD
 * A memory plan as a picture: steps to the right, bytes upwards. */
#ifndef PTEC_TOOLS_REPORT_PLOT_H
#define PTEC_TOOLS_REPORT_PLOT_H

#include "base/util.h"

typedef struct PlotBox {
    const char *name;  /* text; written into the box if there is room */
    const char *title; /* printable text; shown when the pointer is on it */
    int first, end;    /* steps, `end` is behind the last */
    int64_t offset, bytes;
    bool border; /* drawn as an input or output */
} PlotBox;

/* Is a run of steps behind which the picture is shaded. */
typedef struct PlotBand {
    const char *title; /* printable text */
    int first, end;
} PlotBand;

typedef struct Plot {
    const char *label; /* text; for those who do not see the picture */
    int steps;
    int64_t bytes;
    PlotBox *box;
    int nboxes;
    PlotBand *band;
    int nbands;
    const char *unit; /* of its horizontal axis: "step" */
    int peak;         /* the step to mark, or -1 */
} Plot;

void add_plot(Text *t, const Plot *p);

#endif
