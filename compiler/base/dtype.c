/* SPDX-License-Identifier: 0BSD
 * Facts about element types, and PyTorch's rule for mixing them. */
#include "base/dtype.h"

typedef enum Class { NOT_KNOWN, TRUTH, SIGNED, UNSIGNED, FLOAT, COMPLEX } Class;

typedef struct Facts {
    const char *name, *c;
    Class class;
    uint8_t bytes;
} Facts;

static const Facts facts[] = {
    [U8] = {"u8", "uint8_t", UNSIGNED, 1},    [I8] = {"i8", "int8_t", SIGNED, 1},
    [I16] = {"i16", "int16_t", SIGNED, 2},    [I32] = {"i32", "int32_t", SIGNED, 4},
    [I64] = {"i64", "int64_t", SIGNED, 8},    [F16] = {"f16", "uint16_t", FLOAT, 2},
    [F32] = {"f32", "float", FLOAT, 4},       [F64] = {"f64", "double", FLOAT, 8},
    [C32] = {"c32", "uint16_t", COMPLEX, 4},  [C64] = {"c64", "float", COMPLEX, 8},
    [C128] = {"c128", "double", COMPLEX, 16}, [BOOL] = {"bool", "bool", TRUTH, 1},
    [BF16] = {"bf16", "uint16_t", FLOAT, 2},  [U16] = {"u16", "uint16_t", UNSIGNED, 2},
    [U32] = {"u32", "uint32_t", UNSIGNED, 4}, [U64] = {"u64", "uint64_t", UNSIGNED, 8},
};

static Facts facts_of(int dtype)
{
    int count = (int)(sizeof facts / sizeof *facts);
    return dtype >= 0 && dtype < count ? facts[dtype] : (Facts){.class = NOT_KNOWN};
}

size_t dtype_bytes(int dtype)
{
    return facts_of(dtype).bytes;
}

const char *dtype_name(int dtype)
{
    const char *name = facts_of(dtype).name;
    return name ? name : fmt_text("dtype%d", dtype);
}

const char *dtype_c(int dtype)
{
    const char *c = facts_of(dtype).c;
    if (!c)
        bug("no C type for dtype %d", dtype);
    return c;
}

DType dtype_part(int dtype)
{
    return dtype == C32 ? F16 : dtype == C64 ? F32 : dtype == C128 ? F64 : NO_DTYPE;
}

void swap_elements(void *data, size_t bytes, int dtype)
{
    uint8_t *p = data;
    DType part = dtype_part(dtype);
    size_t width = dtype_bytes(part == NO_DTYPE ? dtype : (int)part);
    for (size_t at = 0; width > 1 && at + width <= bytes; at += width)
        for (size_t i = 0; i < width / 2; i++) {
            uint8_t byte = p[at + i];
            p[at + i] = p[at + width - 1 - i];
            p[at + width - 1 - i] = byte;
        }
}

bool dtype_is_float(int dtype)
{
    return facts_of(dtype).class == FLOAT;
}

bool dtype_is_int(int dtype)
{
    Class class = facts_of(dtype).class;
    return class == SIGNED || class == UNSIGNED;
}

static int promote_floats(int a, int b)
{
    if (dtype_bytes(a) == dtype_bytes(b))
        return a == b ? a : F32; /* f16 and bf16: neither holds the other */
    return dtype_bytes(a) > dtype_bytes(b) ? a : b;
}

/* Promotes two different integer types, each of which is signed or u8. */
static int promote_ints(int a, int b)
{
    if (dtype_bytes(a) == dtype_bytes(b))
        return I16;
    return dtype_bytes(a) > dtype_bytes(b) ? a : b;
}

static int real_part(int dtype)
{
    int part = dtype_part(dtype);
    return part == NO_DTYPE ? dtype : part;
}

static int complex_of(int part)
{
    return part == F16 ? C32 : part == F32 ? C64 : C128;
}

static bool is_wide_unsigned(int dtype)
{
    return dtype == U16 || dtype == U32 || dtype == U64;
}

/* Promotes floats, real or complex: the wider part wins, and f16 with bf16 gives f32. */
static int promote_inexact(int a, int b)
{
    int part = promote_floats(real_part(a), real_part(b));
    bool complex = facts_of(a).class == COMPLEX || facts_of(b).class == COMPLEX;
    return complex ? complex_of(part) : part;
}

static int promote(int a, int b)
{
    Class ca = facts_of(a).class, cb = facts_of(b).class;
    if (ca == NOT_KNOWN || cb == NOT_KNOWN)
        return NO_DTYPE;
    if (a == b)
        return a;
    if (is_wide_unsigned(a) || is_wide_unsigned(b))
        return ca == FLOAT ? a : cb == FLOAT ? b : NO_DTYPE;
    if (ca >= FLOAT || cb >= FLOAT)
        return ca < FLOAT ? b : cb < FLOAT ? a : promote_inexact(a, b);
    if (ca == TRUTH || cb == TRUTH)
        return ca == TRUTH ? b : a;
    return promote_ints(a, b);
}

DType dtype_promote(DType a, DType b)
{
    return (DType)promote((int)a, (int)b);
}
