# SPDX-License-Identifier: 0BSD
"""Programs that the executorch package lowers, and tensors of torch, against eager PyTorch."""
import importlib.util
import os

from common import QUICK, WithFolder, case, np, ptec, unittest

if importlib.util.find_spec("executorch") is None:
    raise unittest.SkipTest("the package executorch is not installed")
import torch  # noqa: E402
from executorch.exir import to_edge  # noqa: E402


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.conv = torch.nn.Conv2d(3, 4, 3, padding=1)
        self.linear = torch.nn.Linear(4 * 8 * 8, 5)

    def forward(self, x):
        return self.linear(torch.relu(self.conv(x)).flatten(1))


class Lowered(WithFolder):
    def setUp(self):
        super().setUp()
        torch.manual_seed(1)
        self.net, self.x = Net().eval(), torch.randn(1, 3, 8, 8)
        self.exported = torch.export.export(self.net, (self.x,))
        with torch.no_grad():
            self.want = self.net(self.x)

    def test_exported_programs_are_lowered(self):
        for lower in (None, "portable", "xnnpack"):
            got = ptec.load(self.exported, lower=lower, **QUICK)(self.x)
            self.assertIsInstance(got, torch.Tensor)
            torch.testing.assert_close(got, self.want)

    def test_managers_are_taken_as_they_are(self):
        manager = to_edge(self.exported).to_executorch()
        torch.testing.assert_close(ptec.load(manager, **QUICK)(self.x), self.want)
        torch.testing.assert_close(ptec.load(manager.buffer, **QUICK)(self.x), self.want)

    def test_cortex_m_quantises_by_the_inputs_that_it_is_given(self):
        model = ptec.load(self.exported, lower="cortex_m", calibration=[(self.x,)], **QUICK)
        self.assertIn("cortex_m::quantized_conv2d.out", model.manifest["operators"])
        self.assertEqual(model.forward.inputs[0].dim_order, (0, 2, 3, 1))
        torch.testing.assert_close(model(self.x), self.want, atol=0.05, rtol=0)
        with self.assertRaisesRegex(TypeError, "needs calibration"):
            ptec.compile(self.exported, out=self.folder, lower="cortex_m")

    def test_ways_that_are_not_there(self):
        with self.assertRaisesRegex(TypeError, "lower='vulkan' is not one of"):
            ptec.compile(self.exported, out=self.folder, lower="vulkan")
        with self.assertRaisesRegex(TypeError, "'calibration' is for lower='cortex_m'"):
            ptec.compile(self.exported, out=self.folder, lower="xnnpack", calibration=[(self.x,)])


class Inspected(WithFolder):
    """Inspector on dumps of ptec: which operators it places in a step, and that values are eager's."""

    def inspect(self, program, x):
        from executorch.devtools import Inspector
        from ptec._program import find_program, run

        (self.folder / "net.pte").write_bytes(program.buffer)
        np.save(self.folder / "x.npy", x.numpy())
        output = ptec.compile(self.folder / "net.pte", out=self.folder, name="net")
        run([find_program(), "run", str(self.folder / "net.pte"), "--name", "net", "--input",
             str(self.folder / "x.npy"), "-n", "2", "--etdump", str(self.folder / "net.etdp")])
        record = program.get_etrecord()
        record.update_representative_inputs([[x]])
        return Inspector(etdump_path=str(self.folder / "net.etdp"), debug_buffer_path=str(self.folder / "net.bin"),
                         etrecord=ptec.link_etrecord(record, output))

    def lowered(self, partitioner=None):
        from executorch.exir import to_edge_transform_and_lower

        torch.manual_seed(1)
        self.x = torch.randn(1, 3, 8, 8)
        exported = torch.export.export(Net().eval(), (self.x,))
        return to_edge_transform_and_lower(exported, partitioner=partitioner, generate_etrecord=True).to_executorch()

    def check_steps(self, inspector, linear):
        events = {event.name: event for event in inspector.event_blocks[0].events}
        self.assertEqual(len(events["conv3x3_3x4"].perf_data.raw), 2)
        self.assertEqual(events["conv3x3_3x4"].op_types, ["aten.convolution.default", "aten.relu.default"])
        self.assertEqual(events["gemm_256x256x5"].op_types[-1], linear)
        self.assertIn("in forward", str(events["conv3x3_3x4"].stack_traces))
        with torch.no_grad():
            want = torch.relu(Net().eval().conv(self.x))
        torch.testing.assert_close(events["conv3x3_3x4"].debug_data[0], want)
        gaps = inspector.calculate_numeric_gap("MSE")
        self.assertEqual(len(gaps), 2)
        self.assertLess(max(gap[0] for gap in gaps["gap"]), 1e-10)

    def test_operators_of_the_program(self):
        self.check_steps(self.inspect(self.lowered(), self.x), "aten.addmm.default")

    def test_nodes_of_a_delegate(self):
        from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner

        self.check_steps(self.inspect(self.lowered([XnnpackPartitioner()]), self.x), "aten.linear.default")


class Bundled(WithFolder):
    def test_executorch_reads_what_bundle_writes(self):
        from executorch.devtools.bundled_program.serialize import deserialize_from_flatbuffer_to_bundled_program
        from executorch.extension.pybindings import portable_lib
        from ptec._program import find_program, run

        torch.manual_seed(1)
        net, x = Net().eval(), torch.randn(1, 3, 8, 8)
        program = to_edge(torch.export.export(net, (x,))).to_executorch().buffer
        (self.folder / "net.pte").write_bytes(program)
        np.save(self.folder / "x.npy", x.numpy())
        run([find_program(), "bundle", str(self.folder / "net.pte"), "--input", str(self.folder / "x.npy"),
             "-o", str(self.folder / "net.bpte"), "--cc", "cc"])
        data = (self.folder / "net.bpte").read_bytes()
        bundle = deserialize_from_flatbuffer_to_bundled_program(data)
        self.assertEqual(bundle.program, program)
        case, = bundle.method_test_suites[0].test_cases
        self.assertEqual(bytes(case.inputs[0].val.data), x.numpy().tobytes())
        want = torch.frombuffer(bytearray(case.expected_outputs[0].val.data), dtype=torch.float32)
        with torch.no_grad():
            torch.testing.assert_close(want.reshape(case.expected_outputs[0].val.sizes), net(x))
        portable_lib._load_for_executorch_from_bundled_program(portable_lib._load_bundled_program_from_buffer(data))


class Notebook(WithFolder):
    def test_its_cells_run_one_after_the_other(self):
        import contextlib
        import json
        from pathlib import Path

        notebook = json.loads((Path(__file__).parents[1] / "examples" / "notebook.ipynb").read_text())
        names = {}
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(None):
                    exec("".join(cell["source"]), names)
        self.assertIn(["aten.convolution.default", "aten.relu.default"], names["steps"].values())


class Tensors(WithFolder):
    def test_halves_that_numpy_lacks(self):
        program = to_edge(torch.export.export(torch.nn.ReLU(), (torch.ones(4, dtype=torch.bfloat16),))).to_executorch()
        model, x = ptec.load(program, **QUICK), torch.tensor([-1.5, 0.0, 2.5, 1e30], dtype=torch.bfloat16)
        torch.testing.assert_close(model(x), torch.relu(x), rtol=0, atol=0)
        bits = model(x.view(torch.int16).numpy().view(np.uint16))
        np.testing.assert_array_equal(bits, torch.relu(x).view(torch.int16).numpy().view(np.uint16))

    def test_errors_name_the_argument(self):
        model = ptec.load(case("aten/relu"), **QUICK)
        shape = model.forward.inputs[0].shape
        with self.assertRaisesRegex(TypeError, "input has dtype float64; float32 is wanted"):
            model(torch.zeros(shape).double())
        with self.assertRaisesRegex(ValueError, r"input has shape \(1, .*\) is wanted"):
            model(torch.zeros((1, *shape)))
        for x, kind in ((torch.zeros(shape, device="meta"), "on the device meta"),
                        (torch.zeros(shape).to_sparse(), "sparse")):
            with self.assertRaisesRegex(TypeError, rf"forward\(\): input is {kind}; a dense tensor"):
                model(x)

    def test_tensors_that_are_transposed_or_need_a_gradient(self):
        model = ptec.load(case("aten/relu"), **QUICK)
        shape = model.forward.inputs[0].shape
        x = torch.randn(tuple(reversed(shape)), requires_grad=True).permute(*reversed(range(len(shape))))
        torch.testing.assert_close(model(x), torch.relu(x.detach()), rtol=0, atol=0)


if __name__ == "__main__":
    unittest.main()
