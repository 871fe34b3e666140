/* SPDX-License-Identifier: 0BSD
 * A self-test image while it runs: what it writes (templates/target/selftest.c), line by line. */
#ifndef PTEC_TOOLS_EXEC_DEVICE_H
#define PTEC_TOOLS_EXEC_DEVICE_H

#include "tools/exec/execution.h"

Device *device_start(const ExecOptions *o, const char *image, int calls);
/* Reads what the target writes of the next call: bytes that it has changed go to the zone. Sets
 * status, ticks, stack or the fault. */
void device_call(Device *d, Zone *z, size_t bytes, ExecResult *r);
void device_stop(Device *d);

#endif
