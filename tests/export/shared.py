# SPDX-License-Identifier: 0BSD
"""Two programs with one .ptd file: python shared.py OUT, which is ../shared. The ExecuTorch runtime answers."""
import filecmp
import os
import shutil
import sys

import torch
from oracle import lower, run, seed


class First(torch.nn.Module):
    """The layer fc is another model's too; `own` is not, though that has one that looks the same."""

    def __init__(self, fc):
        super().__init__()
        self.fc = fc
        self.own = torch.nn.Linear(3, 2)

    def forward(self, x):
        return self.own(self.fc(x))


class Second(First):
    def forward(self, x):
        return self.own(torch.relu(self.fc(x)))


def floats(name, values):
    numbers = ", ".join(f"{v:.9g}f" for v in values.flatten().tolist())
    return f"static const float {name}[] = {{{numbers}}};\n"


def main(out):
    seed("shared")
    fc = torch.nn.Linear(4, 3)
    models = {"first": First(fc), "second": Second(fc)}
    x = torch.randn(1, 4)
    text = "/* SPDX-License-Identifier: 0BSD\n * An input and what the ExecuTorch runtime makes of it. */\n" + floats("x", x)
    for name, model in models.items():
        os.makedirs(f"{out}/{name}", exist_ok=True)
        manager = lower(model.eval(), (x,), backend={"external_constants": lambda node: "weights" if "fc" in node.name else None})
        manager.write_tensor_data_to_file(f"{out}/{name}")
        with open(f"{out}/{name}.pte", "wb") as f:
            f.write(manager.buffer)
        text += floats(f"{name}_want", run(manager.buffer, [(x,)], ptd=f"{out}/{name}/weights.ptd")[0][0])
    assert filecmp.cmp(f"{out}/first/weights.ptd", f"{out}/second/weights.ptd", shallow=False)
    shutil.move(f"{out}/first/weights.ptd", f"{out}/weights.ptd")
    for name in models:
        shutil.rmtree(f"{out}/{name}")
    with open(f"{out}/expected.h", "w") as f:
        f.write(text)


if __name__ == "__main__":
    main(sys.argv[1])
