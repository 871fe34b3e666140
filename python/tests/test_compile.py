# SPDX-License-Identifier: 0BSD
"""ptec.compile: files, options and errors."""
import re
import subprocess

from ptec._options import CompileOptions
from ptec._program import find_program

from common import WithFolder, case, corpus, ptec, unittest


class Compile(WithFolder):
    def test_output_has_files_manifest_and_sizes(self):
        output = ptec.compile(corpus("resnet8_cortex_m"), out=self.folder, kernels=["portable"], io="int8")
        self.assertEqual(output.name, "resnet8_cortex_m")
        self.assertIn(output.source, output.files)
        self.assertIn(self.folder / "resnet8_cortex_m_weights.bin", output.files)
        header = output.header.read_text()
        for size in ("ARENA", "STATE", "WEIGHTS"):
            value = int(re.search(rf"define RESNET8_CORTEX_M_{size}_BYTES (\d+)", header)[1])
            self.assertEqual(value, getattr(output, f"{size.lower()}_bytes"))
        self.assertEqual([m["name"] for m in output.manifest["methods"]], ["forward"])
        self.assertIn("resnet8_cortex_m, in bytes", output.report)

    def test_bytes_and_objects_with_a_buffer_are_programs(self):
        class Manager:
            buffer = case("aten/relu").read_bytes()

        by_path = ptec.compile(case("aten/relu"), out=self.folder / "path", name="model")
        for x in (Manager.buffer, bytearray(Manager.buffer), Manager()):
            output = ptec.compile(x, out=self.folder / "other")
            self.assertEqual(output.source.read_text(), by_path.source.read_text())

    def test_a_name_that_is_no_identifier_is_changed_as_by_the_command(self):
        path = self.folder / "my-net.1.bpte"
        path.write_bytes(case("aten/relu").read_bytes())
        output = ptec.compile(path, out=self.folder)
        self.assertTrue(output.header.exists())

    def test_options_may_be_lists_numbers_and_flags(self):
        output = ptec.compile(case("graph/dynamic_batch"), out=self.folder, O=0, size=True,
                              bind=["input0.dim0=3", "input0.dim1=4"], max_ram=100000)
        for word in ("-O0", "input0.dim0=3", "input0.dim1=4", "100000"):
            self.assertIn(word, output.manifest["options"])
        self.assertIn("stack", output.report)

    def test_files_are_all_that_was_written(self):
        for options in ({}, {"emit": "bundle"}, {"weights": "c"}, {"cpp": True}, {"shared": "common"}):
            folder = self.folder / "-".join(options) / "new"
            output = ptec.compile(case("aten/linear"), out=folder, **options)
            self.assertEqual(set(output.files), set(folder.iterdir()))

    def test_options_are_those_of_the_command_line(self):
        said = subprocess.run([find_program(), "compile", "--help"], capture_output=True, text=True).stdout
        options = said[:said.index("libraries of kernels:")]
        listed = {word.replace("-", "_") for word in re.findall(r"^  (?:.*  )?--([a-z-]+)", options, re.M)}
        listed |= {"O", "cflags"}
        self.assertEqual(listed - {"overlay"}, set(CompileOptions.__annotations__))  # which is for several programs

    def test_an_option_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(TypeError, r"compile\(\) has no option 'kernel'; did you mean 'kernels'"):
            ptec.compile(case("aten/relu"), out=self.folder, kernel="mcu")
        with self.assertRaisesRegex(TypeError, "'max_ram' is a float"):
            ptec.compile(case("aten/relu"), out=self.folder, max_ram=1.5)
        with self.assertRaisesRegex(TypeError, "'size' is True or False"):
            ptec.compile(case("aten/relu"), out=self.folder, size="yes")
        with self.assertRaisesRegex(TypeError, r"load\(\) has no option 'emit'"):
            ptec.load(case("aten/relu"), emit="c")

    def test_errors_have_the_message_of_ptec(self):
        with self.assertRaisesRegex(ptec.CompileError, "more than --max-ram 1,000"):
            ptec.compile(corpus("resnet8_cortex_m"), out=self.folder, max_ram=1000)
        with self.assertRaisesRegex(ptec.CompileError, "--emit: 'foo' is not one of its values"):
            ptec.compile(case("aten/relu"), out=self.folder, emit="foo")
        with self.assertRaisesRegex(ptec.CompileError, "^ptec: "):
            ptec.compile(b"no program", out=self.folder)

    def test_what_is_no_program_is_refused(self):
        with self.assertRaises(FileNotFoundError):
            ptec.compile(self.folder / "missing.pte", out=self.folder)
        with self.assertRaisesRegex(TypeError, "^int is no program.*torch.export.export"):
            ptec.compile(3, out=self.folder)
        with self.assertRaisesRegex(TypeError, "'lower' and 'calibration' are for an ExportedProgram"):
            ptec.compile(case("aten/relu").read_bytes(), out=self.folder, lower="xnnpack")


if __name__ == "__main__":
    unittest.main()
