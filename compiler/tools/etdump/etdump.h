/* SPDX-License-Identifier: 0BSD
 * ETDump, ExecuTorch's record of runs (schema devtools/etdump/etdump_schema_flatcc.fbs): the times
 * of steps, and the values that they compute, which lie in a file of their own. */
#ifndef PTEC_TOOLS_ETDUMP_ETDUMP_H
#define PTEC_TOOLS_ETDUMP_ETDUMP_H

#include "read/program.h"

typedef struct DumpEvent {
    const char *name;    /* "" if the file has none */
    int instr;           /* of the program, or -1 */
    const char *node;    /* inside of a delegate: what it calls it; or NULL */
    bool timed;          /* else it is a value */
    uint64_t start, end; /* of what is timed */
    bool output;         /* the value is the method's */
    const CaseValue *value;
} DumpEvent;

typedef struct DumpRun {
    const char *name;
    int input; /* the number of the recorded case that was run, or -1 */
    DumpEvent *event;
    int nevents;
} DumpRun;

typedef struct EtDump {
    DumpRun *run;
    int nruns;
} EtDump;

/* The values lie in the file that is called like the dump, but ends in .bin: "net.bin" of
 * "net.etdp". */
EtDump read_etdump(const char *path);                 /* is_etdump() has seen that it is one */
void stage_etdump(const char *path, const EtDump *d); /* write.c: for files_place() */
bool is_etdump(Bytes file);
/* Does a dump hold values of the kind? It holds neither None nor texts. */
bool is_dumped(FileKind kind);

#endif
