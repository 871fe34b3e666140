/* SPDX-License-Identifier: 0BSD
 * What the processes on both sides of a run of emitted C share; only for exec.c and its parts. */
#ifndef EXEC_H
#define EXEC_H

#include "pte_threads.h"
#include "tools/tools.h"

#include <sys/types.h>

/* ---- zone.c: buffers in shared memory between guard bytes ---- */

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

void *map_shared(size_t bytes);
void unmap_shared(Bytes mapped);
size_t zone_cost(size_t bytes); /* of one place of so many bytes */
Zone zone_new(size_t cost, int places);
/* Holds a copy of `keep`, or garbage if that is NULL. */
void *zone_add(Zone *z, size_t bytes, const void *keep, const char *what);
void zone_garbage(const Place *p);
void zone_truncate(Zone *z, int places);
const char *zone_damage(const Zone *z); /* "the emitted code wrote ..." or NULL */
const Place *zone_find(const Zone *z, const void *data);
bool zone_guarded(const Zone *z, int place); /* are the guards on both of its sides intact? */

/* ---- child.c: the process that runs the code ---- */

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

/* ---- image.c, device.c: a self-test, made and run for another processor ---- */

typedef struct Image {
    Text inputs, tables, calls;
    const CaseValue **input; /* of the tables in `inputs` */
    int ninputs, ncalls;
    size_t memory; /* bytes of the zone that the target has, too */
} Image;

/* The call that place_all has laid out; they are made in this order. */
void image_add_call(Exec *x, const Graph *g, int instance, bool reset, const CaseValue *input);
const char *image_build(Exec *x); /* path of the program, in the scratch folder */

int port_open(const char *path); /* port.c: to read from without waiting */
typedef struct Device Device;
Device *device_start(const ExecOptions *o, const char *image, int calls);
/* What the next call has changed goes to the zone; sets status, ticks, stack or the fault. */
void device_call(Device *d, Zone *z, size_t bytes, ExecResult *r);
void device_stop(Device *d);

/* ---- */

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
    int nmapped; /* what of this lies in shared memory */
    Zone zone;   /* the instances' states, then what the call needs: arena, outputs, inputs */
    int ninstances, nwritten; /* places but the inputs' */
    bool *stale;              /* instances to reset before their next call */
    bool *ready;              /* in the child: instances that are initialised */
    pid_t child;
    int link;
    Image *image; /* these two: NULL without a target */
    Device *device;
};

/* Answers each byte from `link` with one, after the call that `shared` describes. */
_Noreturn void serve_calls(Exec *x, int link);
int exec_cpu_seconds(const ExecOptions *o);
double now_seconds(void);

#endif
