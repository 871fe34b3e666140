# SPDX-License-Identifier: 0BSD
"""Bytes that CMSIS-NN's functions ask for, by the library in ExecuTorch's package, for every call
that the committed programs make of them, and PROGRAMs: `python cmsis_nn.py PTEC .. [PROGRAM...]
> ../cmsis-nn/sizes.def`. The committed file is of the programs of a PTEC_CORPUS, too."""
import pathlib
import re
import subprocess
import sys
import tempfile

from executorch.backends.cortex_m.library import cmsis_nn

CALL = re.compile(r"pte_cmsis_(dwconv2d|conv2d|gemm|matmul)_s8\w*\([^;]*&(\w+)\)")
STRUCT = re.compile(r"pte_cmsis_conv2d (\w+) = \{([^}]*)\}")
BACKENDS = (cmsis_nn.Backend.MVE, cmsis_nn.Backend.DSP)


def calls(ptec, program):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([ptec, "compile", program, "-o", out, "--name", "m", "--kernels",
                        "cmsis-nn,portable"], check=True, stdout=subprocess.DEVNULL)
        text = pathlib.Path(out, "m.c").read_text()
    structs = {name: dict.fromkeys("ph pw".split(), 0) | {
        key: int(number) for key, number in re.findall(r"\.(\w+) = (\d+)", body)}
        for name, body in STRUCT.findall(text)}
    for kind, name in CALL.findall(text):
        yield kind, structs[name]


def row(kind, p):
    window = dict(input_nhwc=[p["n"], p["h"], p["w"], p["c"]],
                  output_nhwc=[p["n"], p["oh"], p["ow"], p["oc"]], padding_hw=[p["ph"], p["pw"]],
                  stride_hw=[p["sh"], p["sw"]], dilation_hw=[p["dh"], p["dw"]])
    if kind in ("gemm", "matmul"):
        place = (p["c"], p["oc"])
        ask = lambda b: cmsis_nn.fully_connected_buffer_size(
            b, cmsis_nn.DataType.A8W8, filter_nhwc=[p["c"], 1, 1, p["oc"]])
    elif kind == "conv2d":
        filters = [p["oc"], p["kh"], p["kw"], p["c"] // p["groups"]]
        place = (p["h"], p["w"], p["c"], *filters)
        ask = lambda b: cmsis_nn.convolve_wrapper_buffer_size(
            b, cmsis_nn.DataType.A8W8, filter_nhwc=filters, **window)
    else:
        filters = [1, p["kh"], p["kw"], p["oc"]]
        place = (p["h"], p["w"], p["c"], *filters)
        ask = lambda b: cmsis_nn.depthwise_conv_wrapper_buffer_size(
            b, cmsis_nn.DataType.A8W8, filter_nhwc=filters, ch_mult=p["oc"] // p["c"], **window)
    name = {"gemm": "PRODUCT", "matmul": "PRODUCT", "conv2d": "CONV", "dwconv2d": "DEPTHWISE"}[kind]
    return f"{name}({', '.join(map(str, (*place, *map(ask, BACKENDS))))})"


def main(ptec, tests, *more):
    tests = pathlib.Path(tests)
    programs = sorted([*tests.glob("cases/*/*cortex_m*/case.bpte"),
                       *tests.glob("corpus/*_cortex_m.bpte"), *map(pathlib.Path, more)])
    rows = {row(*call) for program in programs for call in calls(ptec, program)}
    print("/* SPDX-License-Identifier: 0BSD\n"
          " * Made by tests/export/cmsis_nn.py: the last two are bytes with Helium, and without. */")
    print("\n".join(sorted(rows)))


main(*sys.argv[1:])
