# SPDX-License-Identifier: 0BSD
"""Caches and attention whose operands do not belong together."""
from damage import damage
from programs import BOOL, I64, U8, Model, boolean, call, integer, tensor, value

CAUSAL, MASK = 6, 4


def attention():
    """Four heads of two queries to two heads of five keys and values."""
    return Model(values=[tensor(1, 2, 4, 4, memory=0), tensor(1, 5, 2, 4, memory=128), tensor(1, 5, 2, 4, memory=288),
                         integer(1), value("Null"), value("Double", double_val=0.0), boolean(False), value("Null"),
                         tensor(1, 2, 4, 4, memory=448), tensor(2, 5, memory=576)],
                 inputs=[0, 1, 2, 9], outputs=[8], instructions=[call("kernel", 0, *range(9))],
                 ops=["llama::custom_sdpa.out"], arena=624)


def cache():
    """Two positions of a cache with room for five."""
    return Model(values=[tensor(1, 2, 2, 4, memory=0), tensor(1, 5, 2, 4, memory=64), integer(1), tensor(1, memory=224),
                         tensor(1, 2, dtype=I64, memory=240)],
                 inputs=[0, 1, 4], outputs=[1], instructions=[call("kernel", 0, *range(4))],
                 ops=["llama::update_cache.out"], arena=256)


def mask(m, **more):
    m.values[MASK] = m.values[9]
    m.tensor(9).update(**more)


@damage(attention)
def attention_heads_do_not_share(m):
    for i in (1, 2):
        m.tensor(i)["sizes"] = [1, 2, 3, 4]


@damage(attention)
def attention_without_keys(m):
    for i in (1, 2):
        m.tensor(i)["sizes"] = [1, 5, 0, 4]


@damage(attention)
def attention_of_other_depth(m):
    for i in (1, 2):
        m.tensor(i)["sizes"] = [1, 5, 2, 3]


@damage(attention)
def attention_of_other_batch(m):
    for i in (1, 2):
        m.tensor(i)["sizes"] = [2, 2, 2, 4]


@damage(attention)
def attention_of_fewer_values(m):
    m.tensor(2)["sizes"] = [1, 4, 2, 4]


@damage(attention)
def attention_of_rank_3(m):
    m.tensor(0).update(sizes=[2, 4, 4], dim_order=[0, 1, 2])


@damage(attention)
def attention_of_other_type(m):
    m.tensor(1)["scalar_type"] = U8


@damage(attention)
def attention_of_integers(m):
    for i in (0, 1, 2):
        m.tensor(i)["scalar_type"] = U8


@damage(attention)
def attention_mask_of_bool(m):
    mask(m, scalar_type=BOOL)


@damage(attention)
def attention_mask_too_short(m):
    mask(m, sizes=[2, 4])


@damage(attention)
def attention_mask_of_rank_1(m):
    mask(m, sizes=[5], dim_order=[0])


@damage(attention)
def attention_mask_and_causal(m):
    mask(m)
    m.tensor(CAUSAL)["bool_val"] = True


@damage(attention)
def attention_without_scales(m):
    m.forward["operators"][0]["name"] = "llama::custom_quantized_sdpa"
    m.args(0)["args"] = [0, 1, 2, 3, 4, 5, 6, 7, *[7] * 6, 6, 8]


@damage(cache)
def cache_of_other_type(m):
    m.tensor(0)["scalar_type"] = U8


@damage(cache)
def cache_of_other_heads(m):
    m.tensor(0)["sizes"] = [1, 2, 1, 4]


@damage(cache)
def cache_written_with_rank_3(m):
    m.tensor(0).update(sizes=[2, 2, 4], dim_order=[0, 1, 2])


@damage(cache)
def cache_result_read(m):
    m.forward["outputs"] = [3]


@damage(cache)
def cache_indices_of_other_length(m):
    m.forward["operators"][0]["name"] = "llama::update_cache_with_indices"
    m.args(0)["args"] = [0, 1, 2, 4, 3]
    m.tensor(4)["sizes"] = [1, 1]
