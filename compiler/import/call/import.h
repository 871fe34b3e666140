/* SPDX-License-Identifier: 0BSD
 * A method while it is imported: the bytes of the program's memory and who wrote them last. */
#ifndef PTEC_IMPORT_CALL_IMPORT_H
#define PTEC_IMPORT_CALL_IMPORT_H

#include "graph/graph.h"
#include "read/program.h"

typedef struct Call Call; /* call.h */
typedef void (*Lowering)(Call *c);

/* Bytes [lo, hi) hold bytes [at, at + hi - lo) of `value`. */
typedef struct Segment {
    uint64_t lo, hi, at;
    Value *value;
} Segment;

/* Lists who wrote the bytes of one arena of the file, sorted. Arena 0, which the file leaves
 * unused, stands for everything that has no planned address: slot s lives at s << SLOT_SHIFT. */
typedef struct Memory {
    Segment *seg;
    int n, room;
} Memory;

enum { SLOT_SHIFT = 40 };
enum { GENERATOR_MEMORY = -1 }; /* the arena of the generator's state, which no file has */

typedef struct Place Place; /* places.h */

typedef struct ImportBlock {
    Block *block;
    int first, last; /* instructions [first, last) */
    int *pred;
    int npreds;
    bool started, done;
    Memory *memory;
    struct ParamOf {    /* what each block parameter stands for */
        int slot, axis; /* the extent of its tensor along the axis; -1: the slot itself */
    } * param_of;
} ImportBlock;

typedef struct Import {
    Graph *g;
    const FileMethod *m;
    ImportBlock *block;
    int nblocks;
    int *block_at; /* instruction -> block that starts there, or -1 */
    bool *written; /* slots of numbers that an instruction writes */
    int *writes;   /* instruction -> the slot of the number that it writes, or -1 */
    int generator; /* the slot behind the file's own that stands for the random numbers' state */
    bool *rebound; /* tensor slots that et_view points at another tensor's bytes */
    Place *place;  /* of all planned tensors, sorted */
    int nplaces;
    Value **constant;  /* constant tensors by slot */
    Value **undefined; /* slots that were read before anybody wrote them */
    int nundefined;
    struct Write {
        int slot;
        Value *value;
    } * write; /* results of the call being lowered, written to their slots after it */
    int nwrites;
    int current; /* block */
} Import;

#endif
