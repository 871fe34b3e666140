# SPDX-License-Identifier: 0BSD
"""A program as a Python object whose methods are called with arrays and tensors."""
from __future__ import annotations

import ctypes
import json
import threading
import weakref
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Mapping, Sequence

import numpy as np

from ptec._build import NAME, built
from ptec._options import LoadOptions, check_names
from ptec._source import program_file
from ptec._tensor import Argument, as_memory, as_result, is_torch, make_argument

if TYPE_CHECKING:
    from typing_extensions import Unpack

_STATUS = {0x01: "internal error", 0x02: "invalid state", 0x10: "sizes that the program does not allow",
           0x12: "an index or a position that points outside", 0x25: "a result above its bound"}


class CallError(RuntimeError):
    """A call ended with a status other than ``PTE_OK``, which ``status`` has as a number.

    >>> try:
    ...     model.forward(np.array([1000]))
    ... except ptec.CallError as error:
    ...     print(hex(error.status), error)
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class _Context(ctypes.Structure):
    """NAME_ctx of the emitted header; without threads, the last member is not read."""

    _fields_ = [("arena", ctypes.c_void_p), ("state", ctypes.c_void_p), ("weights", ctypes.c_void_p),
                ("threads", ctypes.c_void_p)]


def _aligned(size: int, align: int) -> Any:
    memory = np.zeros(size + align, np.uint8)
    start = -memory.ctypes.data % align
    return memory[start:start + size]


class _Instance:
    """A shared object with an arena, a state and threads of its own."""

    def __init__(self, path: str, manifest: Mapping[str, Any], threads: int | None) -> None:
        self.library = ctypes.CDLL(path)
        self.lock = threading.Lock()
        self._arena = _aligned(manifest["arena_bytes"], manifest["arena_align"])
        self._state = _aligned(manifest["state_bytes"], manifest["arena_align"])
        weights = ctypes.addressof(ctypes.c_char.in_dll(self.library, f"{NAME}_weights"))
        pool = self._start(threads) if threads is not None else None
        self.context = ctypes.byref(_Context(self._arena.ctypes.data, self._state.ctypes.data, weights, pool))

    def _start(self, threads: int) -> int | None:
        start, stop = self.library.pte_threads_start, self.library.pte_threads_stop
        start.restype, stop.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        pool: int | None = start(int(threads))
        weakref.finalize(self, stop, pool)
        return pool

    def call(self, name: str, *arguments: Any) -> Any:
        with self.lock:
            return self.library[f"{NAME}_{name}_with"](self.context, *arguments)


def _extents(shape: Sequence[int]) -> Any:
    return (ctypes.c_int32 * max(len(shape), 1))(*shape)


def _passed(a: Argument, memory: Any, extents: Any) -> list[Any]:
    """Returns what stands for an argument in the call of C."""
    pointer = ctypes.c_void_p(memory.ctypes.data)
    return [pointer] if a.dynamic is None else [pointer, extents]


class Method:
    """A method of a loaded program: a callable on numpy arrays and torch tensors.

    >>> encode = model["encode"]
    >>> encode.inputs[0].shape
    (1, 80, 3000)
    >>> features = encode(sound)
    """

    def __init__(self, instance: _Instance, entry: Mapping[str, Any]) -> None:
        self._instance = instance
        self.name: str = entry["name"]
        #: What a call has to pass; numbers that the program fixes are not among them.
        self.inputs: list[Argument] = [make_argument(e) for e in entry["inputs"] if "constant" not in e]
        self.outputs: list[Argument] = [make_argument(e) for e in entry["outputs"]]

    def __repr__(self) -> str:
        names = ", ".join(f"{a.name}: {a.dtype} {a.wanted()}" for a in self.inputs)
        return f"<ptec method {self.name}({names})>"

    def __call__(self, *inputs: Any) -> Any:
        """Returns the output, or a tuple of several; torch tensors if an input is one, else arrays.

        >>> probability = model.forward(samples)
        """
        if len(inputs) != len(self.inputs):
            names, wanted = ", ".join(a.name for a in self.inputs), len(self.inputs)
            raise TypeError(f"{self.name}() takes {wanted} input{'s'[:wanted != 1]} ({names}), not {len(inputs)}")
        memory = [as_memory(f"{self.name}()", a, x) for a, x in zip(self.inputs, inputs)]
        results = self._compute(memory, inputs)
        return results[0] if len(results) == 1 else tuple(results)

    def _compute(self, memory: Sequence[Any], inputs: Sequence[Any]) -> list[Any]:
        words: list[Any] = []
        for a, array, x in zip(self.inputs, memory, inputs):
            words += _passed(a, array, _extents(x.shape))
        written = {a.name: (np.empty(a.most, a.elements), _extents(a.shape))
                   for a in self.outputs if a.elements is not None}
        for a in self.outputs:
            if a.name in written:
                words += _passed(a, *written[a.name])
        if written:
            self._check(self._instance.call(self.name, *words), inputs)
        to_torch = any(is_torch(x) for x in inputs)
        return [as_result(a, array, tuple(extents)[:len(a.shape)], to_torch)
                for a in self.outputs for array, extents in [written.get(a.name, (a.constant, ()))]]

    def _check(self, status: int, inputs: Sequence[Any]) -> None:
        if status:
            given = ", ".join(f"{a.name} {tuple(x.shape)}" for a, x in zip(self.inputs, inputs))
            why = _STATUS.get(status, "a status that the runtime does not have")
            raise CallError(f"{self.name}(): {why} (status {status:#x}); given: {given or 'nothing'}", status)


class Model:
    """A loaded program with memory of its own; ``ptec.load`` makes one.

    Its methods are attributes (``model.encode(x)``) and items (``model["encode"](x)``); the model
    itself is the method that ``load`` names. Threads may call it: one call runs at a time.

    >>> model = ptec.load("model.pte")
    >>> list(model.methods)
    ['forward']
    """

    def __init__(self, path: str, manifest: Mapping[str, Any], method: str | None, threads: int | None) -> None:
        self._instance = _Instance(path, manifest, threads)
        self.manifest = manifest
        self.methods: Mapping[str, Method] = MappingProxyType(
            {entry["name"]: Method(self._instance, entry) for entry in manifest["methods"]})
        if method is not None and method not in self.methods:
            raise ValueError(f"there is no method {method!r}; the program has {', '.join(self.methods)}")
        self._method = method or "forward"
        self.reset()

    def __call__(self, *inputs: Any) -> Any:
        """Calls the method that ``load`` names.

        >>> scores = model(image)
        """
        return self[self._method](*inputs)

    def __getitem__(self, name: str) -> Method:
        if name not in self.methods:
            raise KeyError(f"there is no method {name!r}; the program has {', '.join(self.methods)}")
        return self.methods[name]

    def __getattr__(self, name: str) -> Method:
        methods: Mapping[str, Method] = self.__dict__.get("methods", {})
        if name not in methods:
            raise AttributeError(f"there is no method {name!r}; the program has {', '.join(methods)}")
        return methods[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.methods]

    def __repr__(self) -> str:
        return f"<ptec model with {', '.join(map(repr, self.methods.values()))}>"

    def reset(self) -> None:
        """Gives the state its initial value, as after ``load``.

        >>> model.reset()
        """
        if self.manifest["reset"]:
            self._instance.call("reset")
        elif self.manifest["seed"]:
            self.seed(0)

    def seed(self, seed: int) -> None:
        """Starts the random numbers of the program anew; after ``load`` and ``reset`` the seed is 0.

        >>> model.seed(7)
        """
        if not self.manifest["seed"]:
            raise ValueError("the program draws no random numbers")
        self._instance.call("seed", ctypes.c_uint64(seed))


def load(x: Any, method: str | None = None, cc: str | None = None, *, lower: str | None = None,
         calibration: Sequence[tuple[Any, ...]] | None = None, **options: Unpack[LoadOptions]) -> Model:
    """Compiles a program for this machine, and returns it as a callable.

    ``x``, ``lower`` and ``calibration`` are those of ``ptec.compile``. ``method`` is the one that
    the model itself calls ("forward" by default). ``cc`` is the C compiler (``$CC``, or ``cc``), and
    ``cflags`` are its flags. The shared object is kept in the user's cache (``$XDG_CACHE_HOME/ptec``),
    so that the next call with the same program, options and compiler takes milliseconds.

    By default it is made to be fast here: kernels="vector,portable", cflags="-O3 -march=native".
    With kernels="portable" it computes what the C computes that ``ptec compile`` writes by default.

    >>> model = ptec.load("model.pte")
    >>> scores = model(np.zeros((1, 3, 224, 224), np.float32))
    """
    check_names("load", options, LoadOptions.__annotations__)
    with program_file(x, lower, calibration) as path, built(path, cc, options) as folder:
        manifest = json.loads((folder / f"{NAME}.json").read_text())
        return Model(str(folder / f"{NAME}.so"), manifest, method, options.get("threads"))
