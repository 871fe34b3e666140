/* SPDX-License-Identifier: 0BSD
 * What a model tells functions that are not its own, custom operators and delegates: tensors, by
 * pointer, type and extents; and what a delegate is. */
#ifndef PTE_FOREIGN_H
#define PTE_FOREIGN_H

#include "pte_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Types of elements; the numbers are ExecuTorch's. Half floats are passed as their bits. */
typedef enum pte_dtype {
    PTE_U8 = 0,
    PTE_I8 = 1,
    PTE_I16 = 2,
    PTE_I32 = 3,
    PTE_I64 = 4,
    PTE_F16 = 5,
    PTE_F32 = 6,
    PTE_F64 = 7,
    PTE_BOOL = 11,
    PTE_BF16 = 15,
    PTE_U16 = 27,
    PTE_U32 = 28,
    PTE_U64 = 29
} pte_dtype;

/* An operand: `rank` extents; elements without gaps, of operators in row-major order. */
typedef struct pte_in {
    const void *data;
    pte_dtype dtype;
    int32_t rank;
    const int32_t *dims; /* NULL if the rank is 0 */
} pte_in;

/* A result, to be written whole; it overlaps no operand. Where the program leaves sizes open,
 * `dims` has the extents of the largest result, and gets those of this call: no more elements than
 * that. */
typedef struct pte_out {
    void *data;
    pte_dtype dtype;
    int32_t rank;
    int32_t *dims;
} pte_out;

/* ---- Delegates of other vendors ------------------------------------------------------ */

typedef struct pte_spec { /* of how it was compiled */
    const char *key;
    const void *value;
    size_t bytes;
} pte_spec;

/* What the vendor's compiler made of a part of the program. The data lie among the model's weights,
 * at a multiple of 64 bytes, until the delegate is destroyed; the rest is there during `init`. */
typedef struct pte_blob {
    const void *data;
    size_t bytes;
    const pte_spec *spec;
    int32_t specs;
} pte_blob;

/* A status that is not PTE_OK ends what the model was called for, which returns it. */
typedef struct pte_delegate {
    /* By NAME_init, once for each blob; *handle is NULL before, and anything afterwards. */
    pte_status (*init)(const pte_blob *blob, void **handle);
    /* Tensors as the program lists them. The elements lie in the order of axes that the program
     * states, row-major unless its dim_order says otherwise, and of Neutron in that which its data
     * ask for; `dims` are in the program's order.
     * `scratch` is memory of the arena for the call, where the delegate's data say how much, else
     * NULL. PTE_MORE: it computes, and wants to be asked again, with the same arguments. */
    pte_status (*execute)(void *handle, const pte_in *const *in, int32_t ins,
                          const pte_out *const *out, int32_t outs, void *scratch);
    /* By NAME_destroy, once for each handle that `init` has made with PTE_OK. */
    void (*destroy)(void *handle);
} pte_delegate;

/* ---- For the emitted code, with extents that it knows -------------------------------- */

#define PTE_DIMS(...) ((int32_t[]){__VA_ARGS__})
#define PTE_RANK(...) ((int32_t)(sizeof(PTE_DIMS(__VA_ARGS__)) / sizeof(int32_t)))
#define PTE_IN(type, data, ...)                                                                    \
    ((const pte_in){data, PTE_##type, PTE_RANK(__VA_ARGS__), PTE_DIMS(__VA_ARGS__)})
#define PTE_OUT(type, data, ...)                                                                   \
    ((const pte_out){data, PTE_##type, PTE_RANK(__VA_ARGS__), PTE_DIMS(__VA_ARGS__)})

#ifdef __cplusplus
}
#endif
#endif
