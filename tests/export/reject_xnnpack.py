# SPDX-License-Identifier: 0BSD
"""Programs whose XNNPACK data is damaged, or means what ptec refuses."""
import programs
from damage import add
from flatwriter import Table
from programs import XnnModel, xnn_node, xnn_value


def xnn(function):
    """The function damages the small graph; its folder is xnnpack_ and its name."""
    add("xnnpack_" + function.__name__, function, XnnModel)


def tensor(m, i):
    return m.graph["xvalues"][i]["xvalue_union"]


def node(m, i):
    return m.graph["xnodes"][i]["xnode_union"]


# ==== The blob ==================================================================================
@xnn
def empty(m):
    m.edit_blob(lambda out: out.clear())


@xnn
def header_short(m):
    m.edit_blob(lambda out: out.__delitem__(slice(29, None)))


@xnn
def constants_cut(m):
    m.edit_blob(lambda out: out.__delitem__(slice(len(out) - 4, None)))


@xnn
def graph_cut(m):
    m.edit_blob(lambda out: out.__delitem__(slice(100, None)))


for name, position, form, value in (("graph_offset_large", 10, "<I", 1 << 31), ("graph_size_large", 14, "<I", 1 << 20),
                                    ("graph_size_0", 14, "<I", 0), ("constants_before_graph", 18, "<I", 40),
                                    ("constants_size_overflow", 22, "<Q", (1 << 64) - 8)):
    add("xnnpack_" + name, lambda m, a=(position, form, value): m.header_field(*a), XnnModel)


@xnn
def other_version(m):
    m.identifier = b"XN02"


@xnn
def vtable_outside(m):
    m.edit_blob(lambda out: out.__setitem__(slice(32, 36), b"\xf0\0\0\0"))


@xnn
def without_values(m):
    m.graph["xvalues"] = None


@xnn
def without_nodes(m):
    m.graph["xnodes"] = None


# ==== Values ====================================================================================
@xnn
def value_kind_unknown(m):
    m.graph["xvalues"][3]["xvalue_union_type"] = 3


@xnn
def value_type_unknown(m):
    tensor(m, 3)["datatype"] = 15


@xnn
def value_type_packed(m):
    tensor(m, 3)["datatype"] = 11


@xnn
def value_type_needs_scale(m):
    tensor(m, 3)["datatype"] = 3


@xnn
def value_of_7_axes(m):
    tensor(m, 3)["dims"] = [1] * 7


@xnn
def value_size_overflow(m):
    tensor(m, 3)["dims"] = [0xFFFFFFFF] * 3


@xnn
def value_twice(m):
    tensor(m, 3)["id_out"] = 2


@xnn
def value_flags_unknown(m):
    tensor(m, 3)["flags"] = 4


@xnn
def value_input_and_constant(m):
    tensor(m, 0)["constant_buffer_idx"] = 1


@xnn
def constant_out_of_range(m):
    tensor(m, 2)["constant_buffer_idx"] = 2


@xnn
def constant_too_short(m):
    m.graph["constant_data"][1]["size"] = 4


@xnn
def constant_behind_data(m):
    m.graph["constant_data"][1]["offset"] = 4


@xnn
def constant_offset_overflow(m):
    m.graph["constant_data"][1]["offset"] = (1 << 64) - 8


@xnn
def constant_name_unknown(m):
    m.graph["constant_data"][1] = Table("XnnConstant", offset=(1 << 64) - 1, size=8, named_key="weight")


@xnn
def constant_without_header(m):
    m.with_header = False


def quantised(name, dtype, *sizes, quant, **params):
    add("xnnpack_" + name,
        lambda m: m.graph["xvalues"].append(xnn_value(4, *sizes, dtype=dtype, quant=quant, **params)), XnnModel)


QINT8, QUINT8, QINT32, QCINT8, QCINT4, QDINT8, QBINT4 = 3, 4, 5, 6, 8, 9, 10
quantised("scale_0", QINT8, 2, quant="XnnPerTensor", scale=0.0, zero_point=0)
quantised("scale_nan", QINT8, 2, quant="XnnPerTensor", scale=float("nan"), zero_point=0)
quantised("zero_point_large", QINT8, 2, quant="XnnPerTensor", scale=1.0, zero_point=128)
quantised("scale_of_float", 1, 2, quant="XnnPerTensor", scale=1.0, zero_point=0)
quantised("channel_out_of_range", QCINT8, 2, 3, quant="XnnPerChannel", scale=[1.0, 1.0], channel_dim=2)
quantised("channel_scales_missing", QCINT8, 2, 3, quant="XnnPerChannel", scale=[1.0], channel_dim=0)
quantised("channel_scales_short", QCINT8, 9, 3, quant="XnnPerChannel", channel_dim=0, scale_buffer_idx=1)
add("xnnpack_scales_overlap", lambda m: programs.many_scales(m, 1), XnnModel)
quantised("block_0", QBINT4, 2, 8, quant="XnnPerBlock", scale=[1.0], group_size=0)
quantised("block_does_not_divide", QBINT4, 2, 8, quant="XnnPerBlock", scale=[1.0] * 4, group_size=3)
quantised("scale_infinite", QINT8, 2, quant="XnnPerTensor", scale=float("inf"), zero_point=0)
quantised("zero_point_small", QINT8, 2, quant="XnnPerTensor", scale=1.0, zero_point=-129)
quantised("zero_point_unsigned_large", QUINT8, 2, quant="XnnPerTensor", scale=1.0, zero_point=256)
quantised("zero_point_unsigned_negative", QUINT8, 2, quant="XnnPerTensor", scale=1.0, zero_point=-1)
quantised("zero_point_of_bias", QINT32, 2, quant="XnnPerTensor", scale=1.0, zero_point=1)
quantised("zero_point_of_bias_negative", QINT32, 2, quant="XnnPerTensor", scale=1.0, zero_point=-1)
quantised("scale_of_channels", QCINT8, 2, quant="XnnPerTensor", scale=1.0, zero_point=0)
quantised("channels_of_tensor", QINT8, 2, quant="XnnPerChannel", scale=[1.0, 1.0], channel_dim=0)
quantised("channel_negative", QCINT8, 2, quant="XnnPerChannel", scale=[1.0, 1.0], channel_dim=-1)
quantised("channel_scale_0", QCINT8, 2, quant="XnnPerChannel", scale=[1.0, 0.0], channel_dim=0)
quantised("channel_scale_negative_in_constant", QCINT8, 2, quant="XnnPerChannel", channel_dim=0, scale_buffer_idx=1)
quantised("block_scales_missing", QBINT4, 2, 8, quant="XnnPerBlock", scale=[1.0] * 3, group_size=4)
quantised("block_scale_0", QBINT4, 2, 8, quant="XnnPerBlock", scale=[1.0, 1.0, 0.0, 1.0], group_size=4)
quantised("block_of_channels", QCINT4, 2, 8, quant="XnnPerBlock", scale=[1.0] * 4, group_size=4)
quantised("block_of_3_axes", QBINT4, 2, 1, 8, quant="XnnPerBlock", scale=[1.0] * 4, group_size=4)
quantised("rows_of_tensor", QINT8, 2, 8, quant="XnnPerToken", num_nonbatch_dims=1)
quantised("rows_of_0_axes", QDINT8, 2, 8, quant="XnnPerToken", num_nonbatch_dims=0)
quantised("rows_of_constant", QDINT8, 2, 4, quant="XnnPerToken", num_nonbatch_dims=1, constant=1)
quantised("rows_of_3_axes", QDINT8, 2, 8, quant="XnnPerToken", num_nonbatch_dims=3)


@xnn
def quantisation_kind_unknown(m):
    m.graph["xvalues"].append(xnn_value(4, 2, dtype=QINT8, quant="XnnPerTensor", scale=1.0, zero_point=0))
    m.graph["xvalues"][4]["xvalue_union"]["quant_params_type"] = 5


@xnn
def quantisation_absent(m):
    m.graph["xvalues"].append(xnn_value(4, 2, dtype=QINT8, quant="XnnPerTensor", scale=1.0, zero_point=0))
    m.graph["xvalues"][4]["xvalue_union"]["quant_params"] = None


@xnn
def quantised_tensor_absent(m):
    m.graph["xvalues"].append(xnn_value(4, 2, dtype=QINT8, quant="XnnPerTensor", scale=1.0, zero_point=0))
    m.graph["xvalues"][4]["xvalue_union"]["tensor_value"] = None


@xnn
def constants_misaligned_overlap(m):
    """Floats that do not lie at multiples of 4 bytes are copied; these make more than is read of a small file."""
    m.constant_bytes += bytes(4096)
    for i in range(16):
        m.graph["constant_data"].append(Table("XnnConstant", offset=1 + 4 * i, size=4000))
        m.graph["xvalues"].append(xnn_value(4 + i, 1000, constant=2 + i))


# ==== Nodes =====================================================================================
@xnn
def node_kind_0(m):
    m.graph["xnodes"][1]["xnode_union_type"] = 0


@xnn
def node_kind_unknown(m):
    m.graph["xnodes"][1]["xnode_union_type"] = 48


@xnn
def node_absent(m):
    m.graph["xnodes"][1]["xnode_union"] = None


@xnn
def node_of_attention(m):
    m.graph["xnodes"][1] = xnn_node(36, "XnnAttention", query_id=0, key_id=0, value_id=0, scale_id=2, mask_id=2,
                                    output_id=1)


@xnn
def node_value_unknown(m):
    node(m, 1)["input_id"] = 7


@xnn
def node_value_none(m):
    node(m, 1)["input_id"] = 0xFFFFFFFF


@xnn
def node_writes_constant(m):
    node(m, 0)["output_id"] = 2


@xnn
def node_writes_input(m):
    node(m, 0)["output_id"] = 0


@xnn
def node_writes_twice(m):
    node(m, 1)["output_id"] = 3


@xnn
def node_reads_before(m):
    m.graph["xnodes"].reverse()


@xnn
def node_range_upside_down(m):
    m.graph["xnodes"][0]["output_min_max"] = Table("XnnRange", output_min=1.0, output_max=-1.0)


@xnn
def node_flags_unknown(m):
    node(m, 0)["flags"] = 2


@xnn
def node_types_mixed(m):
    m.graph["xvalues"][3] = xnn_value(3, 2, dtype=QINT8, quant="XnnPerTensor", scale=1.0, zero_point=0)


def transpose(name, *perm):
    add("xnnpack_" + name, lambda m: m.graph["xnodes"].__setitem__(
        1, xnn_node(5, "XnnTranspose", num_dims=len(perm), perm=list(perm), input_id=3, output_id=1)), XnnModel)


transpose("permute_too_long", 0, 1)
transpose("permute_out_of_range", 1)
transpose("permute_of_7_axes", *range(7))


# ==== The call ==================================================================================
@xnn
def argument_out_of_range(m):
    tensor(m, 0)["external_id"] = 2


@xnn
def argument_int(m):
    m.values[0] = programs.integer(1)
    m.forward["inputs"] = []


@xnn
def argument_of_7_axes(m):
    m.tensor(0)["sizes"], m.tensor(0)["dim_order"] = [1] * 6 + [2], list(range(7))


@xnn
def result_of_7_axes(m):
    m.tensor(1)["sizes"], m.tensor(1)["dim_order"] = [1] * 6 + [2], list(range(7))


@xnn
def result_out_of_range(m):
    tensor(m, 1)["external_id"] = 2


@xnn
def argument_of_other_type(m):
    m.tensor(0)["scalar_type"] = 3


@xnn
def result_constant(m):
    m.add_constants([programs.floats(1, 2)])
    m.values[1] = programs.tensor(2, data=1)


@xnn
def result_of_other_shape(m):
    m.tensor(1)["sizes"] = [1]


@xnn
def result_of_other_rank(m):
    m.tensor(1)["sizes"], m.tensor(1)["dim_order"] = [2, 1], [0, 1]


@xnn
def result_never_computed(m):
    m.graph["xnodes"].pop()


@xnn
def argument_in_two_orders(m):
    """The exporter takes the order of a tensor of one channel for another one."""
    for i in range(2):
        m.tensor(i)["sizes"], m.tensor(i)["dim_order"] = [2, 1], [1 - i, i]
    for i in range(2):
        tensor(m, i)["dims"], tensor(m, i)["num_dims"] = [2, 1], 2
