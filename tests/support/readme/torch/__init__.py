"""A few functions of PyTorch, on NumPy arrays."""
import contextlib

import numpy as np

from . import nn


class Tensor(np.ndarray):
    def float(self):
        return self.astype(np.float32)

    def cpu(self):
        return self

    def numpy(self):
        return np.asarray(self)

    def contiguous(self):
        return np.ascontiguousarray(self).view(Tensor)

    def transpose(self, first, second):
        return np.swapaxes(self, first, second)


def tensor(values):
    return np.asarray(values).view(Tensor)


def randn(*shape):
    return np.random.default_rng(0).normal(size=shape).astype(np.float32).view(Tensor)


def stack(tensors):
    return np.stack(tensors).view(Tensor)


def softmax(scores, dim):
    weights = np.exp(scores - scores.max(axis=dim, keepdims=True))
    return weights / weights.sum(axis=dim, keepdims=True)


def no_grad():
    return contextlib.nullcontext()
