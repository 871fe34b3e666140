# SPDX-License-Identifier: 0BSD
"""Trains a small network on scikit-learn's handwritten digits and exports it three times.

pip install executorch==1.5.1 torch==2.15.0 scikit-learn==1.9.1
python train.py     writes digits.pte, digits_q8.pte, digits_cortex_m.pte and images.h
"""
import os

import numpy as np
import torch
from executorch.backends.cortex_m.edge_compile_config import cortex_m_edge_compile_config
from executorch.backends.cortex_m.passes.cortex_m_pass_manager import CortexMPassManager
from executorch.backends.cortex_m.quantizer.quantizer import CortexMQuantizer
from executorch.backends.cortex_m.target_config import CortexM, CortexMTargetConfig
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import (
    XNNPACKQuantizer,
    get_symmetric_quantization_config,
)
from executorch.exir import EdgeCompileConfig, to_edge
from executorch.exir.passes.quant_fusion_pass import QuantFusionPass
from executorch.kernels import quantized  # noqa: F401  (completes the runtime's operators)
from executorch.runtime import Runtime
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

HERE = os.path.dirname(os.path.abspath(__file__))
SHOWN = 12  # images in images.h


def make_model():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.Conv2d(8, 16, 3, stride=2, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(16 * 4 * 4, 10),
    )


def fold_norms(model):
    """The trained model without normalisation and dropout, which training alone needs."""
    conv1, norm1, relu1, conv2, norm2, relu2, flatten, _, linear = model.eval()
    return nn.Sequential(
        fuse_conv_bn_eval(conv1, norm1),
        relu1,
        fuse_conv_bn_eval(conv2, norm2),
        relu2,
        flatten,
        linear,
    )


def load_data():
    """Images [n, 1, 8, 8] in [0, 1] and labels; a quarter is held out from training."""
    digits = load_digits()
    images = torch.from_numpy(digits.images.astype(np.float32) / 16).unsqueeze(1)
    labels = torch.from_numpy(digits.target)
    order = np.arange(len(labels))
    train, held = train_test_split(order, test_size=0.25, stratify=digits.target, random_state=0)
    return images[train], labels[train], images[held], labels[held]


def distorted(images):
    """Each image turned, scaled and moved a little, so that 1,347 of them teach more."""
    n = len(images)
    angle = 0.4 * torch.rand(n) - 0.2
    scale = 0.9 + 0.2 * torch.rand(n)
    move = 0.24 * torch.rand(n, 2, 1) - 0.12
    cos, sin = scale * angle.cos(), scale * angle.sin()
    turn = torch.stack((cos, -sin, sin, cos), 1).view(n, 2, 2)
    grid = functional.affine_grid(torch.cat((turn, move), 2), images.shape, align_corners=False)
    return functional.grid_sample(images, grid, align_corners=False)


def train(model, images, labels, epochs=80):
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs)
    for _ in range(epochs):
        for batch in torch.randperm(len(labels)).split(64):
            optimizer.zero_grad()
            functional.cross_entropy(model(distorted(images[batch])), labels[batch]).backward()
            optimizer.step()
        schedule.step()
    return fold_norms(model)


def quantise(model, quantizer, images):
    """Static int8: the ranges of the activations are taken from 256 training images."""
    program = torch.export.export(model, (images[:1],)).module(check_guards=False)
    prepared = prepare_pt2e(program, quantizer)
    for image in images[:256].split(1):
        prepared(image)
    return torch.export.export(convert_pt2e(prepared), (images[:1],))


def export_float(model, images):
    return to_edge(torch.export.export(model, (images[:1],)))


def export_q8(model, images):
    quantizer = XNNPACKQuantizer()
    quantizer.set_global(get_symmetric_quantization_config(is_per_channel=True))
    program = quantise(model, quantizer, images)
    return to_edge(program, compile_config=EdgeCompileConfig(_check_ir_validity=False)).transform(
        [QuantFusionPass()]
    )


def export_cortex_m(model, images):
    """Operators of ExecuTorch's Cortex-M backend: integers between the first and the last step."""
    images = images.to(memory_format=torch.channels_last)
    program = quantise(model, CortexMQuantizer(), images)
    edge = to_edge(program, compile_config=cortex_m_edge_compile_config())
    passes = CortexMPassManager(
        edge.exported_program(),
        CortexMPassManager.pass_list,
        target_config=CortexMTargetConfig(cpu=CortexM.M33),
    )
    edge._edge_programs["forward"] = passes.transform()
    return edge


def accuracy(predict, images, labels):
    with torch.no_grad():
        guesses = torch.cat([predict(image).argmax(1) for image in images.split(1)])
    right = int((guesses == labels).sum())
    return f"{right} of {len(labels)} held-out images right ({100 * right / len(labels):.1f} %)"


def save(name, edge):
    path = f"{HERE}/{name}.pte"
    with open(path, "wb") as f:
        f.write(edge.to_executorch().buffer)
    return path


def report(name, path, predict, images, labels):
    print(f"{name}: {os.path.getsize(path):,} bytes, {accuracy(predict, images, labels)}")


def runtime(path):
    method = Runtime.get().load_program(path).load_method("forward")
    return lambda image: method.execute([image])[0].clone()


def write_images(model, images, labels):
    """One image of each digit, then those that the network finds hardest."""
    with torch.no_grad():
        top = torch.softmax(model(images), 1).topk(2).values
    hard = (top[:, 0] - top[:, 1]).argsort().tolist()
    chosen = [int((labels == digit).nonzero()[0]) for digit in range(10)]
    chosen += [i for i in hard if i not in chosen][: SHOWN - len(chosen)]
    lines = [
        "/* SPDX-License-Identifier: CC-BY-4.0",
        " * Held-out images, grey values 0 to 16, of Optical Recognition of Handwritten Digits by",
        " * E. Alpaydin and C. Kaynak (UCI Machine Learning Repository). Made by train.py. */",
        "/* clang-format off */",
        f"enum {{ IMAGES = {len(chosen)} }};",
        "static const struct {",
        "    int digit;",
        "    unsigned char grey[64];",
        "} image[IMAGES] = {",
    ]
    for i in chosen:
        grey = (images[i, 0] * 16).int().tolist()
        rows = [", ".join(f"{value:2d}" for value in row) for row in grey]
        lines += [f"    {{{int(labels[i])},", "     {" + ",\n      ".join(rows) + "}},"]
    with open(f"{HERE}/images.h", "w") as f:
        f.write("\n".join(lines + ["};"]) + "\n")


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    images, labels, held, held_labels = load_data()
    model = train(make_model(), images, labels)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters")
    print("PyTorch:", accuracy(model, held, held_labels))
    for name, export in (("digits", export_float), ("digits_q8", export_q8)):
        path = save(name, export(model, images))
        report(name, path, runtime(path), held, held_labels)
    edge = export_cortex_m(model, images)
    reference = edge.exported_program().module(check_guards=False)  # the wheel has no such kernels
    path = save("digits_cortex_m", edge)
    report("digits_cortex_m", path, reference, held, held_labels)
    write_images(model, held, held_labels)


if __name__ == "__main__":
    main()
