# SPDX-License-Identifier: 0BSD
"""Exports vad.pte: Silero VAD for 16 kHz as an ExecuTorch program, fp32, no delegate.

pip install executorch==1.5.1 torch==2.15.0 silero-vad==6.2.3
python export.py     writes vad.pte and compares it with the package's own model on speech.wav
"""
import os
import wave

import numpy as np
import silero_vad
import torch
from executorch.exir import to_edge
from executorch.kernels import quantized  # noqa: F401  (completes the runtime's operators)
from executorch.runtime import Runtime
from torch import nn
from torch.nn import functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOW, CONTEXT, BINS, STATE = 512, 64, 129, 128


class Vad(nn.Module):
    """One window: 64 samples of the one before and 512 new ones; (h, c) of the LSTM in and out."""

    def __init__(self):
        super().__init__()
        self.stft = nn.Conv1d(1, 2 * BINS, 256, stride=128, bias=False)
        channels, strides = (BINS, 128, 64, 64, 128), (1, 2, 2, 1)
        self.encoder = nn.ModuleList(
            nn.Conv1d(channels[i], channels[i + 1], 3, stride=strides[i], padding=1)
            for i in range(4)
        )
        self.lstm = nn.LSTMCell(STATE, STATE)
        self.head = nn.Conv1d(STATE, 1, 1)

    def forward(self, samples, state):
        x = F.pad(samples.view(1, 1, CONTEXT + WINDOW), (0, CONTEXT), mode="reflect")
        x = self.stft(x)
        x = torch.sqrt(x[:, :BINS] ** 2 + x[:, BINS:] ** 2)
        for conv in self.encoder:
            x = F.relu(conv(x))
        h, c = self.lstm(x.squeeze(-1), (state[0:1], state[1:2]))
        speech = torch.sigmoid(self.head(F.relu(h).unsqueeze(-1)))
        return speech.view(1), torch.cat((h, c))


def load_weights(model, source):
    """The package's names, in our modules."""
    weights = source.state_dict()
    names = {"stft.weight": "stft.forward_basis_buffer"}
    for i in range(4):
        for kind in ("weight", "bias"):
            names[f"encoder.{i}.{kind}"] = f"encoder.{i}.reparam_conv.{kind}"
    for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
        names[f"lstm.{name}"] = f"decoder.rnn.{name}"
    names["head.weight"], names["head.bias"] = "decoder.decoder.2.weight", "decoder.decoder.2.bias"
    model.load_state_dict({ours: weights["_model." + theirs] for ours, theirs in names.items()})


def read_windows(path):
    """The file's samples as [windows, 576], the last window filled up with silence."""
    with wave.open(path) as f:
        assert (f.getframerate(), f.getnchannels(), f.getsampwidth()) == (16000, 1, 2)
        pcm = np.frombuffer(f.readframes(f.getnframes()), "<i2").astype(np.float32) / 32768
    pcm = np.pad(pcm, (CONTEXT, -len(pcm) % WINDOW))
    starts = range(0, len(pcm) - CONTEXT, WINDOW)
    return [torch.from_numpy(pcm[i : i + CONTEXT + WINDOW]) for i in starts]


def check(path, source):
    """The runtime's probability of each window beside that of the package's own model."""
    method = Runtime.get().load_program(path).load_method("forward")
    state, worst = torch.zeros(2, STATE), 0.0
    probabilities = []
    for samples in read_windows(f"{HERE}/speech.wav"):
        speech, state = (o.clone() for o in method.execute([samples, state]))
        want = source(samples[CONTEXT:].unsqueeze(0), 16000)
        worst = max(worst, abs(float(speech) - float(want)))
        probabilities.append(float(speech))
    print(f"{len(probabilities)} windows, {sum(p >= 0.5 for p in probabilities)} with speech, "
          f"largest difference from silero_vad {worst:.1e}")
    assert worst < 1e-4


def main():
    source = silero_vad.load_silero_vad()
    model = Vad().eval()
    load_weights(model, source)
    inputs = (torch.zeros(CONTEXT + WINDOW), torch.zeros(2, STATE))
    program = torch.export.export(model, inputs)
    path = f"{HERE}/vad.pte"
    with open(path, "wb") as f:
        f.write(to_edge(program).to_executorch().buffer)
    print(f"{path}: {os.path.getsize(path)} bytes")
    with torch.no_grad():
        check(path, source)


if __name__ == "__main__":
    main()
