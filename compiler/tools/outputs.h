/* SPDX-License-Identifier: 0BSD
 * What `run` leaves of a call: its outputs as text, as JSON and as arrays of numpy, and all values.
 */
#ifndef PTEC_TOOLS_OUTPUTS_H
#define PTEC_TOOLS_OUTPUTS_H

#include "base/json.h"
#include "tools/etdump/recorder.h"

void print_outputs(const Graph *g, const CaseValue *output);
/* Adds the method's name and its outputs with all elements, row-major. JSON has no NaN, which is
 * null, and an infinity is a number that is too large. */
void json_outputs(Json *j, const Graph *g, const CaseValue *output);
void save_outputs(const char *folder, const Graph *g, const CaseValue *output);
/* Saves the results of all steps by their names, and the outputs. */
void save_values(const char *folder, const CallRecord *c);
/* Requires that what a run leaves has a place, before it runs; the profile may be NULL, the folder
 * empty. */
void need_places(const ExecOptions *o, const char *profile, const char *folder);

#endif
