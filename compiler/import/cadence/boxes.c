/* SPDX-License-Identifier: 0BSD
 * Regions of interest as the words that Cadence's accelerator of resampling is set up with. */
#include "graph/build.h"
#include "import/build/expr.h"
#include "import/build/move.h"
#include "import/build/rows.h"
#include "import/build/slice.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"
#include "import/call/steps.h"

enum {
    NUMBERS = 22, /* numbers of a box: a start along both axes, then ten steps along each */
    BITS = 29,    /* bits of a number */
    BYTES = 80    /* bytes of a box */
};

/* Lists the different numbers of a box: four along each axis, from X and from Y on, and a zero. */
enum {
    START, /* the first sample along an axis */
    EACH,  /* the step from one sample to the next */
    BACK,  /* the step from the last sample back to the first */
    ON,    /* the same, and on by all samples */
    X = 0,
    Y = 4,
    ZERO = 8,
    DISTINCT = 9
};

/* Computes a number for each box. */
static Value *column(Call *c, DType type, const Named *named, const char *text)
{
    return map_over(c, value_new(c->g, type, 2, named->value->type.dim), named, text);
}

/* Converts to fixed point with 16 bits behind the point, halves away from zero. */
static Value *fixed_point(Call *c, Value *real)
{
    return column(c, I32, (Named[]){{.name = "x", .value = real}, {0}},
                  "i32(trunc(x * 65536) + trunc((x * 65536 - trunc(x * 65536)) * 2))");
}

static void along(Call *c, Value *first, Value *last, int64_t samples, double half, Value **number)
{
    Named n = {.name = "n", .number = (double)samples};
    Named ends[] = {{.name = "first", .value = first}, {.name = "last", .value = last}, n, {0}};
    Value *step = column(c, F32, ends, "(last - first) / n");
    Named start[] = {{.name = "first", .value = first},
                     {.name = "step", .value = step},
                     {.name = "half", .number = half},
                     {0}};
    Named steps[] = {{.name = "step", .value = step}, n, {0}};
    number[START] = fixed_point(c, column(c, F32, start, "first - half + step / 2"));
    number[EACH] = fixed_point(c, step);
    Named both[] = {{.name = "each", .value = number[EACH]},
                    {.name = "all", .value = fixed_point(c, column(c, F32, steps, "step * n"))},
                    n,
                    {0}};
    number[BACK] = column(c, I32, both, "each - each * n");
    number[ON] = column(c, I32, both, "all + each - each * n");
}

/* Packs the numbers of a box one behind the other, each in its bits, the lowest first. */
static void pack(Call *c, Value *numbers, const int *item, Value *out)
{
    int64_t low[BYTES], high[BYTES], right[BYTES], left[BYTES];
    for (int i = 0; i < BYTES; i++) {
        int k = 8 * i / BITS, rest = BITS - 8 * i % BITS;
        low[i] = item[k];
        high[i] = k + 1 < NUMBERS ? item[k + 1] : ZERO;
        right[i] = BITS - rest;
        left[i] = rest < 8 ? rest : 8;
    }
    Value *part[2];
    for (int i = 0; i < 2; i++) {
        part[i] = value_new(c->g, I32, 2, out->type.dim);
        gather_rows(c, numbers, weight_ints(c, BYTES, i ? high : low), 1, part[i]);
    }
    map_over(c, out,
             (Named[]){{.name = "low", .value = part[0]},
                       {.name = "high", .value = part[1]},
                       {.name = "right", .value = weight_ints(c, BYTES, right)},
                       {.name = "left", .value = weight_ints(c, BYTES, left)},
                       {.name = "all", .number = (1 << BITS) - 1},
                       {0}},
             "out(and(or(shr(and(low, all), right), shl(and(high, 255), left)), 255))");
}

/* Packs the rows of "rois": an image's number, which is 0, and the corners x, y of a box. */
void lower_cad_boxes(Call *c)
{
    static const int item[NUMBERS] = {X + START, Y + START, X + EACH, X + BACK, X + ON,   X + BACK,
                                      X + BACK,  X + BACK,  X + BACK, X + BACK, X + BACK, X + BACK,
                                      ZERO,      Y + EACH,  Y + BACK, Y + ON,   Y + BACK, Y + BACK,
                                      Y + BACK,  Y + BACK,  Y + BACK, Y + BACK};
    Value *rois = arg_tensor(c, "rois"), *corner[4], *number[DISTINCT];
    need_rank(c, "rois", rois, 2);
    if (rois->type.dtype != F32)
        refuse(c, "boxes of %s", dtype_name((int)rois->type.dtype));
    need_equal(c, "numbers of a box", rois->type.dim[1], size_const(5));
    int64_t ratio = arg_count(c, "sampling_ratio", INT16_MAX);
    double half = arg_bool(c, "aligned") ? 0.5 : 0;
    for (int i = 0; i < 4; i++)
        corner[i] = slice_of(c, rois, 1, size_const(1 + i), size_const(1));
    along(c, corner[0], corner[2], arg_count(c, "output_size_w", INT16_MAX) * ratio, half,
          &number[X]);
    along(c, corner[1], corner[3], arg_count(c, "output_size_h", INT16_MAX) * ratio, half,
          &number[Y]);
    Size *dim[] = {rois->type.dim[0], size_const(DISTINCT)};
    number[ZERO] = map_over(c, value_new(c->g, I32, 2, corner[0]->type.dim),
                            (Named[]){{.name = "x", .value = number[X]}, {0}}, "x - x");
    Value *numbers = value_new(c->g, I32, 2, dim);
    join(c, DISTINCT, number, 1, false, numbers);
    dim[1] = size_const(BYTES);
    pack(c, numbers, item, arg_out(c, "out", 2, dim));
}
