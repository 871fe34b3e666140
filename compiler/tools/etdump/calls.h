/* SPDX-License-Identifier: 0BSD
 * Recorded calls as runs of an ETDump. */
#ifndef PTEC_TOOLS_ETDUMP_CALLS_H
#define PTEC_TOOLS_ETDUMP_CALLS_H

#include "tools/etdump/etdump.h"
#include "tools/etdump/recorder.h"

/* Adds a run with the times of one call, and the results of it or of another one on the same
 * inputs, of which case number `input` has recorded them, or -1. */
void dump_call(EtDump *d, const CallRecord *timed, const CallRecord *kept, int input);
/* Writes the file and the values beside it, and says of how many steps there are none. */
void finish_dump(const char *path, const EtDump *d, const CallRecord *kept);

#endif
