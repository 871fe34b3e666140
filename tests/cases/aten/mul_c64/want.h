/* SPDX-License-Identifier: 0BSD */
/* model.h: made by ptec (output format 1) from sha256 685f1026540091ca. Do not edit. */
#ifndef MODEL_H
#define MODEL_H

#include "pte_model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_ARENA_BYTES 0
#define MODEL_ARENA_ALIGN 16
#define MODEL_STATE_BYTES 0
#define MODEL_STATE_ALIGN 16
#define MODEL_WEIGHTS_BYTES 32
#define MODEL_WEIGHTS_ALIGN 64
#define MODEL_FORWARD_INPUT0_BYTES 120 /* complex f32 [3, 5]: re, im, ... */
#define MODEL_FORWARD_INPUT0_ELEMENTS 30
#define MODEL_FORWARD_INPUT0_EXTENTS 3, 5
#define MODEL_FORWARD_INPUT1_BYTES 120 /* complex f32 [3, 5]: re, im, ... */
#define MODEL_FORWARD_INPUT1_ELEMENTS 30
#define MODEL_FORWARD_INPUT1_EXTENTS 3, 5
#define MODEL_FORWARD_OUTPUT_BYTES 120 /* complex f32 [3, 5]: re, im, ... */
#define MODEL_FORWARD_OUTPUT_ELEMENTS 30
#define MODEL_FORWARD_OUTPUT_EXTENTS 3, 5

/* What a call works with, when the caller owns it: MODEL_ARENA_BYTES of memory that no two calls
 * use at once, the state that calls share, and the weights. */
typedef struct model_ctx {
    void *arena;
    void *state;
    const void *weights;
} model_ctx;

/* Method forward. The first form uses the arena and weights linked with it, so that only one
 * call may run at a time; the second is re-entrant. */
pte_status model_forward(const float *input0, const float *input1, float *output);
pte_status model_forward_with(const model_ctx *ctx, const float *input0, const float *input1,
                              float *output);

#ifdef PTE_METADATA
static const int32_t model_forward_input0_extents[] = {MODEL_FORWARD_INPUT0_EXTENTS};
static const int32_t model_forward_input1_extents[] = {MODEL_FORWARD_INPUT1_EXTENTS};
static const int32_t model_forward_output_extents[] = {MODEL_FORWARD_OUTPUT_EXTENTS};
static const pte_tensor_info model_forward_input_info[] = {
    {"input0", "f32", MODEL_FORWARD_INPUT0_BYTES, 2, model_forward_input0_extents, 0.0f, 0},
    {"input1", "f32", MODEL_FORWARD_INPUT1_BYTES, 2, model_forward_input1_extents, 0.0f, 0},
};
static const pte_tensor_info model_forward_output_info[] = {
    {"output", "f32", MODEL_FORWARD_OUTPUT_BYTES, 2, model_forward_output_extents, 0.0f, 0},
};
#endif

/* PTE_INVALID_DATA unless these are weights that this code can read. */
pte_status model_check_weights(const void *weights, size_t bytes);
extern const unsigned char model_weights[];

#ifdef __cplusplus
}
#endif
#endif
