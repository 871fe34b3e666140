/* SPDX-License-Identifier: 0BSD
 * What counts as outside the tolerance, at its very limit and one bit beyond, and what is told of
 * the largest error. 0.01 s. */
#include "tools/exec/compare.h"
#include "unit.h"

#include <math.h>

static CaseValue line_of(int dtype, int64_t n, const void *data)
{
    CaseValue v = {.kind = FV_TENSOR};
    v.tensor.dtype = dtype;
    v.tensor.rank = 1;
    v.tensor.size[0] = n;
    v.tensor.data = (Bytes){data, (size_t)n * dtype_bytes(dtype)};
    return v;
}

static Difference differ(int dtype, const void *got, const void *want, int64_t n,
                         const Tolerance *t)
{
    const CaseValue a = line_of(dtype, n, got), b = line_of(dtype, n, want);
    return compare_values(&a, &b, t);
}

static void expect(int line, int dtype, const void *got, const void *want, Tolerance t,
                   int64_t outside)
{
    const Difference d = differ(dtype, got, want, 1, &t);
    CHECK(d.outside == outside, "line %d: %d outside instead of %d", line, (int)d.outside,
          (int)outside);
    CHECK(d.unequal == (memcmp(got, want, dtype_bytes(dtype)) != 0) && d.count == 1, "line %d",
          line);
}

#define FLOATS(outside, got, want, ...)                                                            \
    expect(__LINE__, F32, &(float){(float)(got)}, &(float){(float)(want)},                         \
           (Tolerance){__VA_ARGS__}, outside)
#define DOUBLES(outside, got, want, ...)                                                           \
    expect(__LINE__, F64, &(double){got}, &(double){want}, (Tolerance){__VA_ARGS__}, outside)
#define INTEGERS(T, dtype, outside, got, want, ...)                                                \
    expect(__LINE__, dtype, &(T){got}, &(T){want}, (Tolerance){__VA_ARGS__}, outside)
#define BITS(dtype, outside, got, want, ...)                                                       \
    expect(__LINE__, dtype, &(uint16_t){got}, &(uint16_t){want}, (Tolerance){__VA_ARGS__}, outside)

/* The limits are sums of powers of two, so that errors meet them exactly. */
static void check_floats(void)
{
    FLOATS(0, 1, 1, 0);
    FLOATS(1, 1 + 0x1p-23, 1, 0);
    FLOATS(0, 1.25, 1, .atol = 0.25);
    FLOATS(0, 0.75, 1, .atol = 0.25);
    FLOATS(1, 1.25 + 0x1p-23, 1, .atol = 0.25);
    FLOATS(1, 0.75 - 0x1p-24, 1, .atol = 0.25);
    /* The relative part is one of the expected number, whatever its sign. */
    FLOATS(0, 5, 4, .rtol = 0.25);
    FLOATS(0, -5, -4, .rtol = 0.25);
    FLOATS(1, 5 + 0x1p-21, 4, .rtol = 0.25);
    FLOATS(1, 4, 3.1875, .rtol = 0.25);
    FLOATS(0, 5.5, 4, .atol = 0.5, .rtol = 0.25);
    FLOATS(1, 5.5 + 0x1p-21, 4, .atol = 0.5, .rtol = 0.25);
    DOUBLES(0, 2, 1, .atol = 1);
    DOUBLES(1, 2 + 0x1p-51, 1, .atol = 1);
    /* What is no number equals only itself, by no tolerance anything else. */
    FLOATS(0, INFINITY, INFINITY, 0);
    FLOATS(0, NAN, NAN, 0);
    FLOATS(1, INFINITY, -INFINITY, .atol = INFINITY);
    FLOATS(1, NAN, 1, .atol = INFINITY);
    FLOATS(1, 1, NAN, .atol = INFINITY);
    FLOATS(1, INFINITY, 1, .atol = INFINITY);
    FLOATS(1, 1, -INFINITY, .rtol = INFINITY);
}

/* Steps count only for an output that has some, which may be off by the rounding of a float. */
static void check_steps(void)
{
    FLOATS(0, 1.5, 1, .steps = 1, .step = 0.5);
    FLOATS(1, 2, 1, .steps = 1, .step = 0.5);
    FLOATS(0, 2, 1, .steps = 2, .step = 0.5);
    FLOATS(0, 1.5 + 0x1p-20, 1, .steps = 1, .step = 0.5);
    FLOATS(1, 1.5 + 0x1p-10, 1, .steps = 1, .step = 0.5);
    FLOATS(1, 1.5, 1, .steps = 1);
    FLOATS(1, 1.5, 1, .step = 0.5);
}

static void check_integers(void)
{
    INTEGERS(int8_t, I8, 0, 3, 3, 0);
    INTEGERS(int8_t, I8, 1, 4, 3, .atol = 9, .rtol = 9);
    INTEGERS(int8_t, I8, 0, 4, 3, .steps = 1);
    INTEGERS(int8_t, I8, 0, 2, 3, .steps = 1);
    INTEGERS(int8_t, I8, 1, 5, 3, .steps = 1);
    INTEGERS(int8_t, I8, 1, 1, 3, .steps = 1);
    INTEGERS(int8_t, I8, 0, 127, -128, .steps = 255);
    INTEGERS(int8_t, I8, 1, -128, 127, .steps = 254);
    INTEGERS(uint8_t, BOOL, 0, 1, 1, .steps = 9);
    INTEGERS(uint8_t, BOOL, 1, 1, 0, .steps = 9);
    INTEGERS(int64_t, I64, 1, INT64_MIN, INT64_MAX, .steps = INT32_MAX);
    INTEGERS(int64_t, I64, 1, INT64_MAX, INT64_MIN, .steps = INT32_MAX);
    INTEGERS(int64_t, I64, 0, -1, 0, .steps = 1);
    INTEGERS(uint64_t, U64, 1, UINT64_MAX, 0, .steps = 1);
    INTEGERS(uint64_t, U64, 0, UINT64_MAX, UINT64_MAX - 1, .steps = 1);
    INTEGERS(uint64_t, U64, 0, INT64_MAX, (uint64_t)INT64_MAX + 1, .steps = 1);
}

/* Neighbours of a type of 16 bits are one rounding apart; at a power of two they are so far apart
 * as the larger ones are. The least exponent's numbers and those below it are equally far apart. */
static void check_halves(void)
{
    const struct {
        int dtype;
        uint16_t one, least;
    } row[] = {{F16, 0x3C00, 0x0400}, {BF16, 0x3F80, 0x0080}};
    for (int i = 0; i < 2; i++) {
        const uint16_t one = row[i].one, least = row[i].least;
        for (uint16_t at = one - 3; at < one + 3; at++) {
            BITS(row[i].dtype, 0, at + 1, at, .rounding = true);
            BITS(row[i].dtype, 0, at, at + 1, .rounding = true);
            BITS(row[i].dtype, 1, at + 1, at, .rounding = false);
            BITS(row[i].dtype, at + 2 != one, at + 2, at, .rounding = true);
        }
        for (uint16_t at = 0; at <= least; at += least / 8) {
            BITS(row[i].dtype, 0, at + 1, at, .rounding = true);
            BITS(row[i].dtype, 1, at + 2, at, .rounding = true);
            BITS(row[i].dtype, 1, 0x8001, at + 1, .rounding = true);
        }
        BITS(row[i].dtype, 0, 0x8000, 0x8001, .rounding = true);
    }
    FLOATS(1, 1 + 0x1p-23, 1, .rounding = true);
}

static void check_told(void)
{
    const Tolerance exact = {0};
    float want[] = {0, 4, 8, -2, 1}, got[] = {0.5f, 5, 8, -3, 1};
    Difference d = differ(F32, got, want, 5, &exact);
    CHECK(d.unequal == 3 && d.outside == 3 && d.count == 5 && !d.exact, "counts");
    CHECK(d.largest == 1 && d.got == 5 && d.want == 4 && strcmp(d.place, "[1]") == 0,
          "of equally large errors the first: %s", d.place);
    CHECK(d.relative == 0.5 && d.signal == 85 && d.noise == 2.25, "%g %g %g", d.relative, d.signal,
          d.noise);
    got[4] = NAN;
    want[2] = INFINITY;
    d = differ(F32, got, want, 5, &exact);
    CHECK(isinf(d.largest) && strcmp(d.place, "[2]") == 0, "what is no number: %s", d.place);
    CHECK(isinf(d.relative) && d.signal == 21 && d.noise == 2.25, "%g %g %g", d.relative, d.signal,
          d.noise);
    const uint64_t large[] = {UINT64_MAX, 7}, small[] = {0, 9};
    d = differ(U64, large, small, 2, &exact);
    CHECK(d.exact && d.largest == 0x1p64 && strcmp(d.place, "[0]") == 0, "%g", d.largest);
    const int64_t more = (INT64_C(1) << 60) + 1, less = INT64_C(1) << 60; /* equal as doubles */
    d = differ(I64, &more, &less, 1, &exact);
    CHECK(d.outside == 1 && strcmp(d.place, "[0]") == 0, "%d outside at %s", (int)d.outside,
          d.place);
    const float finite[] = {8, 5}, infinite[] = {INFINITY, 4};
    for (int i = 0; i < 2; i++) {
        d = differ(F32, finite, i ? (float[]){NAN, 4} : infinite, 2, &exact);
        CHECK(isinf(d.relative), "%g relative to what is no number", d.relative);
    }
    const uint16_t halves[] = {0x3C00, 0x4000, 0x3C02}, others[] = {0x3C01, 0x4000, 0x3C00};
    d = differ(F16, halves, others, 3, &exact);
    CHECK(d.units == 2 && strcmp(d.place, "[2]") == 0, "%g units", d.units);
}

/* Elements are compared by their indices, whatever the order of the axes in memory. */
static void check_layouts(void)
{
    const Tolerance exact = {0};
    const int8_t rows[] = {0, 1, 2, 3, 4, 5}, columns[] = {0, 3, 1, 4, 9, 5};
    CaseValue a = line_of(I8, 6, rows), b = line_of(I8, 6, columns);
    a.tensor.rank = b.tensor.rank = 2;
    a.tensor.size[0] = b.tensor.size[0] = 2;
    a.tensor.size[1] = b.tensor.size[1] = 3;
    a.tensor.dim_order[1] = b.tensor.dim_order[0] = 1;
    for (int i = 0; i < 2; i++) {
        const Difference d = compare_values(i ? &b : &a, i ? &a : &b, &exact);
        CHECK(!d.mismatch && d.unequal == 1 && strcmp(d.place, "[0, 2]") == 0, "%s", d.place);
    }
    b.tensor.size[1] = 2;
    CHECK(strcmp(compare_values(&a, &b, &exact).mismatch, "is i8 [2, 3], expected i8 [2, 2]") == 0,
          "another extent");
    b.tensor = a.tensor;
    b.tensor.rank = 1;
    CHECK(strcmp(compare_values(&a, &b, &exact).mismatch, "is i8 [2, 3], expected i8 [2]") == 0,
          "another rank");
    b.tensor = a.tensor;
    b.tensor.dtype = U8;
    CHECK(strcmp(compare_values(&a, &b, &exact).mismatch, "is i8 [2, 3], expected u8 [2, 3]") == 0,
          "another type");
    b.kind = FV_INT;
    CHECK(compare_values(&a, &b, &exact).mismatch, "another kind");
}

int main(void)
{
    check_floats();
    check_steps();
    check_integers();
    check_halves();
    check_told();
    check_layouts();
    return unit_result("compare");
}
