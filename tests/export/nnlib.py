# SPDX-License-Identifier: 0BSD
"""Bytes that the functions of Cadence's nnlib ask for, on HiFi 4 or on HiFi 5, the larger number,
for every call that the programs of tests/cadence make of them, and PROGRAMs. The library says it: what it has for
sizes compiles for any machine, here for one whose pointers have 32 bits too.
`python nnlib.py PTEC .. NNLIB-HIFI4 NNLIB-HIFI5 'i686-linux-gnu-gcc -static' [PROGRAM...]
> ../cadence/sizes.def`. The committed file is of the programs of a PTEC_CORPUS, too."""
import pathlib
import re
import subprocess
import sys
import tempfile

CALL = re.compile(r"pte_xa_(conv2d_f32|dwconv2d_f32_dilated|dwconv2d_f32|max_pool2d_f32|"
                  r"max_pool2d_s8|avg_pool2d_f32)\([^;]*&(\w+)\)")
STRUCT = re.compile(r"pte_xa_window (\w+) = \{([^}]*)\}")
FIELDS = "planes h w c oc oh ow kh kw sh sw ph pw dh dw".split()
KINDS = {"conv2d_f32": "STD", "dwconv2d_f32": "DEPTHWISE", "dwconv2d_f32_dilated": "DILATED",
         "max_pool2d_f32": "MAX", "max_pool2d_s8": "MAX_8", "avg_pool2d_f32": "AVG"}
SOURCES = ("pool/{0}/xa_nn_avgpool.c pool/{0}/xa_nn_maxpool.c cnn/{0}/xa_nn_conv2d_std_circ_buf.c "
           "cnn/{0}/xa_nn_conv2d_depthwise.c cnn/{0}/xa_nn_circ_buf.c").split()
ASK = {"STD": "conv2d_std_getsize(h, w, c, kh, kw, c, sh, ph, sw, pw, oh, ow, oc, -1, -1, 1, 1, 0)",
       "DEPTHWISE": "conv2d_depthwise_getsize(h, w, c, kh, kw, oc / c, sw, sh, pw, ph, oh, ow, -1, 0)",
       "DILATED": "dilated_conv2d_depthwise_getsize(h, w, c, kh, kw, oc / c, dh, dw, sw, sh, pw, ph, "
                  "oh, ow, -1, 0)",
       "MAX": "maxpool_getsize(c, -1, -1, h, w, kh, kw, sw, sh, pw, ph, oh, ow, planes, planes)",
       "MAX_8": "maxpool_getsize(c, 8, 8, h, w, kh, kw, sw, sh, pw, ph, oh, ow, planes, planes)",
       "AVG": "avgpool_getsize(c, -1, -1, h, w, kh, kw, sw, sh, pw, ph, oh, ow, planes, planes)"}


def calls(ptec, program):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([ptec, "compile", program, "-o", out, "--name", "m", "--kernels",
                        "cadence,portable"], check=True, stdout=subprocess.DEVNULL)
        text = pathlib.Path(out, "m.c").read_text()
    structs = {name: dict.fromkeys(FIELDS, 0) | {
        key: int(number) for key, number in re.findall(r"\.(\w+) = (\d+)", body)}
        for name, body in STRUCT.findall(text)}
    for kind, name in CALL.findall(text):
        yield KINDS[kind], tuple(structs[name][field] for field in FIELDS)


def size_of(core, folder, rows, compiler, work):
    """What the functions of this core give for each row."""
    root = pathlib.Path(folder, "xa_nnlib")
    for header in ("config/core-isa.h", "tie/xt_hifi2.h"):  # included, but not needed here
        path = pathlib.Path(work, "xtensa", header)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    lines = ["#include <stdio.h>"]
    lines += sorted({f"int xa_nn_{text.split('(')[0]}_{core}();" for text in ASK.values()})
    lines.append("int main(void) {")
    for kind, values in rows:
        ask = ASK[kind].replace("(", f"_{core}(", 1)
        lines.append(f"{{ int {', '.join(f'{f} = {v}' for f, v in zip(FIELDS, values))};"
                     f" printf(\"%d\\n\", xa_nn_{ask}); }}")
    main = pathlib.Path(work, f"{core}.c")
    main.write_text("\n".join([*lines, "return 0; }"]))
    binary = pathlib.Path(work, core)
    subprocess.run([*compiler.split(), "-w", "-O1", "-DENABLE_SCRATCH_SIZE_API_ONLY",
                    "-DNNLIB_V2", f"-D{core}", f"-I{work}", f"-I{root}/include",
                    f"-I{root}/include/nnlib", f"-I{root}/algo/common/include",
                    f"-I{root}/algo/ndsp/{core}/include", main,
                    *(root / "algo/kernels" / s.format(core) for s in SOURCES), "-o", binary],
                   check=True)
    out = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    return list(map(int, out.split()))


def main(ptec, tests, hifi4, hifi5, compiler, *more):
    tests = pathlib.Path(tests)
    patterns = re.search(r'set\(programs "([^"]*)"\)',
                         (tests / "cadence/CMakeLists.txt").read_text()).group(1).split()
    programs = sorted({p for pattern in patterns for p in tests.glob(pattern)} | set(map(pathlib.Path, more)))
    rows = sorted({row for program in programs for row in calls(ptec, program)})
    with tempfile.TemporaryDirectory() as work:
        sizes = zip(size_of("hifi4", hifi4, rows, compiler, work),
                    size_of("hifi5", hifi5, rows, compiler, work))
    print("/* SPDX-License-Identifier: 0BSD\n"
          " * Made by tests/export/nnlib.py: Window of standin.h, and bytes. */")
    for (kind, values), size in zip(rows, sizes):
        print(f"WINDOW({', '.join(map(str, (kind, *values, max(size))))})")


main(*sys.argv[1:])
