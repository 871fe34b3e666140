/* SPDX-License-Identifier: 0BSD
 * `--trace`: recorded calls as events for chrome://tracing and Perfetto. */
#ifndef PTEC_TOOLS_ETDUMP_CHROME_H
#define PTEC_TOOLS_ETDUMP_CHROME_H

#include "base/json.h"
#include "tools/etdump/recorder.h"

/* Is a trace while it grows. A row is a call, a bar a step; of a target a microsecond stands for a
 * tick. */
typedef struct ChromeTrace {
    Text text;
    Json json;
    int ncalls;
} ChromeTrace;

ChromeTrace *trace_new(void);
void trace_call(ChromeTrace *t, const CallRecord *c, const char *name, bool on_target);
void trace_write(ChromeTrace *t, const char *path);

#endif
