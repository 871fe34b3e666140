/* SPDX-License-Identifier: 0BSD */
/* model.h: made by ptec (output format 1) from sha256 07dce2f6ad7436e1. Do not edit. */
#ifndef MODEL_H
#define MODEL_H

#include "pte_model.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL_ARENA_BYTES 5600000
#define MODEL_ARENA_ALIGN 16
#define MODEL_STATE_BYTES 0
#define MODEL_STATE_ALIGN 16
#define MODEL_WEIGHTS_BYTES 48
#define MODEL_WEIGHTS_ALIGN 64
#define MODEL_FORWARD_INPUT0_BYTES 5600000 /* f32 [70000, 20] at most */
#define MODEL_FORWARD_INPUT0_ELEMENTS 1400000
#define MODEL_FORWARD_INPUT0_EXTENTS 70000, 20
#define MODEL_FORWARD_INPUT1_BYTES 8000 /* f32 [20, 100] at most */
#define MODEL_FORWARD_INPUT1_ELEMENTS 2000
#define MODEL_FORWARD_INPUT1_EXTENTS 20, 100
#define MODEL_FORWARD_OUTPUT0_BYTES 5599992 /* f32 [233333, 6] at most */
#define MODEL_FORWARD_OUTPUT0_ELEMENTS 1399998
#define MODEL_FORWARD_OUTPUT0_EXTENTS 233333, 6
#define MODEL_FORWARD_OUTPUT1_BYTES 5608000 /* f32 [20, 70100] at most */
#define MODEL_FORWARD_OUTPUT1_ELEMENTS 1402000
#define MODEL_FORWARD_OUTPUT1_EXTENTS 20, 70100
#define MODEL_FORWARD_OUTPUT2_BYTES 24 /* f32 [6] */
#define MODEL_FORWARD_OUTPUT2_ELEMENTS 6
#define MODEL_FORWARD_OUTPUT2_EXTENTS 6
#define MODEL_FORWARD_OUTPUT3_BYTES 5600000 /* f32 [1400000] at most */
#define MODEL_FORWARD_OUTPUT3_ELEMENTS 1400000
#define MODEL_FORWARD_OUTPUT3_EXTENTS 1400000
#define MODEL_FORWARD_OUTPUT4_BYTES 24000 /* f32 [3, 20, 100] at most */
#define MODEL_FORWARD_OUTPUT4_ELEMENTS 6000
#define MODEL_FORWARD_OUTPUT4_EXTENTS 3, 20, 100

/* What a call works with, when the caller owns it: MODEL_ARENA_BYTES of memory that no two calls
 * use at once, the state that calls share, and the weights. */
typedef struct model_ctx {
    void *arena;
    void *state;
    const void *weights;
} model_ctx;

/* Method forward. The first form uses the arena and weights linked with it, so that only one
 * call may run at a time; the second is re-entrant. */
pte_status model_forward(const float *input0, const int32_t input0_dims[2], const float *input1,
                         const int32_t input1_dims[2], float *output0, int32_t output0_dims[2],
                         float *output1, int32_t output1_dims[2], float *output2, float *output3,
                         int32_t output3_dims[1], float *output4, int32_t output4_dims[3]);
pte_status model_forward_with(const model_ctx *ctx, const float *input0,
                              const int32_t input0_dims[2], const float *input1,
                              const int32_t input1_dims[2], float *output0,
                              int32_t output0_dims[2], float *output1, int32_t output1_dims[2],
                              float *output2, float *output3, int32_t output3_dims[1],
                              float *output4, int32_t output4_dims[3]);

#ifdef PTE_METADATA
static const int32_t model_forward_input0_extents[] = {MODEL_FORWARD_INPUT0_EXTENTS};
static const int32_t model_forward_input1_extents[] = {MODEL_FORWARD_INPUT1_EXTENTS};
static const int32_t model_forward_output0_extents[] = {MODEL_FORWARD_OUTPUT0_EXTENTS};
static const int32_t model_forward_output1_extents[] = {MODEL_FORWARD_OUTPUT1_EXTENTS};
static const int32_t model_forward_output2_extents[] = {MODEL_FORWARD_OUTPUT2_EXTENTS};
static const int32_t model_forward_output3_extents[] = {MODEL_FORWARD_OUTPUT3_EXTENTS};
static const int32_t model_forward_output4_extents[] = {MODEL_FORWARD_OUTPUT4_EXTENTS};
static const pte_tensor_info model_forward_input_info[] = {
    {"input0", "f32", MODEL_FORWARD_INPUT0_BYTES, 2, model_forward_input0_extents, 0.0f, 0},
    {"input1", "f32", MODEL_FORWARD_INPUT1_BYTES, 2, model_forward_input1_extents, 0.0f, 0},
};
static const pte_tensor_info model_forward_output_info[] = {
    {"output0", "f32", MODEL_FORWARD_OUTPUT0_BYTES, 2, model_forward_output0_extents, 0.0f, 0},
    {"output1", "f32", MODEL_FORWARD_OUTPUT1_BYTES, 2, model_forward_output1_extents, 0.0f, 0},
    {"output2", "f32", MODEL_FORWARD_OUTPUT2_BYTES, 1, model_forward_output2_extents, 0.0f, 0},
    {"output3", "f32", MODEL_FORWARD_OUTPUT3_BYTES, 1, model_forward_output3_extents, 0.0f, 0},
    {"output4", "f32", MODEL_FORWARD_OUTPUT4_BYTES, 3, model_forward_output4_extents, 0.0f, 0},
};
#endif

/* PTE_INVALID_DATA unless these are weights that this code can read. */
pte_status model_check_weights(const void *weights, size_t bytes);
extern const unsigned char model_weights[];

#ifdef __cplusplus
}
#endif
#endif
