# SPDX-License-Identifier: 0BSD
"""Other runtimes that read NETWORK.onnx, as sides of worker.py; each on one thread, in f32."""
import ctypes
import importlib.util

import bundle

DTYPES = {4: (ctypes.c_int64, "int64"), bundle.F32: (ctypes.c_float, "float32")}
RUN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


def array(pointer, tensor, shape):
    import numpy as np
    kind, name = DTYPES[tensor.dtype]
    data = (kind * (len(tensor.data) // ctypes.sizeof(kind))).from_address(pointer)
    return np.frombuffer(data, dtype=name).reshape(shape)


class OnnxRuntime:
    package = "onnxruntime"

    def __init__(self, model):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.names = [i.name for i in self.session.get_inputs()]
        self.shapes = [i.shape for i in self.session.get_inputs()]

    def run(self, inputs):
        return self.session.run(None, dict(zip(self.names, inputs)))


class OpenVino:
    package = "openvino"

    def __init__(self, model):
        import openvino
        settings = {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        compiled = openvino.Core().compile_model(model, "CPU", settings)
        self.shapes = [list(i.shape) for i in compiled.inputs]
        self.request = compiled.create_infer_request()

    def run(self, inputs):
        return list(self.request.infer(inputs, share_inputs=True, share_outputs=True).values())


RUNTIMES = {r.package: r for r in (OnnxRuntime, OpenVino)}


def installed():
    return [name for name in RUNTIMES if importlib.util.find_spec(name)]


class Side:
    """The four functions of a side."""

    def __init__(self, name, cases):
        self.name, self.tensors, self.inputs = name, cases[0].inputs, {}
        self.side_run = RUN(self.call)

    def side_open(self, model):
        self.runtime = RUNTIMES[self.name](model.decode())
        return 0

    def side_reset(self):
        return 0

    def call(self, pointers, _):
        if pointers not in self.inputs:
            places = (ctypes.c_void_p * len(self.tensors)).from_address(pointers)
            self.inputs[pointers] = [array(*x) for x in zip(places, self.tensors, self.runtime.shapes)]
        self.results = self.runtime.run(self.inputs[pointers])
        return 0

    def side_outputs(self, places):
        for place, result in zip(places, self.results):
            data = result.tobytes()
            ctypes.memmove(place, data, len(data))
