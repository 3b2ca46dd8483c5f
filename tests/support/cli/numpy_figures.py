#!/usr/bin/python3
"""The figures of `heedmap compare` and `heedmap attend --rollout`, computed with NumPy for the tests to compare with.

Usage: numpy_figures.py FILE.npz TENSOR [A,B,…], a tensor [layer, head, query, key] and its tokens. Prints JSON: "panels" (one a head), "pairs" (the
first head with each other one), "rollout" (n x n, where query and key are as many).
"""
import json
import sys

import numpy as np


def plogp(p):
    return np.where(p > 0, p * np.log(np.where(p > 0, p, 1)), 0)


def panel(p):
    queries, keys = p.shape
    i, j = np.indices(p.shape)
    diagonal = (i + 0.5) * keys / queries - 0.5
    entropy = -plogp(p).sum(1)
    peak = np.unravel_index(p.argmax(), p.shape)
    return {
        "entropy_nat": entropy.mean(),
        "entropy_bit": entropy.mean() / np.log(2),
        "effective_keys": np.exp(entropy).mean(),
        "largest": p.max(1).mean(),
        "peak": p.max(),
        "peak_at": [int(peak[0]), int(peak[1])],
        "off_diagonal": (p * abs(j - diagonal)).sum(1).mean(),
        "in_band": (p * (abs(j - diagonal) <= 1)).sum(1).mean(),
        "distance": (p * abs(j - i)).sum(1).mean(),
        "on_sink": p[:, 0].mean(),
        "on_set": p[:, [1, 2]].sum(1).mean(),
    }


def roles(p, tokens):
    n = len(tokens)
    copies = [[j for j in range(i) if tokens[j] == tokens[i]] for i in range(n)]
    pairs = [p[i, j + 1] for i in range(n) for j in copies[i]]
    repeated = [p[i, copies[i]].sum() for i in range(n) if copies[i]]
    figures = {
        "previous": p.diagonal(-1).mean(),
        "induction": np.mean(pairs) if pairs else None,
        "duplicate": np.mean(repeated) if repeated else None,
        "self": p.diagonal().mean(),
    }
    named = dict(figures, sink=p[:, 0].mean())
    largest = max((name for name in named if named[name] is not None), key=lambda name: named[name])
    band = panel(p)["in_band"]
    figures["role"] = largest if named[largest] >= 0.5 else "diagonal" if band >= 0.5 else None
    return figures


def pair(p, q):
    m = (p + q) / 2
    safe = np.where(m > 0, m, 1)
    js = sum(np.where(x > 0, x * np.log(np.where(x > 0, x, 1) / safe), 0).sum(1) for x in (p, q)) / 2
    most = np.unravel_index(abs(p - q).argmax(), p.shape)
    return {
        "jensen_shannon_nat": js.mean(),
        "total_variation": abs(p - q).sum(1).mean() / 2,
        "cosine": ((p * q).sum(1) / np.linalg.norm(p, axis=1) / np.linalg.norm(q, axis=1)).mean(),
        "correlation": np.corrcoef(p.ravel(), q.ravel())[0, 1],
        "argmax_agreement": (p.argmax(1) == q.argmax(1)).mean(),
        "largest_difference": abs(p - q).max(),
        "largest_difference_at": [int(most[0]), int(most[1])],
    }


def layers(stack):
    identity = np.eye(stack.shape[-1])
    fused = [0.5 * layer.mean(0) + 0.5 * identity for layer in stack]
    return [layer / layer.sum(1, keepdims=True) for layer in fused]


def rollout(stack):
    result = np.eye(stack.shape[-1])
    for layer in layers(stack):
        result = layer @ result
    return result


stack = np.load(sys.argv[1])[sys.argv[2]].astype(np.float64)
heads = stack.reshape(-1, *stack.shape[2:])
result = {"panels": [panel(p) for p in heads], "pairs": [pair(heads[0], q) for q in heads[1:]]}
if len(sys.argv) > 3:
    result["roles"] = [roles(p, sys.argv[3].split(",")) for p in heads]
if stack.shape[2] == stack.shape[3]:
    result["rollout"] = rollout(stack).tolist()
print(json.dumps(result))
