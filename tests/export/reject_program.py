# SPDX-License-Identifier: 0BSD
"""Well-formed files that no runtime could run: indices, kinds, sizes, places that do not fit."""
import programs
from damage import add, damage
from flatwriter import Table
from programs import call, value


# ==== Methods ===================================================================================
@damage()
def methods_none(m):
    m.program["execution_plan"] = []


@damage()
def methods_same_name(m):
    other = programs.branch()
    m.program["execution_plan"].append(other.forward)


def missing(name, field):
    def edit(model):
        model.forward[field] = None
    add(name, edit)


missing("method_without_name", "name")
missing("method_without_values", "values")
missing("method_without_inputs", "inputs")
missing("method_without_outputs", "outputs")
missing("method_without_chains", "chains")
missing("method_without_memories", "non_const_buffer_sizes")
missing("method_without_operators", "operators")


@damage()
def method_chains_empty(m):
    m.forward["chains"] = []


@damage()
def input_out_of_range(m):
    m.forward["inputs"] = [11]


@damage()
def input_negative(m):
    m.forward["inputs"] = [-1]


@damage()
def input_constant(m):
    m.forward["inputs"] = [0]


@damage()
def input_list(m):
    m.forward["inputs"] = [6]


@damage()
def input_twice(m):
    m.forward["inputs"] = [2, 2]


@damage()
def output_list(m):
    m.values[6] = value("BoolList", items=[True])
    m.forward["outputs"] = [6]


@damage()
def output_out_of_range(m):
    m.forward["outputs"] = [0x7FFFFFFF]


@damage()
def memory_negative(m):
    m.forward["non_const_buffer_sizes"] = [0, -64]


@damage()
def memory_too_large(m):
    m.forward["non_const_buffer_sizes"] = [0, (1 << 48) + 1]


@damage()
def memory_on_gpu(m):
    m.forward["non_const_buffer_device"] = [Table("Device", buffer_idx=1, device_type=1)]


# ==== Values ====================================================================================
@damage()
def value_kind_unknown(m):
    m.values[4]["val_type"] = 12


@damage()
def value_kind_missing(m):
    m.values[4]["val_type"] = None


@damage()
def value_missing(m):
    m.values[4]["val"] = None


@damage()
def string_value_missing(m):
    m.values[4] = value("String")


@damage()
def list_items_missing(m):
    m.values[6] = value("BoolList")


@damage()
def list_item_out_of_range(m):
    m.tensor(6)["items"] = [4, 1 << 40]


@damage()
def list_item_negative(m):
    m.tensor(6)["items"] = [4, -1]


@damage()
def list_item_tensor(m):
    m.tensor(6)["items"] = [4, 0]


@damage()
def list_item_itself(m):
    m.tensor(6)["items"] = [6, 6]


@damage(programs.lists)
def tensor_list_item_none(m):
    m.tensor(4)["items"] = [0, -1]


@damage(programs.lists)
def tensor_list_item_int(m):
    m.tensor(4)["items"] = [0, 5]


@damage(programs.lists)
def optional_list_item_minus_two(m):
    m.tensor(2)["items"] = [-2, 1]


@damage(programs.lists)
def optional_list_item_int(m):
    m.tensor(2)["items"] = [-1, 5]


# ==== Tensors ===================================================================================
def with_tensor(name, index=2, base=programs.linear, **fields):
    def edit(model):
        model.tensor(index).update(fields)
    add(name, edit, base)


def with_allocation(name, **fields):
    def edit(model):
        model.tensor(2)["allocation_info"].update(fields)
    add(name, edit)


with_tensor("tensor_size_negative", sizes=[1, -3])
with_tensor("tensor_sizes_missing", sizes=None)
with_tensor("tensor_rank_17", sizes=[1] * 17, dim_order=list(range(17)))
with_tensor("tensor_dim_order_short", dim_order=[0])
with_tensor("tensor_dim_order_missing", dim_order=None)
with_tensor("tensor_dim_order_repeats", dim_order=[1, 1])
with_tensor("tensor_dim_order_out_of_range", dim_order=[0, 2])
with_tensor("tensor_bytes_overflow", sizes=[0x7FFFFFFF] * 3, dim_order=[0, 1, 2])
with_tensor("tensor_bytes_overflow_by_element", sizes=[0x7FFFFFFF, 0x7FFFFFFF], allocation_info=None)
with_tensor("tensor_strides_overflow", sizes=[0] + [0x7FFFFFFF] * 3, dim_order=[0, 1, 2, 3])
with_tensor("tensor_dtype_negative", scalar_type=-1)
with_tensor("tensor_storage_offset", storage_offset=1)
with_tensor("tensor_unbound", shape_dynamism=2)
with_tensor("tensor_dynamism_unknown", shape_dynamism=3)
with_tensor("tensor_location_unknown", extra_tensor_info=Table("Extra", location=2))
with_tensor("tensor_on_gpu", extra_tensor_info=Table("Extra", device_type=1))
with_tensor("constant_index_out_of_range", index=0, data_buffer_idx=3)
with_tensor("constant_index_huge", index=0, data_buffer_idx=0xFFFFFFFF)
with_tensor("constant_too_short", index=0, sizes=[2, 300])
with_tensor("initial_data_missing", data_buffer_idx=1)
with_tensor("initial_data_out_of_range", index=1, base=programs.counter, data_buffer_idx=2)
with_tensor("initial_data_too_short", index=1, base=programs.counter, sizes=[3])
with_allocation("planned_memory_0", memory_id=0)
with_allocation("planned_memory_out_of_range", memory_id=2)
with_allocation("planned_memory_huge", memory_id=0xFFFFFFFF)
with_allocation("planned_one_byte_outside", memory_offset_low=53)
with_allocation("planned_behind_memory", memory_offset_low=65)
with_allocation("planned_offset_overflow", memory_offset_low=0xFFFFFFFF, memory_offset_high=0xFFFFFFFF)


@damage()
def constant_buffer_index_out_of_range(m):
    m.inline_constants()
    m.tensor(0)["data_buffer_idx"] = 3


@damage()
def constant_buffer_too_short(m):
    m.inline_constants()
    m.program["constant_buffer"][1]["storage"] = bytes(23)


@damage()
def constants_in_two_places(m):
    m.program["constant_buffer"] = [Table("Buffer"), Table("Buffer", storage=bytes(24))]


@damage()
def constant_behind_segment(m):
    m.program["constant_segment"]["offsets"][1] = 1 << 40


@damage()
def constant_offset_overflow(m):
    m.program["constant_segment"]["offsets"][1] = (1 << 64) - 4


@damage()
def constant_misaligned(m):
    m.program["constant_segment"]["offsets"][1] = 2


@damage()
def segment_index_out_of_range(m):
    m.program["constant_segment"]["segment_index"] = 1


@damage()
def segment_behind_file(m):
    m.program["segments"][0]["offset"] = 4096


@damage()
def segment_too_large(m):
    m.program["segments"][0]["size"] = 4096


@damage()
def segment_overflow(m):
    m.program["segments"][0]["offset"] = (1 << 64) - 16


@damage()
def segment_without_header(m):
    m.inline_constants()
    m.program["segments"] = [Table("Segment", offset=0, size=16)]


@damage(programs.delegated)
def named_data_segment_out_of_range(m):
    m.program["named_data"] = [Table("Named", key="weight", segment_index=9)]


@damage(programs.delegated)
def named_data_same_key(m):
    m.program["named_data"] = [Table("Named", key="weight"), Table("Named", key="weight")]


@damage(programs.delegated)
def named_data_without_key(m):
    m.program["named_data"] = [Table("Named", segment_index=0)]


# ==== Operators, delegates, instructions ========================================================
def with_args(name, instruction, base=programs.linear, **fields):
    def edit(model):
        model.args(instruction).update(fields)
    add(name, edit, base)


with_args("operator_index_out_of_range", 0, index=3)
with_args("operator_index_negative", 0, index=-1)
with_args("argument_out_of_range", 1, args=[1, 2, 3, 8, 9, 7, 11])
with_args("argument_negative", 1, args=[1, 2, 3, 8, 9, 7, -1])
with_args("arguments_missing", 1, args=None)
with_args("delegate_index_out_of_range", 0, base=programs.delegated, index=1)
with_args("delegate_argument_out_of_range", 0, base=programs.delegated, args=[0, 2])
with_args("move_from_out_of_range", 4, base=programs.branch, first=12)
with_args("move_to_negative", 4, base=programs.branch, second=-1)
with_args("move_of_other_kind", 4, base=programs.branch, first=3)
with_args("move_of_other_type", 4, base=programs.branch, first=5)
with_args("jump_behind_end", 2, base=programs.branch, second=9)
with_args("jump_negative", 2, base=programs.branch, second=-1)
with_args("jump_to_itself", 2, base=programs.branch, second=2)
with_args("jump_on_list", 2, base=programs.branch, first=2)
with_args("jump_on_float_tensor", 2, base=programs.branch, first=0)
with_args("jump_on_nothing", 2, base=programs.branch, first=-1)


@damage()
def instruction_kind_unknown(m):
    m.instructions[0]["instr_args_type"] = 6


@damage()
def instruction_missing(m):
    m.instructions[0]["instr_args"] = None


@damage()
def free_of_int(m):
    m.instructions.append(call("free", 4))


@damage()
def operator_without_name(m):
    m.forward["operators"][0]["name"] = None


@damage(programs.delegated)
def delegate_without_id(m):
    m.forward["delegates"][0]["id"] = None


@damage(programs.delegated)
def delegate_segment_out_of_range(m):
    m.forward["delegates"][0]["processed"]["index"] = 2


@damage(programs.delegated)
def delegate_location_unknown(m):
    m.forward["delegates"][0]["processed"]["location"] = 2


@damage(programs.delegated, inline=True)
def delegate_data_out_of_range(m):
    m.forward["delegates"][0]["processed"]["index"] = 1


@damage(programs.delegated)
def delegate_spec_without_key(m):
    m.forward["delegates"][0]["compile_specs"][0]["key"] = None
