# SPDX-License-Identifier: 0BSD
"""Calls of operators of Cadence's compiler whose arguments do not go together, or that have no answer."""
from programs import boolean, integer, tensor, value
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
