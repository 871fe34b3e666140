/* SPDX-License-Identifier: 0BSD
 * The backend of tests/export/table_delegate.py. A handle is one of a few programs, so that a model
 * that does not destroy its own cannot be initialised for ever. */
#include "model.h"

enum { PROGRAMS = 3, REGISTERS = 16, ELEMENTS = 64 };

static const unsigned char *program[PROGRAMS];

static bool is_spec(const pte_spec *spec)
{
    static const unsigned char one[] = {0x00, 0x00, 0x80, 0x3f};
    const unsigned char *value = spec->value;
    bool same = spec->bytes == sizeof one && spec->key[0] == 'u' && spec->key[4] == 0;

    for (size_t i = 0; same && i < sizeof one; i++)
        same = value[i] == one[i];
    return same;
}

static pte_status init(const pte_blob *blob, void **handle)
{
    const unsigned char *data = blob->data;
    int i = 0;

    if (blob->bytes < 6 || data[0] != 'A' || data[3] != '1' || blob->specs != 1 ||
        !is_spec(blob->spec) || (uintptr_t)data % 64 != 0 || *handle)
        return PTE_INVALID_DATA;
    while (i < PROGRAMS && program[i])
        i++;
    if (i == PROGRAMS)
        return PTE_OUT_OF_RESOURCES;
    program[i] = data + 4;
    *handle = &program[i];
    return PTE_OK;
}

static void destroy(void *handle)
{
    *(const unsigned char **)handle = NULL;
}

static int32_t elements(int32_t rank, const int32_t *dims)
{
    int32_t n = 1;
    for (int32_t i = 0; i < rank; i++)
        n *= dims[i];
    return n;
}

/* Axis by axis as many, or one. */
static bool broadcasts(const pte_in *in, const pte_in *to)
{
    bool fits = in->dtype == PTE_F32 && in->rank == to->rank;
    for (int32_t i = 0; fits && i < in->rank; i++)
        fits = in->dims[i] == to->dims[i] || in->dims[i] == 1;
    return fits;
}

static pte_status execute(void *handle, const pte_in *const *in, int32_t ins,
                          const pte_out *const *out, int32_t outs, void *scratch)
{
    static float made[REGISTERS][ELEMENTS];
    const float *value[REGISTERS];
    int32_t count[REGISTERS]; /* fewer than n: for each position of the axes behind */
    const unsigned char *code = *(const unsigned char **)handle;
    const int32_t n = elements(in[0]->rank, in[0]->dims);
    int32_t used = 0;

    (void)scratch;
    if (in[0]->rank == 4 && in[0]->dims[1] != 3) /* the channels, wherever they lie in memory */
        return PTE_INVALID_ARGUMENT;
    for (; used < ins; used++) {
        count[used] = elements(in[used]->rank, in[used]->dims);
        if (!broadcasts(in[used], in[0]))
            return PTE_INVALID_ARGUMENT;
        value[used] = in[used]->data;
    }
    for (int steps = *code++; steps > 0; steps--, used++, code += 3) {
        for (int32_t i = 0; i < n; i++) {
            const float a = value[code[1]][i % count[code[1]]];
            const float b = value[code[2]][i % count[code[2]]];
            made[used][i] = code[0] == '+' ? a + b : a * b;
        }
        value[used] = made[used];
        count[used] = n;
    }
    if (*code++ != outs)
        return PTE_INVALID_ARGUMENT;
    for (int32_t k = 0; k < outs; k++) {
        for (int32_t i = 0; i < in[0]->rank; i++)
            out[k]->dims[i] = in[0]->dims[i];
        for (int32_t i = 0; i < n; i++)
            ((float *)out[k]->data)[i] = value[code[k]][i];
    }
    return PTE_OK;
}

const pte_delegate AccumulatorBackend_delegate = {init, execute, destroy};
