# SPDX-License-Identifier: 0BSD
"""Numbers near the limits of C's types, of ranks and of what a small file may cost; and operands of shapes that do
not go together."""
from damage import CASES, add
from flatwriter import Table
from programs import BOOL, I64, Model, boolean, call, integer, products, tensor, value

I8, I32 = 1, 3
MANY_AXES = 16


def double(number):
    return value("Double", double_val=number)


def ints(first, count):
    return value("IntList", items=[first + i for i in range(count)])


def calls(name, op, *args, inputs=(0,), result=None, arena=1 << 34):
    """One call of `op`, of which each argument is a value of its own; the last is the result unless `result` says
    which. Value 0 starts the arguments."""
    last = len(args) - 1 if result is None else result
    numbers = range(len(args))
    add(name, lambda m: None, lambda: Model(values=list(args), inputs=list(inputs), outputs=[last],
                                            instructions=[call("kernel", 0, *numbers, last)], ops=[op], arena=arena))


def lists(name, op, values, args, result, inputs=(0,), arena=1 << 34):
    """The same where arguments name values in any order."""
    add(name, lambda m: None, lambda: Model(values=values, inputs=list(inputs), outputs=[result],
                                            instructions=[call("kernel", 0, *args, result)], ops=[op], arena=arena))


# ==== Numbers ===================================================================================
calls("clamp_bound_too_large", "aten::clamp.out", tensor(4, dtype=I32, memory=0), integer(-1078036791303), integer(9),
      tensor(4, dtype=I32, memory=16))
lists("pad_huge", "aten::constant_pad_nd.out",
      [tensor(4, memory=0), ints(2, 2), integer((1 << 63) - 1), integer((1 << 63) - 1), integer(0),
       tensor(4, memory=16)], [0, 1, 4, 5], 5)
lists("reflection_pad_lowest", "aten::reflection_pad1d.out",
      [tensor(2, 4, memory=0), ints(2, 2), integer(-1 << 63), integer(-1 << 63), tensor(2, 4, memory=32)],
      [0, 1, 4], 4)
calls("diagonal_offset_lowest", "aten::diagonal_copy.out", tensor(4, 4, memory=0), integer(-1 << 63), integer(0),
      integer(1), tensor(0, memory=64))
for title, scale in ("huge", 1e154), ("0", 0.0), ("negative", -0.5), ("nan", float("nan")):
    calls("resample_scale_" + title, "aten::upsample_nearest2d.vec_out", tensor(1, 1, 4, 4, memory=0), value("Null"),
          value("DoubleList", items=[scale, 1.0]), tensor(1, 1, 2, 4, memory=64))
lists("resample_ratio_negative", "aten::_upsample_bilinear2d_aa.out",
      [tensor(1, 1, 4, 4, memory=0), ints(5, 2), boolean(False), double(-0.5), double(0.5), integer(2), integer(2),
       tensor(1, 1, 2, 2, memory=64)], [0, 1, 2, 3, 4, 7], 7)
lists("resample_without_size", "aten::_upsample_bilinear2d_aa.out",
      [tensor(1, 1, 4, 4, memory=0), value("Null"), boolean(False), tensor(1, 1, 2, 2, memory=64)],
      [0, 1, 2, 1, 1, 3], 3)
# The result may have any sizes of 8 elements, so that only its elements, or its strides, are too many.
for title, sizes in ("elements", [1 << 16, 1 << 15]), ("strides", [0, 1 << 16, 1 << 15]):
    lists("full_of_too_many_" + title, "aten::full.out",
          [tensor(*[2] * len(sizes), memory=0, shape_dynamism=1), value("IntList", items=[*range(2, 2 + len(sizes))]),
           *map(integer, sizes), double(1)], [1, 2 + len(sizes), 0], 0, inputs=())

# ==== Ranks =====================================================================================
calls("unsqueeze_of_16_axes", "aten::unsqueeze_copy.out", tensor(*[1] * MANY_AXES, memory=0), integer(0),
      tensor(*[1] * MANY_AXES, memory=16))
lists("stack_of_16_axes", "aten::stack.out",
      [tensor(*[1] * MANY_AXES, memory=0), value("TensorList", items=[0]), integer(0),
       tensor(*[1] * MANY_AXES, memory=16)], [1, 2, 3], 3)
calls("shuffle_of_16_axes", "aten::pixel_shuffle.out", tensor(*[1] * MANY_AXES, memory=0), integer(1),
      tensor(*[1] * MANY_AXES, memory=16))
lists("stack_of_none", "aten::stack.out",
      [tensor(2, memory=0), value("OptionalTensorList", items=[-1, 0]), integer(0), tensor(2, 2, memory=16)],
      [1, 2, 3], 3)

# ==== Shapes ====================================================================================
calls("copy_of_other_shape", "aten::copy.out", tensor(4, memory=0), tensor(3, memory=16), boolean(False),
      tensor(4, memory=32), inputs=[0, 1])
lists("layer_norm_weight_short", "aten::native_layer_norm.out",
      [tensor(2, 4, memory=0), ints(2, 1), integer(4), tensor(3, memory=32), value("Null"), double(1e-5),
       tensor(2, 4, memory=48), tensor(2, 1, memory=80), tensor(2, 1, memory=96)],
      [0, 1, 3, 4, 5, 6, 7, 8], 6, inputs=[0, 3])
lists("batch_norm_reads_unwritten", "aten::_native_batch_norm_legit_no_training.out",
      [tensor(1, 2, memory=0), value("Null"), tensor(2, memory=16), double(0.1), tensor(1, 2, memory=32),
       tensor(2, memory=48), tensor(2, memory=64)],
      [0, 1, 1, 2, 2, 3, 3, 4, 5, 6], 5, inputs=[0, 2])
calls("channels_of_number", "quantized_decomposed::dequantize_per_channel.out", tensor(dtype=I8, memory=0),
      tensor(1, memory=16), tensor(1, dtype=I64, memory=32), integer(0), integer(-128), integer(127), integer(1),
      value("Null"), tensor(memory=48), inputs=[0, 1, 2])
for title, sizes in ("0", ()), ("3", (4, 2, 3)):
    calls("table_scales_of_rank_" + title, "quantized_decomposed::embedding_byte.out", tensor(4, 8, dtype=I8, memory=0),
          tensor(*sizes, memory=32), value("Null"), integer(-128), integer(127), tensor(2, dtype=I64, memory=128),
          tensor(2, 8, memory=160), inputs=[0, 1, 5])
    calls("product_scales_of_rank_" + title, "quantized_decomposed::mixed_mm.out", tensor(2, 4, memory=0),
          tensor(4, 8, dtype=I8, memory=32), tensor(*sizes, memory=64), value("Null"), tensor(2, 8, memory=160),
          inputs=[0, 1, 2])
lists("cat_of_numbers", "aten::cat.out",
      [tensor(memory=0), value("TensorList", items=[0, 0]), integer(0), tensor(2, memory=16)], [1, 2, 3], 3)
add("slice_of_number", lambda m: None, lambda: Model(
    values=[tensor(memory=0), integer(0), integer(0), tensor(memory=16), value("Null"), integer(1), integer(0)],
    inputs=[0], outputs=[3],
    instructions=[call("kernel", 0, 0, 1), call("kernel", 1, 0, 0, 6, 1, 4, 5, 3, 3)],
    ops=["aten::_local_scalar_dense", "aten::slice_scatter.out"], arena=32))
add("move_of_fewer_elements", lambda m: None, lambda: Model(
    values=[tensor(2, memory=0), tensor(2, memory=16), tensor(3, memory=32)], inputs=[0], outputs=[2],
    instructions=[call("kernel", 0, 0, 1, 1), call("move", 1, 2)], ops=["aten::relu.out"], arena=48))


def parts(first, second, whole, *instructions, more=()):
    """A program that reads `whole` over the tensors 1 and 2, which it wrote."""
    values = [tensor(4, memory=0), first, second, whole, tensor(4, memory=80), *more]
    return Model(values=values, inputs=[0], outputs=[4], arena=96, ops=["aten::relu.out"],
                 instructions=[*instructions, call("kernel", 0, 0, 2, 2), call("kernel", 0, 3, 4, 4)])


add("number_into_tensor", lambda m: None, lambda: Model(
    values=[tensor(2, memory=0), integer(0), tensor(2, memory=16)], inputs=[0], outputs=[2],
    instructions=[call("kernel", 0, 0, 1, 2), call("kernel", 1, 0, 2, 2)], ops=["aten::sym_size.int", "aten::relu.out"],
    arena=32))
add("part_of_dynamic", lambda m: None, lambda: parts(
    tensor(4, memory=16, shape_dynamism=1), tensor(4, memory=32), tensor(4, memory=24), call("kernel", 0, 0, 1, 1)))
add("dynamic_of_parts", lambda m: None, lambda: parts(
    tensor(4, memory=16), tensor(4, memory=32), tensor(4, memory=24, shape_dynamism=1), call("kernel", 0, 0, 1, 1)))
add("part_of_fewer_elements", lambda m: None, lambda: parts(
    tensor(4, memory=16), tensor(4, memory=32), tensor(4, memory=24), call("kernel", 0, 5, 6, 6), call("move", 6, 1),
    more=[tensor(2, memory=48), tensor(2, memory=64)]))
lists("expand_to_negative", "aten::expand_copy.out",
      [tensor(2, memory=0), ints(4, 2), boolean(False), tensor(2, 2, memory=16, shape_dynamism=1), integer(-1), integer(2)],
      [0, 1, 2, 3], 3)
calls("topk_indices_of_floats", "aten::topk.values", tensor(2, 4, memory=0), integer(2), integer(-1), boolean(True),
      boolean(True), tensor(2, 2, memory=32), tensor(2, 2, memory=48))
lists("max_pool2d_backward_indices_of_floats", "aten::max_pool2d_with_indices_backward.grad_input",
      [tensor(1, 1, 2, 2, memory=0), tensor(1, 1, 4, 4, memory=16), ints(7, 2), ints(9, 2), ints(11, 2), boolean(False),
       tensor(1, 1, 4, 4, memory=80), *[integer(n) for n in (2, 2, 0, 0, 1, 1)]], [0, 1, 2, 2, 3, 4, 5, 0, 6], 6,
      inputs=(0, 1))

# ==== Sizes known only at run time ==============================================================
lists("adaptive_pool_dynamic", "aten::_adaptive_avg_pool2d.out",
      [tensor(1, 2, 7, 5, memory=0, shape_dynamism=1), ints(2, 2), integer(3), integer(2),
       tensor(1, 2, 3, 2, memory=288, shape_dynamism=1)], [0, 1, 4], 4)

# ==== Cost ======================================================================================
calls("elements_too_many", "aten::relu.out", tensor(1 << 16, 1 << 15, memory=0), tensor(1 << 16, 1 << 15, memory=0))
lists("split_into_billions", "aten::split_copy.Tensor_out",
      [tensor((1 << 31) - 1, dtype=0, memory=0), integer(1), integer(0), value("TensorList", items=[4]),
       tensor(1, dtype=0, memory=1 << 31)], [0, 1, 2, 3], 4)
lists("roll_of_9_axes", "aten::roll.out",
      [tensor(*[2] * 9, memory=0), value("IntList", items=[4] * 9), ints(3, 9), *[integer(i) for i in range(9)],
       tensor(*[2] * 9, memory=2048)], [0, 1, 2, 12], 12)


def many_jumps():
    """257 jumps that skip nothing."""
    return Model(values=[tensor(1, dtype=BOOL, memory=0), tensor(4, memory=16), tensor(4, memory=32)], inputs=[0, 1],
                 outputs=[2], instructions=[*[call("jump", 0, i + 2) for i in range(257)], call("kernel", 0, 1, 2, 2)],
                 ops=["aten::relu.out"], arena=48)


add("jumps_too_many", lambda m: None, many_jumps)


# ==== Numbers that the program computes =========================================================
def computed(*after, outputs=(3,)):
    """The number of elements of x, and relu of x."""
    return Model(values=[tensor(4, memory=0), integer(0), integer(0), tensor(4, memory=16)], inputs=[0],
                 outputs=list(outputs), instructions=[call("kernel", 0, 0, 1, 2), *after, call("kernel", 1, 0, 3, 3)],
                 ops=["aten::sym_size.int", "aten::relu.out"], arena=32)


add("join_of_other_types", lambda m: None, lambda: Model(
    values=[tensor(4, memory=0), tensor(1, dtype=BOOL, memory=16), integer(0), integer(1), tensor(4, memory=32)],
    inputs=[0, 1], outputs=[4],
    instructions=[call("kernel", 0, 2, 3, 2), call("jump", 1, 0), call("kernel", 1, 0, 4, 4)],
    ops=["executorch_prim::eq.Scalar", "aten::relu.out"], arena=48))
add("jump_on_number", lambda m: None, lambda: computed(call("jump", 2, 3)))

# ==== Types of elements that an operation does not have =========================================
calls("glu_of_bytes", "aten::glu.out", tensor(4, 2, dtype=I8, memory=0), integer(0), tensor(2, 2, memory=16))
calls("mean_of_integers", "aten::mean.dtype_out", tensor(4, dtype=I32, memory=0), value("Null"),
      tensor(dtype=I32, memory=16))
calls("distances_as_integers", "aten::_cdist_forward.out", tensor(2, 3, memory=0), tensor(2, 3, memory=32),
      value("Double", double_val=2.0), value("Null"), tensor(2, 2, dtype=I32, memory=64), inputs=(0, 1))
lists("cortex_m_max_pool_of_floats", "cortex_m::quantized_max_pool2d.out",
      [tensor(1, 2, 4, 4, memory=0), ints(8, 2), ints(8, 2), ints(10, 2), ints(12, 2), integer(0), boolean(False),
       tensor(1, 2, 2, 2, memory=128), *[integer(n) for n in (2, 2, 0, 0, 1, 1, -128, 127)]],
      [0, 1, 2, 3, 4, 6, 5, 5, 14, 15, 7], 7)
lists("cortex_m_avg_pool_scale_0", "cortex_m::quantized_avg_pool2d.out",
      [tensor(1, 2, 4, 4, dtype=I8, memory=0), ints(7, 2), ints(7, 2), ints(9, 2), integer(0), boolean(False),
       tensor(1, 2, 2, 2, dtype=I8, memory=32), *[integer(n) for n in (2, 2, 0, 0)]],
      [0, 1, 2, 3, 5, 4, 4, 4, 0, 6], 6)
calls("complex_rows_as_real", "aten::embedding.out", tensor(4, 2, dtype=9, memory=0), tensor(3, dtype=I64, memory=64),
      integer(-1), boolean(False), boolean(False), tensor(3, 2, memory=96), inputs=(0, 1))


# ==== Memories ==================================================================================
def three_methods(name, args):
    """The arena of the second method needs most bytes."""
    def make():
        model = products(4)
        model.program["execution_plan"] += [Table("Plan", **{**products(n).forward, "name": f"of_{n}"}) for n in (6, 5)]
        return {"case.pte": model.build(), "args.compile": args}
    CASES[name] = make


three_methods("ram_of_second_method", b"--max-ram 143\n")
three_methods("memory_of_second_method", b"--memory sram=143\n")
three_methods("memory_of_rule", b"--memory sram=1K,psram=111 --place *=psram\n")
