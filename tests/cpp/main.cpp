/* SPDX-License-Identifier: 0BSD
 * NAME.hpp as firmware would use it: a network of pictures with an instance and a context, and one
 * with state, of which two instances run. The recorded inputs and outputs come from the .bpte
 * files. */
#define PTE_METADATA
#include "counter.hpp"
#include "kws.hpp"

#include "recorded.h"

#include <string.h>

static_assert(kws::tensor<float, 2, 3>::elements == 6, "the product of the extents");
static_assert(kws::tensor<float>::elements == 1, "a tensor without axes");

static kws::instance owner;
static counter::instance one_counter, other_counter;

static bool near(const float *got, const float *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(got[i] - want[i] < 1e-3f && want[i] - got[i] < 1e-3f))
            return false;
    return true;
}

static int check_pictures()
{
    float output[KWS_FORWARD_OUTPUT_ELEMENTS];
    const kws::tensor<const float, KWS_FORWARD_INPUT_EXTENTS> input(recorded_kws_input_0);
    if (input.rank != 4 || input.extent(2) != 49 || input.size() != 490 ||
        &input(0, 0, 3, 2) != recorded_kws_input_0 + 32)
        return 1;
    if (owner.forward(input, output) != PTE_OK || !near(output, recorded_kws_output_0, 12))
        return 2;
    memset(output, 0, sizeof output);
    const kws::model shared(owner.ctx()); /* another handle of the same memory */
#ifdef __cpp_lib_span
    const std::span<const float, 490> all = input;
    if (shared.forward(all, output) != PTE_OK)
        return 3;
#else
    const auto all =
        kws::tensor<const float, KWS_FORWARD_INPUT_EXTENTS>::at(&recorded_kws_input_0[0]);
    if (shared.forward(all, output) != PTE_OK)
        return 3;
#endif
    return near(output, recorded_kws_output_0, 12) ? 0 : 4;
}

/* What was recorded begins at the initial state: each instance has its own, and a reset gives it
 * back. */
static int check_state()
{
    float output[3];
    if (one_counter.forward(recorded_counter_input_0, output) != PTE_OK ||
        !near(output, recorded_counter_output_0, 3))
        return 10;
    if (other_counter.forward(recorded_counter_input_1, output) != PTE_OK ||
        !near(output, recorded_counter_output_1, 3))
        return 20;
    one_counter.reset();
    if (one_counter.forward(recorded_counter_input_1, output) != PTE_OK ||
        !near(output, recorded_counter_output_1, 3))
        return 30;
    return 0;
}

/* Pictures of 49 x 10 have one channel, and there are 12 words. */
static int check_metadata()
{
    const pte_tensor_info &in = kws_forward_input_info[0], &out = kws_forward_output_info[0];
    const int32_t extents[] = {1, 1, 49, 10};
    if (strcmp(in.name, "input") != 0 || strcmp(in.type, "f32") != 0 || in.rank != 4 ||
        out.rank != 2)
        return 100;
    for (int i = 0; i < 4; i++)
        if (in.extents[i] != extents[i])
            return 100;
    return in.bytes == 490 * sizeof(float) && in.scale <= 0.0f && out.extents[1] == 12 ? 0 : 100;
}

int main()
{
    return check_pictures() + check_state() + check_metadata();
}
