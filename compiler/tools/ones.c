/* SPDX-License-Identifier: 0BSD
 * Ones as inputs, where a program has no recorded case. */
#include "tools/ones.h"
#include "base/dtype.h"
#include "tools/exec/tensor.h"

#include <string.h>

static void store_one(int dtype, uint8_t *data)
{
    static const uint16_t half_one = 0x3C00, bfloat_one = 0x3F80;
    static const float float_one = 1;
    static const double double_one = 1;
    switch (dtype) {
    case F16:
    case C32:
        memcpy(data, &half_one, sizeof half_one);
        break;
    case BF16:
        memcpy(data, &bfloat_one, sizeof bfloat_one);
        break;
    case F32:
    case C64:
        memcpy(data, &float_one, sizeof float_one);
        break;
    case F64:
    case C128:
        memcpy(data, &double_one, sizeof double_one);
        break;
    default:
        *data = 1;
    }
}

CaseValue ones_for(const Arg *a)
{
    CaseValue v = {.kind = a->file->kind, .i = a->file->i, .d = a->file->d};
    if (a->given) {
        v.tensor = *a->file->tensor;
        size_t count = (size_t)tensor_count(&v.tensor), size = dtype_bytes(v.tensor.dtype);
        uint8_t *data = NEW(uint8_t, count * size);
        for (size_t i = 0; i < count; i++)
            store_one(v.tensor.dtype, data + i * size);
        v.tensor.data = (Bytes){data, count * size};
    }
    return v;
}
