# SPDX-License-Identifier: 0BSD
"""Calls of operators of Cadence's compiler whose arguments do not go together, or that have no answer."""
import struct

from programs import Model, boolean, call, integer, tensor, value
from reject_llm_other import one_call, placed, refused

I32, NONE = 3, value("Null")


def decomposed(shape, full, vectors):
    return lambda: one_call("cadence::linalg_svd.out", placed(shape), [boolean(full), boolean(vectors), NONE],
                            [tensor(3, 3, memory=4096), tensor(3, memory=4608), tensor(3, 3, memory=5120)])


refused("svd_of_vector", decomposed((3,), False, True))
refused("svd_without_vectors", decomposed((3, 3), False, False))
refused("svd_of_other_size", decomposed((4, 3), True, True))


def pieces(operator, count):
    """Two results of a call that makes `count` pieces."""
    def make():
        model = one_call(operator, placed((6, 2)), [integer(count), integer(0)], placed((3, 2), (3, 2)))
        model.values.append(value("TensorList", items=[3, 4]))
        model.args(0)["args"] = [0, 1, 2, 5, 5]
        return model
    return make


refused("chunks_0", pieces("aten::chunk.out", 0))
refused("sections_beside_results", pieces("aten::tensor_split.sections_out", 3))


def boxes(columns, **options):
    return lambda: one_call("cadence::roi_align_box_processor.out", placed((2, columns), **options),
                            [integer(2), integer(2), integer(1), boolean(False)], [tensor(2, 80, dtype=0, memory=4096)])


refused("boxes_of_integers", boxes(5, dtype=I32))
refused("boxes_of_4", boxes(4))


def numbers_of_channels():
    """In a tensor that kernels of products read channel by channel; ptec takes one number for all."""
    I8 = 1
    constants = [tensor(1, dtype=I32, data=1), tensor(2, dtype=I32, data=2), tensor(2, dtype=I32, data=3)]
    values = [tensor(1, 2, dtype=I8, memory=0), constants[0], integer(0), constants[1], constants[2],
              tensor(1, 2, dtype=I8, memory=64)]
    return Model(values=values, inputs=[0], outputs=[5], instructions=[call("kernel", 0, *range(6))],
                 ops=["cadence::quantized_relu.out"], arena=128,
                 constants=[struct.pack("<i", 3), struct.pack("<2i", 1 << 30, 1 << 29), struct.pack("<2i", 0, 0)])


refused("multipliers_of_channels", numbers_of_channels)
