/* SPDX-License-Identifier: 0BSD
 * Tensors as `ptec run` shows them, against what PyTorch 2.15 prints: forms of numbers at the
 * limits between them, what is left out of large tensors, and lines filled to the last column. 0.01
 * s. */
#include "tools/exec/tensor.h"
#include "unit.h"

#include <math.h>

enum { MOST_SHOWN = 1001 };

static CaseValue tensor(int dtype, int rank, const int64_t *size, const void *data)
{
    CaseValue v = {.kind = FV_TENSOR};
    v.tensor.dtype = dtype;
    v.tensor.rank = rank;
    for (int i = 0; i < rank; i++) {
        v.tensor.size[i] = size[i];
        v.tensor.dim_order[i] = (uint8_t)i;
    }
    v.tensor.data = (Bytes){data, (size_t)tensor_count(&v.tensor) * dtype_bytes(dtype)};
    return v;
}

static void expect(const CaseValue *v, const char *type, const char *want)
{
    Text t = {0};
    const char *all = fmt_text("%s%s%s\n", type, *type ? "\n" : "", want);
    add_tensor(&t, v);
    CHECK(strcmp(t.data, all) == 0, "got:\n%sinstead of:\n%s", t.data, all);
}

/* PyTorch writes whole numbers of which one is a thousand times another in scientific notation,
 * which hides their digits; ptec only those beyond 1e8. */
static void check_forms(void)
{
    static const struct {
        float a, b;
        const char *want;
    } row[] = {{1, 1000, "[   1., 1000.]"},
               {1, 5000, "[   1., 5000.]"},
               {1e8f, 1e7f, "[100000000.,  10000000.]"},
               {100000008, 1e7f, "[1.0000e+08, 1.0000e+07]"},
               {1.5f, 1500, "[   1.5000, 1500.0000]"},
               {1.5f, 1500.5f, "[1.5000e+00, 1.5005e+03]"},
               {-0.5f, 500, "[ -0.5000, 500.0000]"},
               {0.5f, -500.5f, "[ 5.0000e-01, -5.0050e+02]"},
               {0x1.a36e3p-14f, 0.05f, "[0.0001, 0.0500]"}, /* the least float above 1e-4 */
               {0x1.a36e2ep-14f, 0.0625f, "[1.0000e-04, 6.2500e-02]"},
               {0x1.a36e3p-14f, 0, "[0.0001, 0.0000]"},
               {0x1.a36e2ep-14f, 0, "[1.0000e-04, 0.0000e+00]"},
               {NAN, 1, "[nan,  1.]"},
               {INFINITY, -2.5f, "[    inf, -2.5000]"},
               {-INFINITY, NAN, "[-inf,  nan]"},
               {0, -0.0f, "[ 0., -0.]"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const float data[] = {row[i].a, row[i].b};
        const CaseValue v = tensor(F32, 1, (int64_t[]){2}, data);
        expect(&v, "f32 [2]", row[i].want);
    }
}

/* Elements are their own numbers. */
static const struct {
    int rank;
    int64_t size[3];
    const char *want;
} shown[] = {
    {1, {1001}, "[   0,    1,    2, ...,  998,  999, 1000]"},
    {2,
     {7, 143},
     "[[   0,    1,    2, ...,  140,  141,  142],\n"
     " [ 143,  144,  145, ...,  283,  284,  285],\n"
     " [ 286,  287,  288, ...,  426,  427,  428],\n"
     " ...,\n"
     " [ 572,  573,  574, ...,  712,  713,  714],\n"
     " [ 715,  716,  717, ...,  855,  856,  857],\n"
     " [ 858,  859,  860, ...,  998,  999, 1000]]"},
    {2,
     {6, 167},
     "[[   0,    1,    2, ...,  164,  165,  166],\n"
     " [ 167,  168,  169, ...,  331,  332,  333],\n"
     " [ 334,  335,  336, ...,  498,  499,  500],\n"
     " [ 501,  502,  503, ...,  665,  666,  667],\n"
     " [ 668,  669,  670, ...,  832,  833,  834],\n"
     " [ 835,  836,  837, ...,  999, 1000, 1001]]"},
    {2,
     {143, 7},
     "[[   0,    1,    2, ...,    4,    5,    6],\n"
     " [   7,    8,    9, ...,   11,   12,   13],\n"
     " [  14,   15,   16, ...,   18,   19,   20],\n"
     " ...,\n"
     " [ 980,  981,  982, ...,  984,  985,  986],\n"
     " [ 987,  988,  989, ...,  991,  992,  993],\n"
     " [ 994,  995,  996, ...,  998,  999, 1000]]"},
    {3,
     {7, 1, 143},
     "[[[   0,    1,    2, ...,  140,  141,  142]],\n"
     "\n"
     " [[ 143,  144,  145, ...,  283,  284,  285]],\n"
     "\n"
     " [[ 286,  287,  288, ...,  426,  427,  428]],\n"
     "\n"
     " ...,\n"
     "\n"
     " [[ 572,  573,  574, ...,  712,  713,  714]],\n"
     "\n"
     " [[ 715,  716,  717, ...,  855,  856,  857]],\n"
     "\n"
     " [[ 858,  859,  860, ...,  998,  999, 1000]]]"},
    {3,
     {2, 2, 2},
     "[[[0, 1],\n"
     "  [2, 3]],\n"
     "\n"
     " [[4, 5],\n"
     "  [6, 7]]]"},
    {2,
     {3, 1},
     "[[0],\n"
     " [1],\n"
     " [2]]"},
    {1, {1}, "[0]"},
};

static void check_shown(void)
{
    int16_t data[1002];
    for (int i = 0; i < 1002; i++)
        data[i] = (int16_t)i;
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const CaseValue v = tensor(I16, shown[i].rank, shown[i].size, data);
        Text type = {0};
        add_shape(&type, &v.tensor);
        expect(&v, type.data, shown[i].want);
    }
    CaseValue v = tensor(I16, 2, (int64_t[]){2, 3}, data);
    v.tensor.dim_order[0] = 1;
    v.tensor.dim_order[1] = 0;
    expect(&v, "i16 [2, 3]", "[[0, 2, 4],\n [1, 3, 5]]");
}

/* What is not shown does not choose the form of what is. */
static void check_hidden(void)
{
    static float data[MOST_SHOWN];
    const CaseValue v = tensor(F32, 1, (int64_t[]){MOST_SHOWN}, data);
    data[2] = 0.5f;
    data[3] = data[997] = 1e9f;
    expect(&v, "f32 [1001]", "[0.0000, 0.0000, 0.5000, ..., 0.0000, 0.0000, 0.0000]");
    data[998] = 100;
    expect(&v, "f32 [1001]", "[  0.0000,   0.0000,   0.5000, ..., 100.0000,   0.0000,   0.0000]");
}

/* A thousand elements are shown, in lines of 80 columns with their commas: of six digits ten fit
 * with nothing to spare, of seven eight with eight to spare. */
static void check_lines(void)
{
    static int32_t data[MOST_SHOWN];
    for (int digits = 5, least = 10000; digits <= 8; digits++, least *= 10) {
        const int columns = digits + 2, a_line = 80 / columns;
        Text want = {0};
        for (int i = 0; i < 1000; i++) {
            data[i] = least + i;
            text_add(&want, "%s%d", !i ? "[" : i % a_line ? ", " : ",\n ", data[i]);
        }
        text_add(&want, "]");
        const CaseValue v = tensor(I32, 1, (int64_t[]){1000}, data);
        expect(&v, "i32 [1000]", want.data);
    }
}

static void check_types(void)
{
    const CaseValue whole = {.kind = FV_INT, .i = INT64_MIN}, yes = {.kind = FV_BOOL, .i = 1};
    const CaseValue no = {.kind = FV_BOOL}, real = {.kind = FV_DOUBLE, .d = -2.5};
    expect(&whole, "", "-9223372036854775808");
    expect(&yes, "", "true");
    expect(&no, "", "false");
    expect(&real, "", "-2.5000");
    CaseValue v = tensor(F16, 1, (int64_t[]){4}, (uint16_t[]){0x3E00, 0xC000, 0x0001, 0x7BFF});
    expect(&v, "f16 [4]", "[ 1.5000e+00, -2.0000e+00,  5.9605e-08,  6.5504e+04]");
    v = tensor(BF16, 1, (int64_t[]){3}, (uint16_t[]){0x3FC0, 0xC000, 0x7F80});
    expect(&v, "bf16 [3]", "[ 1.5000, -2.0000,     inf]");
    v = tensor(F16, 1, (int64_t[]){3}, (uint16_t[]){0x7C00, 0xFC00, 0x7C01});
    expect(&v, "f16 [3]", "[ inf, -inf,  nan]");
    v = tensor(U64, 1, (int64_t[]){2}, (uint64_t[]){UINT64_MAX, 0});
    expect(&v, "u64 [2]", "[18446744073709551615,                    0]");
    v = tensor(I8, 1, (int64_t[]){2}, (int8_t[]){-128, 5});
    expect(&v, "i8 [2]", "[-128,    5]");
    v = tensor(U8, 1, (int64_t[]){2}, (uint8_t[]){255, 5});
    expect(&v, "u8 [2]", "[255,   5]");
    v = tensor(I16, 1, (int64_t[]){2}, (int16_t[]){INT16_MIN, 5});
    expect(&v, "i16 [2]", "[-32768,      5]");
    v = tensor(U16, 1, (int64_t[]){1}, (uint16_t[]){UINT16_MAX});
    expect(&v, "u16 [1]", "[65535]");
    v = tensor(I32, 1, (int64_t[]){2}, (int32_t[]){INT32_MIN, 5});
    expect(&v, "i32 [2]", "[-2147483648,           5]");
    v = tensor(U32, 1, (int64_t[]){1}, (uint32_t[]){UINT32_MAX});
    expect(&v, "u32 [1]", "[4294967295]");
    v = tensor(F64, 1, (int64_t[]){2}, (double[]){1e-4, 0});
    expect(&v, "f64 [2]", "[0.0001, 0.0000]");
    v = tensor(BOOL, 1, (int64_t[]){2}, (uint8_t[]){1, 0});
    expect(&v, "bool [2]", "[ true, false]");
    v = tensor(F32, 0, NULL, (float[]){7});
    expect(&v, "f32 []", "7.");
    v = tensor(F32, 1, (int64_t[]){0}, (float[]){7});
    expect(&v, "f32 [0]", "[]");
}

int main(void)
{
    check_forms();
    check_shown();
    check_hidden();
    check_lines();
    check_types();
    return unit_result("tensor");
}
