/* SPDX-License-Identifier: 0BSD
 * Pictures in another size. */
#ifndef PTEC_IMPORT_BUILD_RESAMPLE_H
#define PTEC_IMPORT_BUILD_RESAMPLE_H

#include "import/call/import.h"

typedef struct Resample { /* along one axis */
    Size *in, *out;
    float ratio;     /* input elements for one output element */
    Value *measured; /* the ratio where sizes are open, else NULL */
    bool corners;
} Resample;

void need_extents(Call *c, const Resample *r); /* refuses less than one element before or after */
/* Resamples rows by r[0] and columns by r[1]; `out` is [N, C, r[0].out, r[1].out]. */
void resample_bilinear(Call *c, Value *in, const Resample r[2], Value *out);
/* Averages the last two of four axes to the sizes of `out`; if the columns stay as many, only
 * rows. */
void average_adaptively(Call *c, Value *in, Value *out);
/* Returns a constant of `n` elements, one for each row (k = 0) or column of a plane. */
Value *axis_table(Call *c, DType type, int64_t n, int k, const void *data, const char *role);

Size *resample_before(Size *n);

void need_small_matrix(Call *c, int64_t n, int64_t m);

void between_matrices(Call *c, Value *in, Value *rows, Value *columns, Value *out);

bool has_known_sizes(const Resample *r);

Value *resample_axis_values(Call *c, DType type, const Resample *r, int k, const char *text,
                            const char *role);

Value *resample_matrix(Value *v, int k);

ExprNumber resample_value_at(const Expr *e, int64_t i, int64_t j);

Value *map_positions(Call *c, const Resample *r, Value *out, int i, int j, const char *text);

Expr *known_positions(Call *c, const Resample *r, DType type, const char *text);

#endif
