# SPDX-License-Identifier: 0BSD
"""ptec.load: what calls compute, and what they refuse."""
import os
import resource
import threading
from pathlib import Path

from common import QUICK, WithFolder, case, corpus, np, ptec, unittest


def floats(*shape):
    return np.random.default_rng(0).standard_normal(shape, np.float32)


class Calls(WithFolder):
    def load(self, name, **options):
        return ptec.load(case(name), **{**QUICK, **options})

    def test_recorded_calls_of_a_network_with_the_default_options(self):
        model = ptec.load(corpus("resnet8_portable"))
        for call in self.recorded(corpus("resnet8_portable")):
            got = model(call["input"].reshape(model.forward.inputs[0].shape))
            np.testing.assert_allclose(got.ravel(), call["output"], rtol=1e-3, atol=1e-5)

    def test_recorded_calls_of_a_network_with_bytes_at_its_border(self):
        path = corpus("resnet8_cortex_m")
        model = ptec.load(path, io="int8", **QUICK)
        wanted, given = model.forward.inputs[0], model.forward.outputs[0]
        self.assertEqual((wanted.dtype, wanted.dim_order), ("int8", (0, 2, 3, 1)))
        for call in self.recorded(path):
            n, c, h, w = wanted.shape
            image = call["input"].reshape(n, h, w, c).transpose(0, 3, 1, 2)  # recorded as it lies in memory
            got = given.dequantize(model(wanted.quantize(image)))
            np.testing.assert_array_equal(got.ravel(), call["output"])

    def test_steps_may_be_shared_among_threads(self):
        path, before = corpus("resnet8_portable"), len(os.listdir("/proc/self/task"))
        model, x = ptec.load(path, threads=3, **QUICK), floats(1, 3, 32, 32)
        self.assertEqual(len(os.listdir("/proc/self/task")), before + 2)
        np.testing.assert_array_equal(model(x), ptec.load(path, **QUICK)(x))
        del model
        self.assertEqual(len(os.listdir("/proc/self/task")), before)

    def test_state_lasts_until_reset_and_belongs_to_one_model(self):
        model, other = self.load("graph/methods_shared_state"), self.load("graph/methods_shared_state")
        x, zeros = floats(3), np.zeros(3, np.float32)
        np.testing.assert_array_equal(model.write(x), x)
        np.testing.assert_array_equal(model["write"](x), x + x)
        np.testing.assert_array_equal(other.read(zeros), zeros)
        np.testing.assert_array_equal(model.read(x), 4 * x + x)
        model.reset()
        np.testing.assert_array_equal(model.read(zeros), zeros)
        self.assertEqual(set(model.methods), {"read", "write"})

    def test_state_starts_with_the_programs_values(self):
        calls = self.recorded(case("graph/state_initial"))
        model = self.load("graph/state_initial")
        for call in calls:  # each was recorded from a fresh state
            np.testing.assert_allclose(model(call["input"]), call["output"], rtol=1e-6)
            model.reset()
        model(calls[0]["input"])
        self.assertFalse(np.array_equal(model(calls[-1]["input"]), calls[-1]["output"]))

    def test_sizes_may_vary_up_to_the_bound(self):
        model = self.load("graph/dynamic_pair")
        for n in (2, 5, 9):
            a, b = floats(n, 4), floats(n, 4)[::-1]  # not contiguous
            added, soft, mixed = model(a, b)
            np.testing.assert_array_equal(added, a + b)
            e = np.exp(np.maximum(a, b))
            np.testing.assert_allclose(soft, e / e.sum(1, keepdims=True), rtol=1e-5)
            np.testing.assert_array_equal(mixed, b * 2 - a)

    def test_numbers_and_constants_are_python_numbers(self):
        model = self.load("graph/methods_constant")
        self.assertEqual((model.rate(), model.scale(), model.cached(), model.ends(), model.title()),
                         (-16000, 0.125, True, (2, 7), 'llama "3"\n'))
        np.testing.assert_array_equal(model.labels(), [3, 1])
        outputs = self.load("graph/size_outputs")(np.ones((3, 2), np.float32))
        self.assertEqual(outputs[1:3], (3, 4))

    def test_axes_come_in_the_order_of_the_program_and_not_of_memory(self):
        x = floats(2, 3, 4, 5)
        np.testing.assert_array_equal(self.load("dim_order/clone_channels_last")(x), x)

    def test_complex_numbers(self):
        model, x = self.load("aten/alias_copy_complex"), floats(3, 5) + 1j * floats(3, 5)[::-1]
        np.testing.assert_array_equal(model(x), x)
        with self.assertRaisesRegex(TypeError, "complex numbers of f16"):
            self.load("aten/cat_c32_complex")

    def test_random_numbers_follow_from_the_seed(self):
        model, half = self.load("aten/rand"), np.array(0.5, np.float32)
        first = model(half)  # whether each of 15 numbers is below it
        self.assertFalse(np.array_equal(model(half), first))
        for start_anew in (lambda: model.seed(0), model.reset):
            start_anew()
            np.testing.assert_array_equal(model(half), first)
        model.seed(1)
        self.assertFalse(np.array_equal(model(half), first))
        with self.assertRaisesRegex(ValueError, "draws no random numbers"):
            self.load("aten/relu").seed(0)

    def test_calls_of_threads_wait_for_each_other(self):
        model, x = self.load("graph/methods_shared_state"), np.ones(3, np.float32)
        with model._instance.lock:
            thread = threading.Thread(target=model.write, args=(x,))
            thread.start()
            thread.join(0.1)
            self.assertTrue(thread.is_alive(), "a call did not wait for the one before")
        thread.join()
        np.testing.assert_array_equal(model.write(x), 2 * x)


class Refusals(WithFolder):
    def test_arguments_are_named(self):
        model = ptec.load(case("graph/dynamic_batch"), **QUICK)
        for x, error, text in (
                (floats(3, 4).astype(float), TypeError, "input has dtype float64; float32 is wanted"),
                ([1.0], TypeError, "input is a list; a numpy array or a torch tensor of float32 is wanted"),
                (floats(3, 5), ValueError, r"input has shape \(3, 5\); \(\?, 4\) of at most 20 elements is wanted"),
                (floats(6, 4), ValueError, r"input has shape \(6, 4\); \(\?, 4\) of at most 20 elements is wanted"),
                (floats(4), ValueError, r"input has shape \(4,\)")):
            with self.assertRaisesRegex(error, r"forward\(\): " + text):
                model(x)
        with self.assertRaisesRegex(TypeError, "input is not quantised"):
            model.forward.inputs[0].quantize(floats(3, 4))
        with self.assertRaisesRegex(TypeError, r"forward\(\) takes 1 input \(input\), not 2"):
            model(floats(3, 4), floats(3, 4))

    def test_what_only_the_call_finds_has_its_status(self):
        with self.assertRaisesRegex(ptec.CallError, r"input0 \(3, 4\), input1 \(2, 4\)") as caught:
            ptec.load(case("graph/dynamic_pair"), **QUICK)(floats(3, 4), floats(2, 4))
        self.assertEqual(caught.exception.status, 0x10)

    def test_methods_that_are_not_there(self):
        path = case("graph/methods_shared_state")
        with self.assertRaisesRegex(ValueError, "no method 'forward'; the program has read, write"):
            ptec.load(path, method="forward", **QUICK)
        model = ptec.load(path, **QUICK)
        with self.assertRaisesRegex(KeyError, "no method 'forward'"):
            model(floats(3))
        with self.assertRaisesRegex(AttributeError, "no method 'encode'"):
            model.encode(floats(3))


class Cache(WithFolder):
    def entries(self):
        return sorted((self.folder / "cache" / "ptec").iterdir())

    def test_a_program_is_built_once_for_each_set_of_options(self):
        path = case("aten/relu")
        ptec.load(path, **QUICK)
        first = self.entries()
        before = first[0].stat().st_mtime_ns
        ptec.load(path.read_bytes(), **QUICK)
        self.assertEqual((self.entries(), first[0].stat().st_mtime_ns), (first, before))
        ptec.load(path, **{**QUICK, "cflags": "-O0"})
        ptec.load(path, **QUICK, O=0)
        ptec.load(case("aten/neg"), **QUICK)
        self.assertEqual(len(self.entries()), 4)

    def test_without_a_cache_that_can_be_written(self):
        (self.folder / "file").write_text("")
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "file")
        x = floats(*ptec.load(case("aten/relu"), **QUICK).forward.inputs[0].shape)
        np.testing.assert_array_equal(ptec.load(case("aten/relu"), **QUICK)(x), np.maximum(x, 0))

    def test_a_full_disk_leaves_nothing(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, hard))
        try:
            with self.assertRaisesRegex(ptec.CompileError, "cannot write"):
                ptec.load(case("aten/relu"), **QUICK)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        self.assertEqual(self.entries(), [])
        ptec.load(case("aten/relu"), **QUICK)

    def test_a_compiler_that_is_missing_or_fails_is_named(self):
        with self.assertRaisesRegex(ptec.CompileError, "nocc: there is no such C compiler; install one"):
            ptec.load(case("aten/relu"), cc="nocc")
        with self.assertRaisesRegex(ptec.CompileError, "-fnonsense"):
            ptec.load(case("aten/relu"), cflags="-fnonsense")
        self.assertEqual(self.entries(), [])
        self.assertEqual(list(Path.cwd().glob("model.*")), [])


if __name__ == "__main__":
    unittest.main()
