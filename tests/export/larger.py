# SPDX-License-Identifier: 0BSD
"""Networks of many kinds, one folder each: python larger.py OUT [NAME...], or --full for their real sizes

Small ones are in tests/cases; keep the others outside the checkout. Weights are random, of a fixed seed. The runtime
answers, except where it has no kernels (`llama` operators) or defective ones: PyTorch does."""
import sys

import torch
from corpus import picture, settle_norms
from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
from executorch.exir import EdgeCompileConfig, ExecutorchBackendConfig, to_edge, to_edge_transform_and_lower
from executorch.exir.passes import MemoryPlanningPass
from graph_llm import write_answered
from graph_tools import write_sequence
from index import place, register, write_rows
from larger_nets import Bert, Detector, Encoder, Gate, Llama, UNet, WaveNet, quantise_linear
from oracle import lower, run, seed, write_bundle
from torch import nn
from torch.export import Dim
from torchao.quantization.granularity import PerGroup
from torchao.quantization.quant_api import Int8DynamicActivationIntxWeightConfig, quantize_
from torchao.utils import unwrap_tensor_subclass
from torchvision.models import maxvit, mobilenetv3, segmentation, swin_transformer
from torchvision.models._utils import IntermediateLayerGetter

NETWORKS = {}


def network(function):
    """function(folder, full) writes the files of a case; `full` is whether at its real size."""
    register(function.__name__)
    NETWORKS[function.__name__] = function


def write_network(folder, model, cases, shapes=None):
    """Cases of one method, each from a fresh instance."""
    program = lower(model.eval(), cases[0], dynamic_shapes=shapes, preserve=False).buffer
    write_bundle(f"{folder}/case.bpte", program, {"forward": (cases, run(program, cases))})


# ---- sequences ----


@network
def net_lstm(folder, full):
    features, hidden, layers, steps, most = (80, 256, 2, 20, 8) if full else (6, 8, 1, 4, 3)
    model = Encoder(nn.LSTM, features, hidden, layers, 5, bidirectional=True)
    cases = [(torch.randn(n, steps, features),) for n in (2, 1, most)]
    write_network(folder, model, cases, shapes=(({0: Dim("batch", max=most)}),))


@network
def net_gru(folder, full):
    features, hidden, layers, steps = (80, 256, 2, 20) if full else (6, 8, 2, 4)
    model = Encoder(nn.GRU, features, hidden, layers, 5, bidirectional=False)
    write_network(folder, model, [(torch.randn(1, steps, features),) for _ in range(3)])


@network
def net_bert(folder, full):
    sizes = (4096, 128, 768, 12, 12) if full else (40, 12, 16, 2, 2)
    model, most = Bert(*sizes), sizes[1]

    def sentences(batch, length):
        words = torch.randint(1, sizes[0], (batch, length))
        words[0, length - length // 3:] = 0
        return (words,)

    shapes = ({0: Dim("batch", max=4), 1: Dim("length", min=2, max=most)},)
    write_network(folder, model, [sentences(2, most - 3), sentences(1, 4), sentences(4, most)], shapes)


@network
def net_wavenet(folder, full):
    sizes = (64, 64, 256, [2**n for n in range(10)] * 3, 256) if full else (8, 6, 10, (1, 2, 4, 1, 2, 4), 16)
    most = 4000 if full else 40
    cases = [(torch.randn(1, 1, n),) for n in (most // 2, 3, most)]
    write_network(folder, WaveNet(*sizes), cases, shapes=({2: Dim("samples", min=2, max=most)},))


@network
def net_cond(folder, full):
    features, heads, steps = (512, 8, 200) if full else (8, 2, 5)
    cases = [(torch.randn(1, steps, features) * scale,) for scale in (1, 0.1, 0.5)]
    write_network(folder, Gate(features, heads), cases)


# ---- language models: a prompt, then a word a call, by two methods over the same caches ----

GROUP = 32


def shared_state():
    """A new planner for each program: it remembers the buffers of the last."""
    return ExecutorchBackendConfig(memory_planning_pass=MemoryPlanningPass(share_mutable_buffers=True),
                                   emit_mutable_buffer_names=True)


def words(model, n, at):
    return torch.randint(0, model.word.num_embeddings, (1, n)), torch.tensor([at])


def llama(full, custom):
    sizes = (4096, 512, 1024, 16, 4, 2816, 8) if full else (40, 12, 32, 4, 2, 64, 1)
    return Llama(*sizes, custom).eval(), 64 if full else 4


def traced_methods(model, prompt):
    return {name: torch.export.export(model, words(model, n, 0), strict=False)
            for name, n in (("prompt", prompt), ("word", 1))}


def conversation(model, prompt):
    """In the order of the calls, each with its inputs."""
    def step(method, n, at):
        return method, words(model, n, at)

    return (step("prompt", prompt, 0), *(step("word", 1, prompt + i) for i in range(3)), "reset",
            step("prompt", prompt, 0), step("word", 1, prompt))


@network
def net_llama(folder, full):
    model, prompt = llama(full, custom=True)
    quantise_linear(model, GROUP)
    edge = to_edge(traced_methods(model, prompt), compile_config=EdgeCompileConfig(_check_ir_validity=False))
    program = edge.to_executorch(shared_state()).buffer
    write_answered(folder, program, {"prompt": model, "word": model}, *conversation(model, prompt))


@network
def net_llama_xnn(folder, full):
    model, prompt = llama(full, custom=False)
    quantize_(model, Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(GROUP)))
    model = unwrap_tensor_subclass(model)
    edge = to_edge_transform_and_lower(traced_methods(model, prompt), partitioner=[XnnpackPartitioner()],
                                       compile_config=EdgeCompileConfig(_check_ir_validity=False))
    write_sequence(folder, edge.to_executorch(shared_state()).buffer, *conversation(model, prompt))


# ---- pictures ----


@network
def net_unet(folder, full):
    sizes, side = ((4, (64, 128, 256), 8), 32) if full else ((3, (8, 12), 2), 10)
    model = UNet(*sizes)
    cases = [(torch.randn(1, sizes[0], side, side), torch.tensor([t])) for t in (3, 980)]
    write_network(folder, model, cases)


@network
def net_swin(folder, full):
    if full:
        model, side = swin_transformer.swin_t(), 224
    else:
        side = 10
        model = swin_transformer.SwinTransformer([2, 2], 8, [2, 1], [2, 2], [3, 3], num_classes=7)
    write_network(folder, model, [(picture((1, 3, side, side)),) for _ in range(2)])


@network
def net_swin_v2(folder, full):
    if full:
        model, side = swin_transformer.swin_v2_t(), 256
    else:
        side = 12
        model = swin_transformer.SwinTransformer([2, 2], 8, [2], [2], [3, 3], num_classes=5,
                                                 block=swin_transformer.SwinTransformerBlockV2,
                                                 downsample_layer=swin_transformer.PatchMergingV2)
    write_network(folder, model, [(picture((1, 3, side, side)),) for _ in range(2)])


@network
def net_maxvit(folder, full):
    if full:
        model, side = maxvit.maxvit_t(), 224
    else:
        side = 16
        model = maxvit.MaxVit((side, side), 8, 2, [8], [1], 4, 0.0, num_classes=5)
    settle_norms(model, lambda: picture((1, 3, side, side)))
    write_network(folder, model, [(picture((1, 3, side, side)),) for _ in range(2)])


@network
def net_deeplab(folder, full):
    if full:
        model, side = segmentation.deeplabv3_mobilenet_v3_large(weights_backbone=None, num_classes=21), 224
    else:
        side = 18
        rows = [mobilenetv3.InvertedResidualConfig(*row, 1.0) for row in (
            (8, 3, 8, 8, True, "RE", 2, 1), (8, 3, 16, 16, False, "HS", 2, 1), (16, 5, 24, 16, True, "HS", 1, 2))]
        body = IntermediateLayerGetter(mobilenetv3.MobileNetV3(rows, 16).features[:-1], {str(len(rows)): "out"})
        head = nn.Sequential(segmentation.deeplabv3.ASPP(16, [2, 4, 9], 8), nn.Conv2d(8, 4, 1))
        model = segmentation.DeepLabV3(body, head)
    settle_norms(model, lambda: picture((1, 3, side, side)))
    write_network(folder, model, [(picture((1, 3, side, side)),) for _ in range(2)])


@network
def net_detector(folder, full):
    sizes, side = (((32, 64, 128, 256, 512), 80, 100, 32), 640) if full else (((6, 8, 12), 3, 9, 8), 32)
    model = Detector(*sizes)
    settle_norms(model.body, lambda: picture((1, 3, side, side)))
    cases = [(picture((1, 3, side, side)), torch.tensor(threshold)) for threshold in (0.5, 0.6, 2.0)]
    program = lower(model, cases[0], preserve=False).buffer
    with torch.no_grad():  # the runtime ignores the order of nonzero's axes
        outputs = [[x if x.numel() else x.new_empty(x.shape) for x in model(*c)] for c in cases]
    write_bundle(f"{folder}/case.bpte", program, {"forward": (cases, outputs)})


def main(out, names, full):
    for name in names or NETWORKS:
        seed(name)
        NETWORKS[name](f"{out}/{name if full else place(name)}", full)
        print(name, flush=True)
    if not full:
        write_rows(out, names or NETWORKS)


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--full"]
    main(arguments[0], arguments[1:], "--full" in sys.argv)
