/* SPDX-License-Identifier: 0BSD
 * What lowerings share: a call of the source program, and the steps that it becomes. */
#ifndef PTEC_CALL_H
#define PTEC_CALL_H

#include "graph/graph.h"
#include "operators/operators.h"

/* How a call's complex tensors look to its lowering. */
typedef enum Numbers {
    N_REAL,  /* there are none */
    N_PARTS, /* real ones with one more axis, the last: the real and the imaginary part */
    N_WHOLE  /* of a complex type; steps may move them, and get the parts after */
} Numbers;

/* What a lowering sees: one call of the source program, its arguments by name. */
typedef struct Call {
    Graph *g;
    Block *block;
    const OpRow *row;
    const char *where; /* "forward, instruction 12, aten::add.out" */
    struct Import *im;
    const int *args; /* value indices, in schema order */
    int nargs;
    int instr;
    Numbers numbers;
    const struct XnnCall *xnn; /* a node of a delegate (passes/xnn.h): its arguments are there */
} Call;

/* Of instruction `index`, still without `where` */
Call new_call(struct Import *im, int index, const OpRow *row);
Value *arg_tensor(Call *c, const char *name); /* NULL if None */
Value *arg_maybe(Call *c, const char *name);  /* the same; also None's stand-in, an empty tensor */
bool arg_is_complex(Call *c, const char *name);
/* Of the value `slot`, which messages call `name`. */
Value *operand_in_slot(Call *c, const char *name, int slot);
Value *out_in_slot(Call *c, const char *name, int slot, int rank, Size *const *dim);
int arg_tensors(Call *c, const char *name, Value ***list);
int count_tensors(Call *c, const char *name); /* of a list of tensors */
bool arg_given(Call *c, const char *name);
bool has_arg(const Call *c, const char *name);
bool arg_is(Call *c, const char *name, const char *word); /* a string argument */
bool arg_is_float(Call *c, const char *name);
bool arg_is_bool(Call *c, const char *name);
bool arg_is_size(Call *c, const char *name);  /* an integer that is known or made of sizes */
Value *arg_scalar(Call *c, const char *name); /* a number computed by the program, or NULL */
int64_t arg_int(Call *c, const char *name);
int64_t arg_count(Call *c, const char *name, int64_t most); /* from 1 */
double arg_float(Call *c, const char *name);
bool arg_bool(Call *c, const char *name);
Size *arg_size(Call *c, const char *name); /* a number, or a scalar known at run time */
int arg_ints(Call *c, const char *name, int64_t *out, int most);
void arg_floats(Call *c, const char *name, double *out, int n); /* exactly n */
int arg_int_or_ints(Call *c, const char *name, int64_t *out);   /* at most MAX_RANK */
/* The size at which a loop that counts in this argument ends, or NULL. */
Size *arg_count_end(Call *c, const char *name);
int arg_sizes(Call *c, const char *name, Size **out, int most);
int64_t known_size(Call *c, const Size *size); /* refuses one that is known only at run time */
/* The file's tensor behind a written argument: a new value of its type, dims as given. The
 * lowering computes `dim`; static sizes must equal the file's, dynamic ones get its bound. */
Value *arg_out(Call *c, const char *name, int rank, Size *const *dim);
Value *arg_out_indices(Call *c, int rank, Size *const *dim); /* the result "indices", of i64 */
Value *arg_out_item(Call *c, const char *name, int item, int rank, Size *const *dim);
Value *arg_out_like_file(Call *c, const char *name); /* the file's own static shape */
/* A tensor that `src` overwrites keeps its sizes; a dynamic one without any gets those of `src`. */
Value *arg_out_over(Call *c, const char *name, const Value *src);
Size *out_known_dim(Call *c, const char *name, int axis); /* NULL: of a dynamic tensor */
int64_t out_bound(Call *c, const char *name);      /* elements of the file's tensor, at most */
void arg_out_unwritten(Call *c, const char *name); /* nobody may read it */
Value *out_tensor_like_file(Call *c);              /* the result of a schema without "out" */
Value *out_scalar(Call *c, DType dtype);           /* a number that is an expression over sizes */
Value *out_number(Call *c, DType dtype);           /* any other: a tensor of rank 0 */
/* The state of the generator of random numbers, i64 { seed, numbers drawn }. */
Value *generator(Call *c);
void set_generator(Call *c, Value *v);
/* A scalar that calibration changes: a 0-d constant that lives in the weights. */
Value *weight_scalar(Call *c, DType dtype, double d);
Value *weight_ints(Call *c, int n, const int64_t *number);
/* Numbers that a lowering makes, in f64, rounded to f32, or integers in i64. */
Value *weight_numbers(Call *c, DType type, int rank, const int64_t *dim, const double *number);
Step *emit_step(Call *c, Kind kind, int nin, int nout);
Value *emit_map(Call *c, Value *out, int nin, Value *const *in, Expr *e);
_Noreturn void refuse(Call *c, const char *fmt, ...) PRINTF(2, 3);
Value *as_dtype(Call *c, Value *v, DType type); /* converted, where it is not that type already */
/* The same elements with axes reordered; -1 stands for a new axis of one element. */
Value *view_axes(Call *c, Value *v, int rank, const int *axis);
void need_rank(Call *c, const char *name, const Value *v, int rank);
void need_length(Call *c, const char *name, const Value *v, Size *size); /* of this many elements */
/* Sizes that must agree: what is static wins, the rest is checked where the method is entered. */
void need_equal(Call *c, const char *what, Size *a, Size *b);
/* So many elements, or more; for a size that is known at run time the method tests it. */
void need_least(Call *c, const char *what, Size *n, int64_t least);
void need_least_size(Call *c, const char *what, Size *n, Size *least);
void need_int32(Call *c, const char *what, int64_t n);
bool is_one_axis(Call *c, Size *n); /* of one element, if at most one is possible */
bool broadcasts(Call *c, Size *n, const Size *whole); /* one element for as many as there are */
int wrap_axis(Call *c, int64_t axis, int rank);
void lower_map(Call *c);
void lower_map_as(Call *c, Compute compute, const char *text); /* the expression of another row */
void broadcast_dims(Call *c, int nin, Value *const *in, int *rank, Size **dim);

#endif
