/* SPDX-License-Identifier: 0BSD */
/* model.h: made by ptec (output format 1) from sha256 f5873b04dd3d45b3. Do not edit. */
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
#define MODEL_WEIGHTS_BYTES 48
#define MODEL_WEIGHTS_ALIGN 64
#define MODEL_FORWARD_INPUT_BYTES 12 /* f32 [3] */
#define MODEL_FORWARD_INPUT_ELEMENTS 3
#define MODEL_FORWARD_INPUT_EXTENTS 3
#define MODEL_FORWARD_OUTPUT_BYTES 12 /* f32 [3] */
#define MODEL_FORWARD_OUTPUT_ELEMENTS 3
#define MODEL_FORWARD_OUTPUT_EXTENTS 3
#define MODEL_RATE_OUTPUT (-16000)
#define MODEL_SCALE_OUTPUT 0.125
#define MODEL_CACHED_OUTPUT true
#define MODEL_ENDS_OUTPUT0 2
#define MODEL_ENDS_OUTPUT1 7
#define MODEL_TITLE_OUTPUT "llama \0423\042\012"
#define MODEL_LABELS_OUTPUT_BYTES 16 /* i64 [2] */
#define MODEL_LABELS_OUTPUT_ELEMENTS 2
#define MODEL_LABELS_OUTPUT_EXTENTS 2

/* What a call works with, when the caller owns it: MODEL_ARENA_BYTES of memory that no two calls
 * use at once, the state that calls share, and the weights. */
typedef struct model_ctx {
    void *arena;
    void *state;
    const void *weights;
} model_ctx;

/* Method forward. The first form uses the arena and weights linked with it, so that only one
 * call may run at a time; the second is re-entrant. */
pte_status model_forward(const float *input, float *output);
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output);
/* Method labels. The first form uses the arena and weights linked with it, so that only one
 * call may run at a time; the second is re-entrant. */
pte_status model_labels(int64_t *output);
pte_status model_labels_with(const model_ctx *ctx, int64_t *output);

#ifdef PTE_METADATA
static const int32_t model_forward_input_extents[] = {MODEL_FORWARD_INPUT_EXTENTS};
static const int32_t model_forward_output_extents[] = {MODEL_FORWARD_OUTPUT_EXTENTS};
static const pte_tensor_info model_forward_input_info[] = {
    {"input", "f32", MODEL_FORWARD_INPUT_BYTES, 1, model_forward_input_extents, 0.0f, 0},
};
static const pte_tensor_info model_forward_output_info[] = {
    {"output", "f32", MODEL_FORWARD_OUTPUT_BYTES, 1, model_forward_output_extents, 0.0f, 0},
};
static const int32_t model_labels_output_extents[] = {MODEL_LABELS_OUTPUT_EXTENTS};
static const pte_tensor_info model_labels_output_info[] = {
    {"output", "i64", MODEL_LABELS_OUTPUT_BYTES, 1, model_labels_output_extents, 0.0f, 0},
};
#endif

/* PTE_INVALID_DATA unless these are weights that this code can read. */
pte_status model_check_weights(const void *weights, size_t bytes);
extern const unsigned char model_weights[];

#ifdef __cplusplus
}
#endif
#endif
