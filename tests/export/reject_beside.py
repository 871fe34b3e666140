# SPDX-License-Identifier: 0BSD
"""Damaged bundles and tensor data files."""
import programs
from damage import CASES, damage, files
from flatwriter import Table


# ==== Bundles ===================================================================================
def bundled(name, edit, program=None):
    def make():
        suite = programs.recorded()
        edit(suite, suite["test_cases"][0])
        return {"case.bpte": programs.bundle(program or programs.linear().build(), suite)}
    CASES["bundle_" + name] = make


def with_input(name, **fields):
    bundled(name, lambda suite, case: case["inputs"][0]["val"].update(fields))


bundled("without_program", lambda suite, case: None, program=b"nothing to run")
bundled("of_bundle", lambda suite, case: None, program=programs.bundle(b""))
bundled("of_damaged_program", lambda suite, case: None, program=programs.linear().build()[:300])
bundled("method_unknown", lambda suite, case: suite.update(method_name="backward"))
bundled("method_missing", lambda suite, case: suite.update(method_name=None))
bundled("inputs_missing", lambda suite, case: case.update(inputs=[]))
bundled("inputs_too_many", lambda suite, case: case.update(inputs=case["inputs"] * 2))
bundled("input_kind_unknown", lambda suite, case: case["inputs"][0].update(val_type=5))
bundled("input_int", lambda suite, case: case.update(inputs=[Table("EValue", val_type=2, val=Table("Int", int_val=1))]))
bundled("output_data_short", lambda suite, case: case["expected_outputs"][0]["val"].update(data=bytes(4)))
with_input("input_data_short", data=bytes(8))
with_input("input_data_missing", data=None)
with_input("input_other_type", scalar_type=3)
with_input("input_other_rank", sizes=[3], dim_order=[0])
with_input("input_other_shape", sizes=[3, 1])
with_input("input_size_negative", sizes=[-1, -3])


@files
def bundle_of_other_numbers():
    """The first case passes: ExecuTorch compares a double with a tolerance, here of 0.00006. In each of the others
    one number of the inputs or of the outputs is another one."""
    others = [(8, 0.5, True), (7, 0.50007, True), (7, 0.5, False)]
    far = [(8, 0.5, True), (7, 0.501, True), (7, 0.5, False)]
    cases = [programs.case_of_numbers((7, 0.50005, True)),
             *(programs.case_of_numbers(given=numbers) for numbers in others),
             *(programs.case_of_numbers(wanted=numbers) for numbers in far)]
    return {"case.bpte": programs.bundle(programs.numbers().build(),
                                         Table("Suite", method_name="forward", test_cases=cases))}


# ==== Tensor data files =========================================================================
def with_ptd(name, data, model=programs.external):
    CASES["ptd_" + name] = lambda: {"case.pte": model().build(), "case.ptd": data, "args.compile": b"--ptd case.ptd\n"}


def entry(**fields):
    return programs.tensor_data(edit=lambda root: root["named_data"][0].update(fields))


def layout(**fields):
    return programs.tensor_data(edit=lambda root: root["named_data"][0]["tensor_layout"].update(fields))


CASES["ptd_not_given"] = lambda: {"case.pte": programs.external().build()}
with_ptd("empty", b"")
with_ptd("is_program", programs.linear().build())
with_ptd("cut_off", programs.tensor_data()[:-8])
with_ptd("header_cut_off", programs.tensor_data()[:40])
with_ptd("header_missing", programs.tensor_data().replace(b"FH01", b"FH00"))
with_ptd("other_key", entry(key="fc.wait"))
with_ptd("key_missing", entry(key=None))
with_ptd("segment_out_of_range", entry(segment_index=1))
with_ptd("without_layout", programs.tensor_data(layout=False))
with_ptd("other_type", layout(scalar_type=3))
with_ptd("other_shape", layout(sizes=[3, 2]))
with_ptd("other_dim_order", layout(dim_order=[1, 0]))
with_ptd("size_negative", layout(sizes=[2, -3]))
with_ptd("data_too_short", layout(sizes=[2, 4]))
with_ptd("segment_behind_file",
         programs.tensor_data(edit=lambda root: root["segments"][0].update(offset=1 << 63, size=1 << 63)))


@damage(programs.external)
def ptd_name_missing(m):
    m.tensor(0)["extra_tensor_info"]["fully_qualified_name"] = None


@files
def ptd_key_twice():
    model = programs.external()
    model.program["named_data"] = [Table("Named", key="fc.weight", segment_index=0)]
    return {"case.pte": model.build(), "case.ptd": programs.tensor_data(), "args.compile": b"--ptd case.ptd\n"}
