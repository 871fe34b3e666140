/* SPDX-License-Identifier: 0BSD
 * Kernels, the backends that have them, and how they compute in parts. */
#ifndef PTEC_KERNEL_H
#define PTEC_KERNEL_H

#include "graph/graph.h"

/* A kernel's parameter struct as the emitter writes it: designator, and a size or a float. */
typedef struct Param {
    const char *field; /* "is.n" */
    Size *size;        /* NULL: a float */
    double number;
} Param;

typedef struct Params {
    Param *param;
    int count;
} Params;

struct Kernel {
    const char *symbol;
    const struct Backend *backend;
    Kind kind;
    bool (*accepts)(const Graph *g, const Step *s);
    void (*params)(const Step *s, Params *p); /* NULL: the kernel takes none */
    const char *param_type;                   /* "pte_conv2d" */
    void (*pack)(Graph *g, Step *s); /* orders constant operands as it reads them; NULL: as is */
    bool missing;                    /* the library that ptec was built with has none */
};

typedef struct Backend {
    const char *name;
    const char *prefix; /* of its kernels' names */
    const char *header; /* declares them */
    const char *turns;  /* declares how their convolutions take turns; NULL: as the portable ones */
    int macs;           /* multiply-accumulates in a nanosecond, about */
    const Kernel *kernel;
    int nkernels;
    int64_t (*scratch)(const Graph *g, const Step *s); /* bytes that a kernel adds to the arena */
    const char *library; /* that its kernels call, which may end the call with a status, or NULL */
    /* Its kernels are operators of a library, which an instance makes before it runs. */
    bool makes_operators;
    bool keeps_together; /* a step's constants are all in its weights */
} Backend;

/* The library that the step's kernel calls, or NULL. */
static inline const char *called_library(const Step *s)
{
    return s->kernel ? s->kernel->backend->library : NULL;
}

typedef struct Refusal { /* of a step, by a backend that was asked before another one took it */
    const Backend *backend;
    const char *why; /* "kind", "operands", "library", "scratch", ...: see docs/output.md */
} Refusal;

typedef struct SplitMove {
    const char *operand, *by; /* as in its prototype; the elements in C: "p.os.h" */
} SplitMove;

/* How a kernel computes a part of its result: less of one extent of its parameters. For each unit
 * before the part an operand starts some elements further on. */
enum { SPLIT_MOVES = 6 };
struct Split {
    const char *extent; /* "oh" */
    int unit;           /* parts are of so much of it, or 0: of any number */
    bool flat; /* rows of a convolution's image are one behind the other: they count as one */
    SplitMove move[SPLIT_MOVES];
    SplitMove optional[SPLIT_MOVES]; /* the same, of operands that may be NULL */
    const char *change; /* of another parameter, in C: "p.ph -= from * p.sh", or NULL */
};

extern const Backend backends[];               /* ends with one that has no name */
const Backend *backend_find(const char *name); /* NULL if there is none */
const Backend *backend_of(const char *symbol); /* whose kernel it is */
bool backend_is_missing(const Backend *b);     /* all of its kernels are */
extern const char *const backend_names[];      /* NULL at the end */

/* measured.c: --kernels auto */
const char *measured_backends(void); /* "xnnpack,vector,portable" */
/* "pte_xnn_conv2d_f32 point 20": steps that a kernel computes in times that are alike. */
const char *measured_class(const Kernel *k, const Step *s);
const char *measured_refusal(const Kernel *k, const Step *s); /* NULL: it is faster than ours */

/* params.c, move.c: one for each kind of parameter struct */
Window window_of(const Step *s); /* of a mean over pictures, which are a window each, too */
void params_conv2d(const Step *s, Params *p);
void params_mcu_conv2d(const Step *s, Params *p);
void params_mcu_dense(const Step *s, Params *p);
void params_cmsis_conv2d(const Step *s, Params *p);
void params_xa_window(const Step *s, Params *p);
void params_xa_map(const Step *s, Params *p);
void params_g3_map(const Step *s, Params *p);
void params_g3_mean(const Step *s, Params *p);
void params_xnn_conv2d(const Step *s, Params *p);
void params_xnn_product(const Step *s, Params *p);
void params_xnn_matmul(const Step *s, Params *p);
void params_xnn_pool2d(const Step *s, Params *p);
void params_xnn_unary(const Step *s, Params *p);
void params_xnn_binary(const Step *s, Params *p);
void params_xnn_softmax(const Step *s, Params *p);
void params_xnn_prelu(const Step *s, Params *p);
void params_xnn_reduce(const Step *s, Params *p);
void params_xnn_resize(const Step *s, Params *p);
void params_pool2d(const Step *s, Params *p);
void params_gemm(const Step *s, Params *p);
void params_softmax(const Step *s, Params *p);
void params_attention(const Step *s, Params *p);
void params_gather(const Step *s, Params *p);
void params_compact(const Step *s, Params *p);
void params_nonzero(const Step *s, Params *p);
void params_random(const Step *s, Params *p);
void params_layer_norm(const Step *s, Params *p);
void params_topk(const Step *s, Params *p);
void params_table(const Step *s, Params *p);
void params_grid_sampler2d(const Step *s, Params *p);
void params_embedding_bag(const Step *s, Params *p);
void params_expert_linear(const Step *s, Params *p);
void params_gated_delta_rule(const Step *s, Params *p);
void params_fft(const Step *s, Params *p);
void params_hadamard(const Step *s, Params *p);
void params_svd(const Step *s, Params *p);
void params_move(const Step *s, Params *p);
void move_params(const Step *s, int piece, Params *p); /* of one piece of a move */
/* Does the piece move so many neighbours, all from the operand's first on, to element *at and on?
 */
bool move_is_block(const Step *s, int piece, const Size *elements, int64_t *at);
/* Does the piece write none of the elements from..end - 1 of the result, in memory? */
bool move_spares(const Step *s, int piece, int64_t from, int64_t end);
bool move_fits(const Step *s); /* strides can say it, whatever the layouts are */

#endif
