"""Attention as the fused kernels compute it; also given to versions of PyTorch that are too old to have it."""


def attention_weights(q, k, is_causal=False, scale=None):
    import numpy
    import torch
    scores = q @ k.transpose(-1, -2) * (q.shape[-1] ** -0.5 if scale is None else scale)
    if is_causal:
        above = torch.tensor(numpy.triu(numpy.full(scores.shape[-2:], -numpy.inf, dtype=numpy.float32), 1))
        scores = scores + above
    return torch.softmax(scores, dim=-1)


def scaled_dot_product_attention(q, k, v, is_causal=False, scale=None):
    return attention_weights(q, k, is_causal, scale) @ v
