/* SPDX-License-Identifier: 0BSD
 * What lowerings read and write: arguments by name, results checked against the file. */
#ifndef PTEC_IMPORT_CALL_ARGUMENTS_H
#define PTEC_IMPORT_CALL_ARGUMENTS_H

#include "import/call/import.h"
#include "operators/operators.h"

/* Returns the call of instruction `index`, still without `where`. */
Call new_call(struct Import *im, int index, const OpRow *row);
Value *arg_tensor(Call *c, const char *name); /* refuses None */
Value *arg_maybe(Call *c, const char *name);  /* NULL if None, or an empty tensor in its place */
bool arg_is_complex(Call *c, const char *name);
/* The next two are about the value in `slot`, which messages call `name`. */
Value *operand_in_slot(Call *c, const char *name, int slot);
Value *out_in_slot(Call *c, const char *name, int slot, int rank, Size *const *dim);
int arg_tensors(Call *c, const char *name, Value ***list);
int count_tensors(Call *c, const char *name); /* elements of a list of tensors */
bool arg_given(Call *c, const char *name);
bool has_arg(const Call *c, const char *name);
bool arg_is(Call *c, const char *name, const char *word); /* a string argument */
bool arg_is_float(Call *c, const char *name);
bool arg_is_bool(Call *c, const char *name);
bool arg_is_size(Call *c, const char *name);  /* an integer that is known or made of sizes */
Value *arg_scalar(Call *c, const char *name); /* a number computed by the program, or NULL */
int64_t arg_int(Call *c, const char *name);
int64_t arg_count(Call *c, const char *name, int64_t most); /* an integer from 1 to `most` */
double arg_float(Call *c, const char *name);
bool arg_bool(Call *c, const char *name);
Size *arg_size(Call *c, const char *name); /* a number, or a scalar known at run time */
int arg_ints(Call *c, const char *name, int64_t *out, int most);
void arg_floats(Call *c, const char *name, double *out, int n); /* exactly n */
void arg_bools(Call *c, const char *name, bool *out, int n);    /* exactly n */
int arg_int_or_ints(Call *c, const char *name, int64_t *out);   /* at most MAX_RANK */
/* Returns the size at which a loop that counts in this argument ends, or NULL if there is none. */
Size *arg_count_end(Call *c, const char *name);
int arg_sizes(Call *c, const char *name, Size **out, int most);
/* Returns a new value for the file's tensor behind a written argument, of its type, dims as given.
 * The lowering computes `dim`; static sizes must equal the file's, dynamic ones get its bound. */
Value *arg_out(Call *c, const char *name, int rank, Size *const *dim);
Value *arg_out_indices(Call *c, int rank, Size *const *dim); /* the result "indices", of i64 */
/* Returns one of a list's count_tensors(). */
Value *arg_out_item(Call *c, const char *name, int item, int rank, Size *const *dim);
Value *arg_out_like_file(Call *c, const char *name); /* the file's own static shape */
/* Returns a new value for a tensor that `src` overwrites. It keeps its sizes; a dynamic one without
 * any gets those of `src`. */
Value *arg_out_over(Call *c, const char *name, const Value *src);
Size *out_known_dim(Call *c, const char *name, int axis); /* NULL if the tensor is dynamic */
int64_t out_bound(Call *c, const char *name);      /* elements of the file's tensor, at most */
void arg_out_unwritten(Call *c, const char *name); /* nobody may read it */
Value *out_tensor_like_file(Call *c);              /* the result of a schema without "out" */
Value *out_scalar(Call *c, DType dtype);           /* a number that is an expression over sizes */
Value *out_number(Call *c, DType dtype);           /* any other number: a tensor of rank 0 */
/* The next two read and replace the state of the generator of random numbers, i64 { seed, numbers
 * drawn }. */
Value *generator(Call *c);
void set_generator(Call *c, Value *v);
_Noreturn void refuse(Call *c, const char *fmt, ...) PRINTF(2, 3);

#endif
