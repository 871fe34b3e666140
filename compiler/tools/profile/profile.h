/* SPDX-License-Identifier: 0BSD
 * Times of steps in a file that `run --profile` or the user wrote. */
#ifndef PTEC_TOOLS_PROFILE_PROFILE_H
#define PTEC_TOOLS_PROFILE_PROFILE_H

#include "base/util.h"

typedef struct Profile {
    Dict number; /* of the time, by the step's name */
    double *seconds;
    int count;
    Text note; /* what was measured, if the file says so */
} Profile;

/* Reads lines "STEP SECONDS", each of one of these steps, and notes, "# ..."; what is wrong is
 * fatal(). */
Profile *read_profile(const char *path, Dict *steps);
double profile_seconds(Profile *p, const char *step); /* negative: it has none */
double profile_sum(const Profile *p);                 /* seconds */

#endif
