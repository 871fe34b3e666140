# SPDX-License-Identifier: 0BSD
"""The registry of damaged files: name of a folder -> function that returns its files."""
import programs

CASES = {}


def damage(base=programs.linear, **options):
    """The function damages a program that `base` makes; its name is the folder's."""
    def register(function):
        add(function.__name__, function, base, **options)
    return register


def add(name, function, base=programs.linear, **options):
    def make():
        model = base(**options)
        function(model)
        return {"case.pte": model.build()}
    assert name not in CASES, name
    CASES[name] = make


def files(function):
    """The function returns all files of its folder, which has its name."""
    CASES[function.__name__] = function
