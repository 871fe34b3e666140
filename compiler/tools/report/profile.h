/* SPDX-License-Identifier: 0BSD
 * Times of steps, measured by the user. */
#ifndef PTEC_TOOLS_REPORT_PROFILE_H
#define PTEC_TOOLS_REPORT_PROFILE_H

#include "model.h"

typedef struct Profile {
    Dict number; /* of the time, by the step's name */
    double *seconds;
    int count;
} Profile;

/* Reads lines "STEP SECONDS", each of a step of the model; what is wrong is fatal(). */
Profile *read_profile(const char *path, const Model *m);
double profile_seconds(Profile *p, const char *step); /* negative: it has none */

#endif
