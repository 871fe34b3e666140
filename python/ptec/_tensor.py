# SPDX-License-Identifier: 0BSD
"""Arguments of methods: what they have to be, and arrays and tensors as memory that C reads."""
from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

# By the manifest's names: that of torch, and the type of numpy's elements. Those of bfloat16, which
# numpy lacks, are the bits.
_TYPES = {
    "f32": ("float32", np.float32), "f64": ("float64", np.float64), "f16": ("float16", np.float16),
    "bf16": ("bfloat16", np.uint16), "i8": ("int8", np.int8), "i16": ("int16", np.int16),
    "i32": ("int32", np.int32), "i64": ("int64", np.int64), "u8": ("uint8", np.uint8),
    "u16": ("uint16", np.uint16), "u32": ("uint32", np.uint32), "u64": ("uint64", np.uint64),
    "bool": ("bool", np.bool_)}
_COMPLEX_TYPES = {"f32": ("complex64", np.complex64), "f64": ("complex128", np.complex128)}


@dataclass(frozen=True)
class Argument:
    """An input or an output of a method, as ``NAME.json`` describes it.

    >>> model.forward.inputs[0]
    Argument(name='input', dtype='float32', shape=(9, 4), dynamic=(0,), ...)
    """

    name: str
    dtype: str  #: as torch names it
    shape: tuple[int, ...]  #: of dynamic axes, the extents that the program was exported with
    dynamic: tuple[int, ...] | None = None  #: axes whose extents may vary; None: the C passes no extents
    dim_order: tuple[int, ...] | None = None  #: axes from the slowest to the fastest; None: as they are
    bytes: int = 0
    scale: float | None = None  #: with io="int8": of (byte - zero_point) * scale
    zero_point: int | None = None
    number: bool = False  #: an output that is a number, not a tensor
    elements: Any = None  #: the type of numpy's elements; None: a constant
    constant: Any = None

    @property
    def most(self) -> int:
        """How many elements it has at most."""
        return self.bytes // int(self.elements.itemsize)

    def wanted(self) -> str:
        """Returns the shape for messages: "(?, 4) of at most 36 elements", "(3,)"."""
        axes = ["?" if i in (self.dynamic or ()) else str(n) for i, n in enumerate(self.shape)]
        shape = "(" + ", ".join(axes) + ("," if len(axes) == 1 else "") + ")"
        return f"{shape} of at most {self.most} elements" if self.dynamic else shape

    def quantize(self, x: Any) -> Any:
        """Returns the bytes to pass for an array of floats, with ``io="int8"``.

        >>> model(model.forward.inputs[0].quantize(image))
        """
        scale, zero_point = self._quantisation()
        limits = np.iinfo(self.elements)
        rounded = np.rint(np.asarray(x, np.float32) * (np.float32(1) / scale))
        return np.clip(rounded + zero_point, limits.min, limits.max).astype(self.elements)

    def dequantize(self, x: Any) -> Any:
        """Returns the floats of an array of bytes, with ``io="int8"``.

        >>> model.forward.outputs[0].dequantize(model(image))
        """
        scale, zero_point = self._quantisation()
        return (np.asarray(x).astype(np.int32) - zero_point).astype(np.float32) * scale

    def _quantisation(self) -> tuple[Any, int]:
        if self.scale is None or self.zero_point is None:
            raise TypeError(f"{self.name} is not quantised; load the program with io='int8'")
        return np.float32(self.scale), self.zero_point


def _constant(entry: dict[str, Any]) -> Any:
    value = entry["constant"]
    if entry["type"] == "string":  # whose bytes are escaped one by one
        return value.encode("latin-1").decode(errors="replace")
    return float(value) if entry["type"] == "f64" else value


def make_argument(entry: dict[str, Any]) -> Argument:
    """Makes an argument of its entry in the manifest."""
    if "constant" in entry:
        return Argument(entry["name"], entry["type"], (), constant=_constant(entry))
    types = _COMPLEX_TYPES if entry.get("complex") else _TYPES
    if entry["type"] not in types:
        raise TypeError(f"{entry['name']} has complex numbers of {entry['type']}, for which numpy has no type")
    dtype, elements = types[entry["type"]]
    axes = {key: tuple(entry[key]) for key in ("dynamic", "dim_order") if key in entry}
    return Argument(entry["name"], dtype, tuple(entry.get("sizes", ())), bytes=entry["bytes"],
                    scale=entry.get("scale"), zero_point=entry.get("zero_point"), number="sizes" not in entry,
                    elements=np.dtype(elements), **axes)


def is_torch(x: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(x, torch.Tensor)


def _given_dtype(x: Any) -> str:
    return str(x.dtype).rpartition(".")[2]


def _check(call: str, wanted: Argument, x: Any) -> None:
    if not isinstance(x, (np.ndarray, np.generic)) and not is_torch(x):
        raise TypeError(f"{call}: {wanted.name} is a {type(x).__name__}; a numpy array or a torch tensor of "
                        f"{wanted.dtype} is wanted")
    name = wanted.dtype if is_torch(x) else wanted.elements.name
    if _given_dtype(x) != name:
        raise TypeError(f"{call}: {wanted.name} has dtype {_given_dtype(x)}; {name} is wanted")
    dynamic = wanted.dynamic or ()
    fits = len(x.shape) == len(wanted.shape) and all(
        i in dynamic or given == n for i, (given, n) in enumerate(zip(x.shape, wanted.shape)))
    if not fits or math.prod(max(n, 1) for n in x.shape) > max(wanted.most, 1):
        raise ValueError(f"{call}: {wanted.name} has shape {tuple(x.shape)}; {wanted.wanted()} is wanted")


def _dense(call: str, wanted: Argument, x: Any) -> Any:
    """Returns a tensor's elements; one on the device "meta" has none, and a sparse one not all."""
    torch = sys.modules["torch"]
    if x.layout is not torch.strided or x.is_meta:
        kind = "on the device meta" if x.is_meta else "sparse"
        raise TypeError(f"{call}: {wanted.name} is {kind}; a dense tensor with data is wanted")
    x = x.detach().cpu().resolve_conj().resolve_neg()
    return (x.view(torch.int16) if wanted.dtype == "bfloat16" else x).numpy()


def as_memory(call: str, wanted: Argument, x: Any) -> Any:
    """Checks an input; returns an array whose elements lie as the program reads them."""
    _check(call, wanted, x)
    if is_torch(x):
        x = _dense(call, wanted, x)
    return np.ascontiguousarray(np.transpose(x, wanted.dim_order) if wanted.dim_order else x)


def as_result(wanted: Argument, memory: Any, shape: tuple[int, ...], to_torch: bool) -> Any:
    """Returns what a call wrote as an array or as a tensor of a shape; a constant as it is."""
    if wanted.elements is None:
        return memory
    if wanted.number:
        return memory[0].item()
    order = wanted.dim_order or tuple(range(len(shape)))
    x = memory[:math.prod(shape)].reshape([shape[axis] for axis in order]).transpose(np.argsort(order))
    if not to_torch:
        return x
    torch = sys.modules["torch"]
    if wanted.dtype == "bfloat16":
        return torch.from_numpy(x.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(x)
