# SPDX-License-Identifier: 0BSD
"""Whole models as tests: python corpus.py OUT [silero resnet8 vww ad kws]

silero: the trained weights of the silero-vad package (MIT), on synthetic speech. resnet8, vww, ad, kws: the MLPerf Tiny
networks with random weights whose normalisation fits the inputs, so that every layer matters to the output.
Forms: portable, portable_q8 (int8, static, per channel), cortex_m."""
import importlib.resources
import os
import sys

import torch
from cortex_m import channels_last, export_cortex_m
from executorch.backends.xnnpack.quantizer.xnnpack_quantizer import XNNPACKQuantizer, get_symmetric_quantization_config
from executorch.examples.models.mlperf_tiny import deep_autoencoder, ds_cnn, mobilenet_v1_025, resnet8
from executorch.examples.models.silero_vad.export_silero_vad import load_model
from executorch.exir.passes.quant_fusion_pass import QuantFusionPass
from oracle import lower, run, write_bundle
from torch import nn
from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e

TINY = {"resnet8": resnet8.ResNet8Model, "vww": mobilenet_v1_025.MobileNetV1025Model,
        "ad": deep_autoencoder.DeepAutoEncoderModel, "kws": ds_cnn.DSCNNKWSModel}


def write(path, program, cases, outputs=None):
    suite = (cases, outputs or run(program.buffer, cases))
    print(os.path.basename(path), write_bundle(path, program.buffer, {"forward": suite}), flush=True)


def quantised(model, cases):
    quantizer = XNNPACKQuantizer().set_global(get_symmetric_quantization_config(is_per_channel=True))
    m = prepare_pt2e(torch.export.export(model, cases[0], strict=False).module(), quantizer)
    for c in cases:
        m(*c)
    return convert_pt2e(m)


def picture(shape):
    """Smooth, so that pooling does not average it out."""
    coarse = torch.rand(shape[0], shape[1], *(max(2, n // 16) for n in shape[2:])) * 3 - 1.5
    return nn.functional.interpolate(coarse, shape[2:], mode="bicubic").contiguous()


def settle_norms(model, make_input):
    """Statistics from 16 inputs; scales and shifts that keep the layers apart."""
    for m in model.modules():
        if isinstance(m, nn.Dropout):
            m.p = 0.0
        if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d)):
            m.momentum = None  # plain averages
            nn.init.uniform_(m.weight, 0.8, 1.6)
            nn.init.uniform_(m.bias, -0.5, 0.7)
    with torch.no_grad():
        model.train()(torch.cat([make_input() for _ in range(16)]))
    return model.eval()


def settle(model, make_input):
    """The same, and a last layer with spread outputs."""
    settle_norms(model, make_input)
    [m for m in model.modules() if isinstance(m, nn.Linear)][-1].weight.data *= 4
    return model


def check_sensitive(model, cases):
    """Another input or the negated weights of any one layer must show."""
    def changed(output):
        return not torch.allclose(want, output, rtol=1e-2, atol=1e-2 * float(want.abs().max()))

    with torch.no_grad():
        want = model(*cases[0])
        assert changed(model(torch.zeros_like(cases[0][0]))) and changed(model(*cases[1]))
        for layer in (m for m in model.modules() if isinstance(m, (nn.Conv2d, nn.Linear))):
            layer.weight.neg_()
            assert changed(model(*cases[0])), layer
            layer.weight.neg_()


def tiny_network(name):
    """The model and its cases."""
    torch.manual_seed(3)
    source = TINY[name]()
    shape = source.get_example_inputs()[0].shape
    make_input = (lambda: picture(shape)) if len(shape) == 4 else (lambda: torch.randn(shape))
    model = settle(source.get_eager_model(), make_input)
    cases = [(make_input(),) for _ in range(3)]
    check_sensitive(model, cases)
    return model, cases


def write_portable(name, out, model, cases):
    write(f"{out}/{name}_portable.bpte", lower(model, cases[0], preserve=False), cases)


def write_portable_q8(name, out, model, cases):
    q8 = lower(quantised(model, cases), cases[0], transform=[QuantFusionPass()], preserve=False, _check_ir_validity=False)
    write(f"{out}/{name}_portable_q8.bpte", q8, cases)


def tiny(name, out):
    model, cases = tiny_network(name)
    write_portable(name, out, model, cases)
    write_portable_q8(name, out, model, cases)
    program, outputs = export_cortex_m(model, [channels_last(c) for c in cases], calibration=3)
    write(f"{out}/{name}_cortex_m.bpte", program, cases, outputs)


def vowel(seconds, pitch=140, formants=((700, 80), (1200, 90), (2600, 120)), rate=16000):
    """Glottal pulses through three resonators: enough to be taken for speech."""
    time = torch.arange(int(seconds * rate)) / rate
    sound = sum(torch.sin(2 * torch.pi * pitch * k * (time + 0.002 * torch.sin(2 * torch.pi * 3 * time)))
                / sum(abs((pitch * k - f) + 1j * width) / f for f, width in formants) for k in range(1, 28))
    return 0.4 * sound / sound.abs().max()


def silero_network():
    model = load_model(str(importlib.resources.files("silero_vad.data").joinpath("silero_vad.jit")))
    sound = torch.cat([torch.zeros(4 * 512), vowel(0.5), torch.zeros(2048)])
    state, cases, speech = torch.zeros(2, 1, 128), [], []
    with torch.no_grad():
        for start in range(512, len(sound) - 512, 512):
            cases.append((sound[None, start - 64:start + 512], state))
            probability, state = model(*cases[-1])
            speech.append(float(probability))
    first = cases[0]
    loud, quiet = (cases[speech.index(f(speech))] for f in (max, min))
    assert max(speech) > 0.8 and min(speech) < 0.1, speech
    return model, [first, loud, quiet]


def silero(name, out):
    write_portable(name, out, *silero_network())


if __name__ == "__main__":
    for model_name in sys.argv[2:] or ["silero", *TINY]:
        (silero if model_name == "silero" else tiny)(model_name, sys.argv[1])
