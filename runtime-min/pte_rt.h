/* SPDX-License-Identifier: 0BSD
 * What the code of models and kernels relies on, and their callers do not see: types, placement
 * macros. Freestanding. */
#ifndef PTE_RT_H
#define PTE_RT_H

#include "pte_model.h"

/* Flags that take away NaN, infinity, the order of sums or exact division: no promise about bits
 * holds then, nor the treatment of NaN. PTE_ALLOW_FAST_MATH says that you know. */
#if !defined(PTE_ALLOW_FAST_MATH) &&                                                               \
    (defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) ||    \
     (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__))
#error "compile without -ffast-math and its parts (see above); -ffp-contract=fast is fine"
#endif
#ifndef __cplusplus
_Static_assert(sizeof(1.0) == sizeof(double), "compile without -fsingle-precision-constant");
#endif

/* Floats that are computed with more digits than they have. Of a program in which each float
 * operation stands alone (PTE_FREE_OF_EXCESS), it is enough that the compiler drops them where C
 * says so. */
#if defined(__FLT_EVAL_METHOD__) &&                                                                \
    (__FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2)
#define PTE_EXCESS 1
#else
#define PTE_EXCESS 0
#endif
#ifdef PTE_FREE_OF_EXCESS
#if PTE_EXCESS && (!defined(__STRICT_ANSI__) || !defined(__GCC_IEC_559) || __GCC_IEC_559 == 0)
#error "floats keep excess digits: compile by gcc with -std=c11"
#endif
#elif PTE_EXCESS
#error "excess digits: compile with -msse2 -mfpmath=sse, on s390x -fexcess-precision=fast"
#endif

/* Floats are compared for equality where that is meant: NaN is what is not equal to itself, zeros
 * and the operands of the program's own comparisons are exact. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wfloat-equal"
#endif

/* ---- PTE_COMPILER: what differs between compilers ------------------------------------
 * PTE_ALIAS      access through the type is legal whatever the memory was declared as
 * PTE_NOINLINE   a function that stays one, even with link-time optimisation
 * PTE_ALONE      such a function, with copies of all that it calls
 * PTE_INLINED    a static function that is worked into each of its callers
 * PTE_CONSTANT   a function that gives the same at each call */
#if defined(__GNUC__) /* gcc, clang, armclang, xt-clang */
#define PTE_ALIAS __attribute__((may_alias))
#ifdef __clang__
#define PTE_NOINLINE __attribute__((noinline))
#else
#define PTE_NOINLINE __attribute__((noinline, noclone)) /* one for all, whatever its arguments */
#endif
#define PTE_ALONE    PTE_NOINLINE __attribute__((flatten))
#define PTE_INLINED  static inline __attribute__((always_inline))
#define PTE_CONSTANT __attribute__((const))
#elif defined(__ICCARM__) || defined(__ICCRISCV__) /* IAR: build with --no_tbaa */
#define PTE_ALIAS
#define PTE_NOINLINE _Pragma("inline=never")
#define PTE_ALONE    _Pragma("inline=never")
#define PTE_INLINED  _Pragma("inline=forced") static inline
#define PTE_CONSTANT
#else
#define PTE_ALIAS
#define PTE_NOINLINE
#define PTE_ALONE
#define PTE_INLINED static inline
#define PTE_CONSTANT
#endif
/* PTE_SHARED: a function that all calls share, unless --prefer speed copies it into them. */
#ifdef PTE_PREFER_SPEED
#define PTE_SHARED
#else
#define PTE_SHARED PTE_NOINLINE
#endif

/* PTE_ROUND_F32(x), PTE_ROUND_F64(x): the variable x holds a number of its type from here on. So a
 * product is not fused into a multiply-add with one rounding, whatever -ffp-contract says. */
#if defined(__TINYC__) ||                                                                          \
    ((defined(__x86_64__) || defined(__i386__)) && !defined(__FMA__) && !defined(__FMA4__)) ||     \
    (defined(__arm__) && !defined(__ARM_FP)) || (defined(__riscv) && !defined(__riscv_flen)) ||    \
    (defined(__wasm__) && !defined(__wasm_relaxed_simd__))
#define PTE_ROUND_F32(x) ((void)0) /* nothing fuses */
#define PTE_NEVER_FUSES  1
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define PTE_ROUND_F32(x) __asm__("" : "+x"(x))
#elif defined(__GNUC__) && defined(__aarch64__)
#define PTE_ROUND_F32(x) __asm__("" : "+w"(x))
#elif defined(__GNUC__) && defined(__arm__)
#define PTE_ROUND_F32(x) __asm__("" : "+t"(x))
#if __ARM_FP & 8
#define PTE_ROUND_F64(x) __asm__("" : "+w"(x))
#else
#define PTE_ROUND_F64(x) ((void)0)
#endif
#elif defined(__GNUC__) && defined(__riscv_flen) && __riscv_flen >= 64
#define PTE_ROUND_F32(x) __asm__("" : "+f"(x))
#elif defined(__GNUC__) && defined(__wasm__)
#define PTE_ROUND_F32(x) __asm__("" : "+r"(x))
#else
#define PTE_ROUND_F32(x) ((x) = *(const volatile float *)&(x))
#define PTE_ROUND_F64(x) ((x) = *(const volatile double *)&(x))
#endif
#ifndef PTE_ROUND_F64
#define PTE_ROUND_F64(x) PTE_ROUND_F32(x)
#endif
#ifndef PTE_NEVER_FUSES
#define PTE_NEVER_FUSES 0
#endif

/* The order of bytes, which is also that of the weights: --target. */
#if (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ||                         \
    (defined(__LITTLE_ENDIAN__) && __LITTLE_ENDIAN__ == 0)
#define PTE_BIG_ENDIAN 1
#else
#define PTE_BIG_ENDIAN 0
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* 0, of which the compiler does not know that it is 0. */
PTE_CONSTANT PTE_NOINLINE uint32_t pte_zero(void);

typedef float PTE_ALIAS pte_f32;
typedef double PTE_ALIAS pte_f64;
typedef int8_t PTE_ALIAS pte_s8;
typedef uint8_t PTE_ALIAS pte_u8;
typedef int16_t PTE_ALIAS pte_s16;
typedef uint16_t PTE_ALIAS pte_u16;
typedef int32_t PTE_ALIAS pte_s32;
typedef uint32_t PTE_ALIAS pte_u32;
typedef int64_t PTE_ALIAS pte_s64;
typedef uint64_t PTE_ALIAS pte_u64;
typedef void *PTE_ALIAS pte_handle; /* of a delegate, in the state of a model */

/* Whether none of n truth values is false. */
PTE_INLINE int pte_all_b(const pte_u8 *truth, int64_t n)
{
    while (n > 0 && truth[n - 1])
        n--;
    return n <= 0;
}

/* Whether `p` points at something that starts at a multiple of `align`. */
PTE_INLINE int pte_aligned(const void *p, uintptr_t align)
{
    return p != NULL && (uintptr_t)p % align == 0;
}

/* Whether a tensor of these n extents has at most `most` elements, an int32_t. An extent
 * of 0 counts as 1, so that the product of some of the extents is at most `most` as well. */
PTE_INLINE int pte_fits(int64_t most, const int64_t *extent, size_t n)
{
    int64_t product = 1;
    for (size_t i = 0; i < n; i++) {
        if (extent[i] < 0 || extent[i] > most)
            return 0;
        product *= extent[i] > 1 ? extent[i] : 1;
        if (product > most)
            return 0;
    }
    return 1;
}
#define PTE_FITS(most, ...)                                                                        \
    pte_fits(most, (const int64_t[]){__VA_ARGS__},                                                 \
             sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* Sums and products of sizes that stop at the ends of their type. */
PTE_INLINE int64_t pte_add_sat(int64_t a, int64_t b)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return b > 0 ? INT64_MAX : INT64_MIN;
    return a + b;
}

PTE_INLINE int64_t pte_mul_sat(int64_t a, int64_t b)
{
    const uint64_t ua = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    const uint64_t ub = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    const int negative = (a < 0) != (b < 0);
    if (ua != 0 && ub > (uint64_t)INT64_MAX / ua)
        return negative ? INT64_MIN : INT64_MAX;
    return negative ? -(int64_t)(ua * ub) : (int64_t)(ua * ub);
}

/* ISO-HDLC CRC-32, four bits at a time, by what the polynomial makes of each; start with
 * crc = 0. */
PTE_INLINE uint32_t pte_crc32(uint32_t crc, const void *data, size_t bytes)
{
    static const uint32_t made[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                      0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                      0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                      0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    const unsigned char *p = PTE_AS_BYTES(data);

    crc = ~crc;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= p[i];
        crc = (crc >> 4) ^ made[crc & 15u];
        crc = (crc >> 4) ^ made[crc & 15u];
    }
    return ~crc;
}

/* What pte_check_weights() compares with the header; a unit of the chip may compute it. */
#ifndef PTE_CRC32
#define PTE_CRC32(data, bytes) pte_crc32(0, data, bytes)
#endif

/* PTE_INVALID_DATA unless `weights` are `bytes` long, have this layout and their CRC holds. They
 * may lie at any address. */
pte_status pte_check_weights(const void *weights, size_t bytes, uint64_t layout);

/* ---- Placement: define these before this header, or on the command line, to say where things
 * live, for example -D'PTE_SECTION_ARENA=".sram2"'. */
#ifndef PTE_SECTION
#define PTE_SECTION(name) __attribute__((section(name)))
#endif
#ifdef PTE_SECTION_ARENA
#define PTE_PLACE_ARENA PTE_SECTION(PTE_SECTION_ARENA)
#else
#define PTE_PLACE_ARENA
#endif
#ifdef PTE_SECTION_STATE
#define PTE_PLACE_STATE PTE_SECTION(PTE_SECTION_STATE)
#else
#define PTE_PLACE_STATE
#endif
#ifdef PTE_SECTION_WEIGHTS
#define PTE_PLACE_WEIGHTS PTE_SECTION(PTE_SECTION_WEIGHTS)
#else
#define PTE_PLACE_WEIGHTS
#define PTE_SECTION_WEIGHTS ".rodata" /* of the assembler's unit */
#endif
#ifdef PTE_SECTION_CODE
#define PTE_PLACE_CODE PTE_SECTION(PTE_SECTION_CODE)
#else
#define PTE_PLACE_CODE
#endif

/* 0: kernels take indices and positions as they come, and give PTE_OK. */
#ifndef PTE_CHECKS
#define PTE_CHECKS 1
#endif

/* Wraps each step of a model: `id` of NAME_steps.h, the step's result and its size in bytes, for
 * which alone a method may hold an extent. */
/* Where steps find an array of weights: a pointer to its elements, for example to a copy. */
#ifndef PTE_W
#define PTE_W(array) (array)
#endif

#ifndef PTE_STEP
#define PTE_STEP(id, ptr, bytes, call) ((void)(bytes), call)
#endif

/* Each method of a model starts with PTE_ABI_CHECK(): one byte is read from the symbol of the
 * release that the model was made for. pte_rt.c defines only its own, so models of two releases in
 * one image do not link. The number grows when kernels or pte_rt change visibly for a model. */
#define PTE_ABI         pte_abi_1
#define PTE_ABI_CHECK() ((void)*(const volatile unsigned char *)&PTE_ABI)
extern const unsigned char PTE_ABI;

/* With PTE_DEBUG_MEMORY (hosted only) every value and weight is a heap block of its own, so that
 * the sanitizers see any access beyond its end. Blocks live until the next call starts. */
#ifdef PTE_DEBUG_MEMORY
void *pte_debug_block(const char *name, size_t bytes);      /* the call's block of this name */
const void *pte_debug_copy(const void *data, size_t bytes); /* a block with these bytes */
void pte_debug_release(void);                               /* frees all blocks */
#define PTE_DEBUG_START() pte_debug_release()
#else
#define PTE_DEBUG_START() ((void)0)
#endif

#ifdef __cplusplus
}
#endif
#endif
