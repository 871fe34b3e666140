# SPDX-License-Identifier: 0BSD
"""Prints the least time of each step of a program in the ExecuTorch runtime, XNNPACK's in whole microseconds:
reference_steps.py MODEL.bpte CORE"""
import ctypes
import os
import sys
import tempfile

import bundle
import executorch
import torch
from executorch.devtools import Inspector
from executorch.extension.pybindings.portable_lib import _load_for_executorch_from_buffer

POOL = "_ZN10executorch9extension10threadpool"
DTYPES = {4: torch.int64, 6: torch.float32}


def one_thread():
    pool = ctypes.CDLL(f"{list(executorch.__path__)[0]}/lib/libexecutorch_threadpool.so")
    get, reset = pool[f"{POOL}14get_threadpoolEv"], pool[f"{POOL}10ThreadPool24_unsafe_reset_threadpoolEj"]
    get.restype, reset.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_uint)
    reset(get(), 1)


def trace(path, calls=30):
    """(seconds, name) of each step, and of the calls around them."""
    program, cases = bundle.read(path)
    module = _load_for_executorch_from_buffer(bytes(program), enable_etdump=True)
    about = module.method_meta("forward")
    inputs = [torch.frombuffer(bytearray(t.data), dtype=DTYPES[t.dtype]).reshape(about.input_tensor_meta(i).sizes())
              for i, t in enumerate(cases[0].inputs)]
    for _ in range(calls):
        module.forward(inputs)
    with tempfile.NamedTemporaryFile() as f:
        module.write_etdump_result_to_file(f.name)
        blocks = Inspector(etdump_path=f.name).event_blocks
    events = [e for block in blocks if block.name == "Execute" for e in block.events if e.perf_data]
    return [(1e-3 * min(e.perf_data.raw), e.name) for e in events]


if __name__ == "__main__":
    os.sched_setaffinity(0, {int(sys.argv[2])})
    one_thread()
    for seconds, name in sorted(trace(sys.argv[1]), key=lambda s: -s[0]):
        if seconds > 0 and not name.endswith(("_CALL", "::execute")):
            print(f"{1e6 * seconds:10.1f} us  {name}")
