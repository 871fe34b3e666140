# SPDX-License-Identifier: 0BSD
"""Writes FlatBuffers from plain Python, well-formed or damaged on purpose. Needs nothing but Python."""
import struct

# Each table: its fields in the order of the schema. A letter is struct's; s string, @ table, [ vector, * bytes that
# are aligned to 16. A union takes two fields.
SCHEMA = """
Program version:I execution_plan:[@ constant_buffer:[@ backend_delegate_data:[@ segments:[@ constant_segment:@ \
mutable_data_segments:[@ named_data:[@
Plan name:s container_meta_type:@ values:[@ inputs:[i outputs:[i chains:[@ operators:[@ delegates:[@ \
non_const_buffer_sizes:[q non_const_buffer_device:[@
Device buffer_idx:i device_type:b device_index:b
EValue val_type:B val:@
Null
Int int_val:q
Bool bool_val:?
Double double_val:d
String string_val:s
IntList items:[q
DoubleList items:[d
BoolList items:[B
TensorList items:[i
Tensor scalar_type:b storage_offset:i sizes:[i dim_order:[B requires_grad:? data_buffer_idx:I allocation_info:@ \
layout:b shape_dynamism:b extra_tensor_info:@
Allocation memory_id:I memory_offset_low:I memory_offset_high:I
Extra mutable_data_segments_idx:Q fully_qualified_name:s location:b device_type:b device_index:b
Chain inputs:[i outputs:[i instructions:[@ stacktrace:[@
Instruction instr_args_type:B instr_args:@
Call index:i args:[i
Pair first:i second:i
Operator name:s overload:s
Delegate id:s processed:@ compile_specs:[@
Processed location:b index:I
Spec key:s value:[B
InlineData data:*
Buffer storage:*
Segment offset:Q size:Q
Subsegments segment_index:I offsets:[Q
Named key:s segment_index:I tensor_layout:@
Bundle version:I method_test_suites:[@ program:*
Suite method_name:s test_cases:[@
Case inputs:[@ expected_outputs:[@
CaseTensor scalar_type:b sizes:[i data:* dim_order:[B
FlatTensor version:I segments:[@ named_data:[@
Layout scalar_type:b sizes:[i dim_order:[B
XnnGraph version:s xnodes:[@ xvalues:[@ num_externs:I input_ids:[I output_ids:[I constant_buffer:[@ mem_buffer_sizes:[I \
constant_data:[@
XnnNode xnode_union_type:B xnode_union:@ debug_handle:I output_min_max:@
XnnRange output_min:f output_max:f
XnnValue xvalue_union_type:B xvalue_union:@
XnnTensor datatype:h num_dims:I dims:[I constant_buffer_idx:I external_id:I flags:I id_out:I dq_datatype:h
XnnQuantised tensor_value:@ quant_params_type:B quant_params:@
XnnPerTensor scale:f zero_point:i
XnnPerChannel scale:[f channel_dim:i scale_buffer_idx:I num_scales:I
XnnPerBlock scale:[f channel_dim:i group_size:i scale_bf16:[H scale_buffer_idx:I num_scales:I
XnnPerToken num_nonbatch_dims:i
XnnConstant offset:Q size:Q named_key:s
XnnUnary input_id:I output_id:I flags:I
XnnBinary input1_id:I input2_id:I output_id:I flags:I
XnnAttention query_id:I key_id:I value_id:I scale_id:I mask_id:I output_id:I flags:I
XnnTranspose num_dims:I perm:[I input_id:I output_id:I flags:I
XnnFullyConnected input1_id:I filter_id:I bias_id:I output_id:I flags:I
XnnConv padding_top:I padding_right:I padding_bottom:I padding_left:I kernel_height:I \
kernel_width:I subsampling_height:I subsampling_width:I dilation_height:I dilation_width:I group_input_channels:I \
group_output_channels:I groups:I adjustment_height:I adjustment_width:I input1_id:I filter_id:I bias_id:I \
output_id:I flags:I
XnnPool padding_top:I padding_right:I padding_bottom:I padding_left:I pooling_height:I \
pooling_width:I stride_height:I stride_width:I dilation_height:I dilation_width:I input_id:I output_id:I flags:I
XnnArgMaxPool padding_top:I padding_right:I padding_bottom:I padding_left:I pooling_height:I \
pooling_width:I input_id:I output_value_id:I output_index_id:I flags:I
XnnResize new_height:I new_width:I input_id:I output_id:I flags:I
XnnPad pre_paddings:[I post_paddings:[I padding_value:f input_id:I output_id:I flags:I
XnnReshape num_dims:I new_shape:[I input_id:I output_id:I flags:I
XnnCat axis:I input1_id:I input2_id:I input3_id:I input4_id:I output_id:I flags:I input5_id:I
XnnSlice num_dims:I offsets:[I sizes:[I input_id:I output_id:I flags:I
XnnLeakyRelu negative_slope:f input_id:I output_id:I flags:I
Dump version:I run_data:[@
DumpRun name:s bundled_input_index:i allocators:[@ events:[@
DumpEvent profile_event:@ allocation_event:@ debug_event:@
DumpTime name:s chain_index:i instruction_id:i delegate_debug_id_int:i delegate_debug_id_str:s delegate_metadata:[B \
start_time:Q end_time:Q
DumpResult chain_index:i instruction_id:i debug_entry:@ delegate_debug_id_int:i delegate_debug_id_str:s name:s
DumpValue val:b tensor:@ tensor_list:@ int_value:@ float_value:@ double_value:@ bool_value:@ output:@
DumpTensor scalar_type:b sizes:[q strides:[q offset:q
DumpList tensors:[@
"""
FIELDS = {words[0]: [field.split(":") for field in words[1:]]
          for words in (line.split() for line in SCHEMA.strip().splitlines())}


class Table(dict):
    """Fields by name; those that are missing or None are absent from the file."""

    def __init__(self, kind, **fields):
        super().__init__(fields)
        self.kind = kind


class Writer:
    """Parents come before children, depth first, in the order in which their fields were given. A table that is
    used twice before it is written is written once."""

    def __init__(self, root, identifier, header=b""):
        self.out = bytearray(struct.pack("<I4s", 0, identifier) + header)
        self.at = {}  # id of a table: its position
        self.slot = {}  # (id of a table, field): position of the field's own bytes
        self.target = {}  # (id of a table, field): position of the string or vector that it points to
        self.waiting = {}  # id of a table: slots to fill once it is written
        self.children = []
        self.refer(0, root)
        queue = self.children
        while queue:
            self.children = []
            self.table(queue.pop(0))
            queue = self.children + queue

    def pad(self, align, ahead=0):
        self.out += bytes(-(len(self.out) + ahead) % align)

    def refer(self, slot, table):
        if id(table) not in self.waiting:
            self.waiting[id(table)] = []
            self.children.append(table)
        self.waiting[id(table)].append(slot)

    def point(self, slot, position):
        struct.pack_into("<I", self.out, slot, position - slot)

    def table(self, table):
        present = [(i, name, kind) for i, (name, kind) in enumerate(FIELDS[table.kind]) if table.get(name) is not None]
        sizes = [struct.calcsize(kind) if kind[0] not in "s@[*" else 4 for _, _, kind in present]
        vtable = [0] * (1 + max((i for i, _, _ in present), default=-1))
        size = 4
        for (i, _, _), bytes_ in zip(present, sizes):
            size += -size % bytes_
            vtable[i] = size
            size += bytes_
        self.pad(2)
        self.pad(8, 4 + 2 * len(vtable))
        start = len(self.out)
        self.out += struct.pack(f"<HH{len(vtable)}H", 4 + 2 * len(vtable), size, *vtable)
        at = len(self.out)
        self.out += struct.pack("<i", at - start) + bytes(size - 4)
        self.at[id(table)] = at
        for slot in self.waiting.pop(id(table)):
            self.point(slot, at)
        for i, name, kind in present:
            self.slot[id(table), name] = at + vtable[i]
        kinds = dict(FIELDS[table.kind])
        for name, value in table.items():
            if value is not None:
                self.field(self.slot[id(table), name], (id(table), name), kinds[name], value)

    def field(self, slot, key, kind, value):
        if kind == "@":
            self.refer(slot, value)
        elif kind[0] in "s[*":
            align = {"s": 4, "*": 16}.get(kind) or (4 if kind == "[@" else max(4, struct.calcsize(kind[1])))
            self.pad(align, 4)
            self.point(slot, len(self.out))
            self.target[key] = len(self.out)
            self.vector(kind, value)
        else:
            struct.pack_into("<" + kind, self.out, slot, value)

    def vector(self, kind, value):
        if kind == "s":
            text = value.encode() if isinstance(value, str) else value
            self.out += struct.pack("<I", len(text)) + text + b"\0"
        elif kind == "*":
            self.out += struct.pack("<I", len(value)) + value
        elif kind == "[@":
            at = len(self.out)
            self.out += struct.pack("<I", len(value)) + bytes(4 * len(value))
            for i, table in enumerate(value):
                self.refer(at + 4 + 4 * i, table)
        else:
            self.out += struct.pack(f"<I{len(value)}{kind[1]}", len(value), *value)
