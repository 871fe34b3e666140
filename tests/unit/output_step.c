/* SPDX-License-Identifier: 0BSD
 * How far apart the values of an output are: the scale that multiplies whole numbers, on either
 * side; 0 where a product has none, or the output is no product. 0.01 s. */
#include "graph/build.h"
#include "graph/cost.h"
#include "graph/parse/parse.h"
#include "model.h"
#include "unit.h"

/* Returns the step of the output that is `expression` of an i8 tensor, an f32 tensor and the
 * constants 0.5, {0.5, 0.25} and 2 (i32). */
static double step_of(const char *expression)
{
    static Program program = {.path = "text"};
    static const Options options = {.name = "net", .out_dir = ""};
    Model *m = NEW(Model, 1);
    *m = (Model){.program = &program, .options = &options};
    const Graph *g = graph_parse(m, "text",
                                 fmt_text("method m\n constant c2: f32[] = 0.5\n"
                                          " constant c3: f32[2] = 0.5 0.25\n"
                                          " constant c4: i32[] = 2\n"
                                          " input 0: v0: i8[2]\n input 1: v1: f32[2]\n block0():\n"
                                          "  v5: f32[2] = map(v0, v1, c2, c3, c4) %s  ; 0 op\n"
                                          "  return\n output 0: v5\n",
                                          expression));
    double step = output_step(g, 0);
    free_all();
    return step;
}

static void expect(double want, const char *expression)
{
    double got = step_of(expression);
    CHECK(got == want, "%s: %g, not %g", expression, got, want);
}

int main(void)
{
    expect(0.5, "mul(f32(in0:i8), in2:f32)");
    expect(0.5, "mul(in2:f32, f32(in0:i8))");
    expect(0.5, "mul(f32(sub(i32(in0:i8), in4:i32)), in2:f32)");
    expect(0, "mul(in1:f32, in2:f32)");
    expect(0, "mul(in2:f32, in1:f32)");
    expect(0, "mul(f32(in0:i8), in1:f32)");
    expect(0, "mul(f32(in0:i8), in3:f32)");
    expect(0, "mul(f32(in0:i8), f32(in4:i32))");
    expect(0, "add(f32(in0:i8), in2:f32)");
    expect(0, "mul(in1:f32, in1:f32)");
    return unit_result("output_step");
}
