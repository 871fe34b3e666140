/* SPDX-License-Identifier: 0BSD
 * A model that runs: in a process of its own, or on a device. */
#ifndef PTEC_TOOLS_EXEC_EXECUTION_H
#define PTEC_TOOLS_EXEC_EXECUTION_H

#include "pte_threads.h"
#include "tools/exec/tools.h"
#include <sys/types.h>

enum { ZONE_ALIGN = 64 };

typedef struct Place {
    uint8_t *data;
    size_t size;
    const void *keep; /* what it must still hold after a call, or NULL */
    const char *what;
} Place;

typedef struct Zone {
    uint8_t *data;
    size_t size, used;
    Place *place; /* by address */
    int nplaces, room;
} Zone;

enum { MESSAGE_BYTES = 2000 };

typedef struct SharedMemory {
    struct { /* NAME_ctx of every model */
        void *arena, *state;
        const void *weights;
        void *rest[MOST_MEMORIES]; /* arenas in other memories, then the threads, if it has them */
    } ctx;
    int threads; /* in the pool that the call gets; 0: none */
    int method, repeat, instance;
    bool reset;
    int status, runs;
    char message[MESSAGE_BYTES];
} SharedMemory;

typedef struct Image {
    Text inputs, tables, calls;
    const CaseValue **input; /* of the tables in `inputs` */
    int ninputs, ncalls;
    size_t memory; /* bytes of the zone that the target has, too */
} Image;

typedef struct Device Device;

struct Exec {
    const ExecOptions *options;
    const Model *model;
    Emitted emitted;    /* with the shims in its source, and its weights aligned and read-only */
    const char *object; /* NULL: libtcc */
    SharedMemory *shared;
    double *seconds;
    uint8_t *trace;
    void **in, **out;
    int32_t **in_dims, **out_dims;
    Bytes *mapped;
    int nmapped; /* ranges of these that lie in shared memory */
    Zone zone;   /* the instances' states, then what the call needs: arena, outputs, inputs */
    int ninstances, nwritten; /* nwritten: places without the inputs' */
    bool *stale;              /* instances to reset before their next call */
    bool *ready;              /* in the child: instances that are initialised */
    pid_t child;
    bool late; /* it took too long, and is killed */
    int link;
    Image *image; /* `image` and `device` are NULL without a target */
    Device *device;
};

#endif
