# SPDX-License-Identifier: 0BSD
"""Steps of training: a network, its loss, the gradients, and new weights in the place of the old ones."""
import torch
from executorch.exir import to_edge
from executorch.exir.passes.init_mutable_pass import InitializedMutableBufferPass
from graph_tools import Stateful, floats, graph_case, write_cases, write_sequence
from oracle import lower, randomise
from torch import nn
from torch.export import export
from torch.export.experimental import _export_forward_backward
from torch.func import functional_call
from torch.fx.experimental.proxy_tensor import make_fx


def training_step(net, loss, inputs, rate=0.05):
    """A module that returns the loss of its inputs and takes a step down the gradient."""
    names = [name.replace(".", "_") for name, _ in net.named_parameters()]
    weights = {name: p.detach().clone() for name, (_, p) in zip(names, net.named_parameters())}

    def update(x, y, *weights):
        w = [v.detach().requires_grad_() for v in weights]
        value = loss(functional_call(net, dict(zip((n for n, _ in net.named_parameters()), w)), (x,)), y)
        return value.detach(), *[v - rate * g for v, g in zip(weights, torch.autograd.grad(value, w))]

    traced = make_fx(update)(*inputs, *weights.values())

    def step(module, x, y):
        value, *new = traced(x, y, *[getattr(module, name) for name in names])
        for name, v in zip(names, new):
            getattr(module, name).copy_(v)
        return value

    return Stateful(step, **weights), names


def write_training(folder, net, loss, *batches):
    model, names = training_step(randomise(net), loss, batches[0])
    program = lower(model, batches[0], transform=[], backend={"passes": [InitializedMutableBufferPass(names)]}, _check_ir_validity=False).buffer
    write_cases(folder, program, forward=list(batches))
    write_sequence(folder, program, *[("forward", b) for b in batches], "reset", ("forward", batches[0]))


def labelled(n, classes, *shape):
    return *floats(n, *shape), torch.randint(0, classes, (n,))


@graph_case
def training_mlp(folder):
    net = nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 3))
    write_training(folder, net, nn.functional.mse_loss, *[floats(4, 5) + floats(4, 3) for _ in range(3)])


@graph_case
def training_cnn(folder):
    """Nobody wants the gradient of the first convolution's operand; the second one has groups."""
    net = nn.Sequential(nn.Conv2d(2, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 6, 3, stride=2, groups=2), nn.ReLU(), nn.Flatten(), nn.Linear(36, 3))
    write_training(folder, net, nn.functional.cross_entropy, *[labelled(3, 3, 2, 6, 8) for _ in range(3)])


class Loss(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, y):
        return nn.functional.cross_entropy(self.net(x), y)


@graph_case
def training_gradients(folder):
    """PyTorch's own joint graph, whose results are the loss, the gradients and the weights."""
    net = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.Flatten(), nn.Linear(36, 2))
    batches = [labelled(2, 2, 1, 5, 6) for _ in range(2)]
    program = export(Loss(randomise(net)), batches[0], strict=False)
    program = to_edge(_export_forward_backward(program)).to_executorch()
    write_cases(folder, program.buffer, forward=batches)
