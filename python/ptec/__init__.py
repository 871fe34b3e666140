# SPDX-License-Identifier: 0BSD
"""Compiles ExecuTorch programs (``.pte``) to plain C, and calls them from Python.

>>> import ptec
>>> output = ptec.compile("model.pte", out="gen", kernels=["mcu", "portable"])
>>> output.arena_bytes
34304
>>> model = ptec.load("model.pte")
>>> scores = model(image)
"""
from ptec._compile import Output, compile
from ptec._etrecord import link_etrecord
from ptec._options import CompileOptions, LoadOptions
from ptec._model import CallError, Method, Model, load
from ptec._program import CompileError, version
from ptec._tensor import Argument

__all__ = ["Argument", "CallError", "CompileError", "CompileOptions", "LoadOptions", "Method", "Model", "Output",
           "compile", "link_etrecord", "load", "version"]
