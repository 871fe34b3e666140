/* SPDX-License-Identifier: 0BSD
 * Operators of the cadence library on floats: rotary positions, transposed convolutions, layers
 * with weights of 8 bits, masks as bits. */
#include "graph/build.h"
#include "graph/pieces.h"
#include "import/build/conv.h"
#include "import/build/copy.h"
#include "import/build/gemm.h"
#include "import/build/move.h"
#include "import/build/rows.h"
#include "import/build/slice.h"
#include "import/build/window.h"
#include "import/cadence/quantised.h"
#include "import/call/arguments.h"
#include "import/call/call.h"
#include "import/call/demands.h"

#include <string.h>

/* Returns the angles' rows for the positions, so that they broadcast over heads. */
static Value *angles(Call *c, const char *name, Size *positions, Size *half)
{
    Value *table = arg_tensor(c, name);
    need_rank(c, name, table, 2);
    need_equal(c, "pairs of a head", table->type.dim[1], half);
    if (arg_given(c, "pos")) {
        Value *at = arg_as_indices(c, "pos");
        need_length(c, "pos", at, positions);
        Value *rows = value_new(c->g, table->type.dtype, 2, (Size *[]){positions, half});
        gather_rows(c, table, at, 0, rows);
        table = rows;
    }
    need_equal(c, "positions", table->type.dim[0], positions);
    return view_axes(c, table, 3, (int[]){0, -1, 1});
}

/* Rotates pairs, which lie side by side, or as two halves of each head; for halves the reference
 * gives all first numbers and all second ones behind them. */
static void rotate(Call *c, bool halves)
{
    Value *in = arg_tensor(c, "input"), *out = arg_out(c, "out", in->type.rank, in->type.dim);
    int rank = in->type.rank;
    if (rank != 4 && rank != 5)
        refuse(c, "positions of a tensor of rank %d", rank);
    need_equal(c, "images", in->type.dim[0], size_const(1));
    Size *positions = in->type.dim[1], *heads = in->type.dim[2], *depth = in->type.dim[3];
    if (rank == 5)
        depth = size_op(S_MUL, depth, in->type.dim[4]);
    Size *half = size_const(known_size(c, depth) / 2), *two = size_const(2);
    need_equal(c, "numbers of a head", depth, size_op(S_MUL, half, two));
    Value *sin = angles(c, "sin_tensor", positions, half);
    Value *cos = angles(c, "cos_tensor", positions, half);
    Size *apart[] = {positions, heads, two, half}, *beside[] = {positions, heads, half, two};
    Value *pairs = reshaped(c, row_major(c, in), 4, halves ? apart : beside);
    Value *part[2], *rotated[2];
    int axis = halves ? 2 : 3;
    for (int i = 0; i < 2; i++) {
        part[i] = slice_of(c, pairs, axis, size_const(i), size_const(1));
        part[i] = reshaped(c, part[i], 3, (Size *[]){positions, heads, half});
        rotated[i] = value_new(c->g, F32, 3, part[i]->type.dim);
    }
    Named named[] = {{.name = "a", .value = part[0]},
                     {.name = "b", .value = part[1]},
                     {.name = "sin", .value = sin},
                     {.name = "cos", .value = cos},
                     {0}};
    map_over(c, rotated[0], named, "a * cos - b * sin");
    map_over(c, rotated[1], named, "a * sin + b * cos");
    Value *joined =
        value_new(c->g, F32, 4, halves ? (Size *[]){two, positions, heads, half} : beside);
    join(c, 2, rotated, halves ? 0 : 3, true, joined);
    copy_to(c, reshaped(c, joined, rank, in->type.dim), out);
}

void lower_cad_rope(Call *c)
{
    rotate(c, false);
}

void lower_cad_rope_halves(Call *c)
{
    rotate(c, true);
}

/* Returns the weight for a transposed convolution; it is stored [O, I, ...] and turned around, as
 * if the convolution were a plain one. */
static Value *turned_weight(Call *c, Value *stored)
{
    static const int swapped[] = {1, 0, 2, 3};
    int rank = stored->type.rank;
    if (arg_bool(c, "channel_last"))
        refuse(c, "channels last, for which the reference turns channels around too");
    if (rank != 3 && rank != 4)
        refuse(c, "weights of rank %d", rank);
    Value *turned = value_new(c->g, stored->type.dtype, rank, stored->type.dim);
    Step *s = move_step(c, turned, 1, &stored, 1);
    Piece *p = s->piece;
    *p = whole_piece(0, turned);
    row_strides(stored, p->src_stride);
    for (int i = 2; i < rank; i++) {
        Size *last = size_op(S_ADD, stored->type.dim[i], size_const(-1));
        p->src_offset = size_op(S_ADD, p->src_offset, size_op(S_MUL, last, p->src_stride[i]));
        p->src_stride[i] = size_op(S_MUL, p->src_stride[i], size_const(-1));
    }
    append_move(c, s);
    return view_axes(c, turned, rank, swapped);
}

void lower_cad_transposed_conv(Call *c)
{
    convolution_by(c, turned_weight(c, arg_tensor(c, "weight")), true);
}

void lower_cad_quantized_transposed_conv(Call *c)
{
    Value *in = cad_dequantised(c, arg_tensor(c, "input"), arg_int(c, "input_zero_point"), NULL);
    Value *weight = turned_weight(c, arg_tensor(c, "weight"));
    weight = cad_dequantised(c, weight, cad_integer(c, "weight_zero_point"), NULL);
    Value *bias = arg_tensor(c, "bias"), *out;
    double scale = cad_number(c, "bias_scale");
    if (bias->type.dtype != I32)
        refuse(c, "the bias must be i32");
    Value *sums = convolved(c, in, weight, as_dtype(c, bias, F32), true, &out);
    cad_quantise(c, sums, &scale, cad_inverse(c, arg_float(c, "out_scale")),
                 arg_int(c, "out_zero_point"), out);
}

static Value *scaled(Call *c, const char *name, const char *scale)
{
    double factor = arg_float(c, scale);
    return cad_dequantised(c, arg_tensor(c, name), 0, &factor);
}

void lower_cad_w8_linear(Call *c)
{
    Value *in = arg_tensor(c, "input"), *weight = scaled(c, "weight", "w_scale");
    Size *dim[MAX_RANK] = {0};
    int rank = in->type.rank;
    need_rank(c, "weight", weight, 2);
    if (rank < 1)
        refuse(c, "the operand has no axis");
    need_equal(c, "features", in->type.dim[rank - 1], weight->type.dim[0]);
    memcpy(dim, in->type.dim, sizeof dim);
    dim[rank - 1] = weight->type.dim[1];
    Value *out = arg_out(c, "output", rank, dim), *rows = as_rows(c, row_major(c, in));
    Value *product = value_new(c->g, F32, 2, (Size *[]){rows->type.dim[0], weight->type.dim[1]});
    gemm_step(c, rows, weight, scaled(c, "bias", "b_scale"), product);
    copy_to(c, reshaped(c, product, rank, dim), out);
}

/* Convolves [batch, length, channels] by weights [3, O, I], to [batch, O, length - 2]. */
void lower_cad_w8_conv(Call *c)
{
    Value *in = arg_tensor(c, "input"), *weight = scaled(c, "weight", "w_scale");
    Window w = {.rank = 1, .stride = {1}, .dilation = {1}};
    need_rank(c, "input", in, 3);
    need_rank(c, "weight", weight, 3);
    in = view_axes(c, in, 3, (int[]){0, 2, 1});
    weight = view_axes(c, weight, 3, (int[]){1, 2, 0});
    kernel_extents(c, &w, weight);
    need_groups(c, in, weight, 1);
    Size *dim[] = {in->type.dim[0], weight->type.dim[0],
                   window_size(c, in->type.dim[2], &w, 0, false)};
    Value *bias = scaled(c, "bias", "b_scale");
    need_length(c, "bias", bias, dim[1]);
    conv_into(c, in, weight, bias, &w, 1, false, arg_out(c, "output", 3, dim));
}

/* Returns three gates' sums of one operand, as [rows, 3 * hidden]. */
static Value *gates(Call *c, Value *rows, const char *weights, const char *scale, const char *bias)
{
    Value *weight = scaled(c, weights, scale);
    need_rank(c, weights, weight, 2);
    need_equal(c, "features", rows->type.dim[1], weight->type.dim[1]);
    Value *sums = value_new(c->g, F32, 2, (Size *[]){rows->type.dim[0], weight->type.dim[0]});
    gemm_step(c, rows, view_axes(c, weight, 2, (int[]){1, 0}), scaled(c, bias, "b_scale"), sums);
    return sums;
}

/* Computes one step of one sequence; the result is the new state, twice. */
void lower_cad_w8_gru(Call *c)
{
    static const char *const names[2][3] = {{"i_r", "i_z", "i_n"}, {"h_r", "h_z", "h_n"}};
    Value *in = arg_tensor(c, "inputs"), *hidden = arg_tensor(c, "hidden");
    Size *one = size_const(1), *n = value_numel(hidden), *row[] = {one, n};
    need_rank(c, "inputs", in, 2);
    need_equal(c, "sequences", in->type.dim[0], one);
    hidden = reshaped(c, row_major(c, hidden), 2, row);
    Value *sums[] = {gates(c, in, "weights_inputs", "w_i_scale", "bias_inputs"),
                     gates(c, hidden, "weights_hidden", "w_h_scale", "bias_hidden")};
    Named named[8] = {{.name = "hidden", .value = hidden}};
    for (int k = 0; k < 6; k++) {
        need_equal(c, "gates of the state's size", sums[k / 3]->type.dim[1],
                   size_op(S_MUL, n, size_const(3)));
        named[1 + k] =
            (Named){.name = names[k / 3][k % 3],
                    .value = slice_of(c, sums[k / 3], 1, size_op(S_MUL, n, size_const(k % 3)), n)};
    }
    Value *state = map_over(c, value_new(c->g, F32, 2, row), named,
                            "(1 - sigmoid(i_z + h_z)) * tanh(i_n + sigmoid(i_r + h_r) * h_n) + "
                            "sigmoid(i_z + h_z) * hidden");
    Size *dim[] = {size_const(2), one, in->type.dim[1], n};
    copy_to(c, view_axes(c, state, 4, (int[]){-1, -1, 0, 1}), arg_out(c, "out", 4, dim));
}

/* Packs eight elements into a byte, the first as the lowest bit, which is 1 if the element is
 * false, or below the threshold. */
void lower_cad_mask_bits(Call *c)
{
    static const char *const names[] = {"m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7"};
    Value *mask = row_major(c, arg_tensor(c, "mask"));
    int last = mask->type.rank - 1;
    if (last < 0 || known_size(c, mask->type.dim[last]) % 8)
        refuse(c, "the last axis does not divide into groups of eight");
    Type type = mask->type;
    Layout layout = mask->layout;
    type.dim[last] = size_const(size_value(type.dim[last]) / 8);
    layout.stride[last] = size_const(8);
    Named named[10] = {{0}};
    for (int k = 0; k < 8; k++)
        named[k] = (Named){.name = names[k],
                           .value = value_view(c->g, mask, &type, &layout, size_const(k))};
    bool real = mask->type.dtype != BOOL;
    if (real)
        named[8] = cad_real(c, "least", arg_float(c, "threshold"));
    map_over(c, arg_out(c, "out", last + 1, type.dim), named,
             real ? "out(i32(m0 < least) + 2 * i32(m1 < least) + 4 * i32(m2 < least) + "
                    "8 * i32(m3 < least) + 16 * i32(m4 < least) + 32 * i32(m5 < least) + "
                    "64 * i32(m6 < least) + 128 * i32(m7 < least))"
                  : "out(i32(!m0) + 2 * i32(!m1) + 4 * i32(!m2) + 8 * i32(!m3) + 16 * i32(!m4) + "
                    "32 * i32(!m5) + 64 * i32(!m6) + 128 * i32(!m7))");
}
