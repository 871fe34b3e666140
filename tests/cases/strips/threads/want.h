/* SPDX-License-Identifier: 0BSD */
/* model.h: made by ptec (output format 1) from sha256 360cebe241892a25. Do not edit. */
#ifndef MODEL_H
#define MODEL_H

#include "pte_model.h"
#include "pte_threads.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_ARENA_BYTES 662928
#define MODEL_ARENA_ALIGN 16
#define MODEL_STATE_BYTES 0
#define MODEL_STATE_ALIGN 16
#define MODEL_WEIGHTS_BYTES 7744
#define MODEL_WEIGHTS_ALIGN 64
#define MODEL_FORWARD_INPUT_BYTES 4092 /* f32 [1, 1, 31, 33] */
#define MODEL_FORWARD_INPUT_ELEMENTS 1023
#define MODEL_FORWARD_INPUT_EXTENTS 1, 1, 31, 33
#define MODEL_FORWARD_OUTPUT_BYTES 960 /* f32 [1, 1, 15, 16] */
#define MODEL_FORWARD_OUTPUT_ELEMENTS 240
#define MODEL_FORWARD_OUTPUT_EXTENTS 1, 1, 15, 16

/* What a call works with, when the caller owns it: MODEL_ARENA_BYTES of memory that no two calls
 * use at once, the state that calls share, and the weights. Without threads (NULL) a call
 * runs on its caller's alone. */
typedef struct model_ctx {
    void *arena;
    void *state;
    const void *weights;
    pte_threads *threads;
} model_ctx;

/* Method forward. The first form uses the arena and weights linked with it, so that only one
 * call may run at a time; the second is re-entrant. */
pte_status model_forward(const float *input, float *output);
pte_status model_forward_with(const model_ctx *ctx, const float *input, float *output);
/* The threads of the first form; NULL, as at start-up: the caller's alone. */
void model_set_threads(pte_threads *threads);

#ifdef PTE_METADATA
static const int32_t model_forward_input_extents[] = {MODEL_FORWARD_INPUT_EXTENTS};
static const int32_t model_forward_output_extents[] = {MODEL_FORWARD_OUTPUT_EXTENTS};
static const pte_tensor_info model_forward_input_info[] = {
    {"input", "f32", MODEL_FORWARD_INPUT_BYTES, 4, model_forward_input_extents, 0.0f, 0},
};
static const pte_tensor_info model_forward_output_info[] = {
    {"output", "f32", MODEL_FORWARD_OUTPUT_BYTES, 4, model_forward_output_extents, 0.0f, 0},
};
#endif

/* PTE_INVALID_DATA unless these are weights that this code can read. */
pte_status model_check_weights(const void *weights, size_t bytes);
extern const unsigned char model_weights[];

#ifdef __cplusplus
}
#endif
#endif
