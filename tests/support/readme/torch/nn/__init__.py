"""Modules with forward hooks, a linear layer, and attention with several heads."""
import numpy as np

from . import functional


class _Handle:
    def __init__(self, hooks, hook):
        self.hooks, self.hook = hooks, hook

    def remove(self):
        self.hooks.remove(self.hook)


class Module:
    def __init__(self):
        self._hooks = []

    def __call__(self, *args, **options):
        output = self.forward(*args, **options)
        for hook in list(self._hooks):
            hook(self, args, output)
        return output

    def register_forward_hook(self, hook):
        self._hooks.append(hook)
        return _Handle(self._hooks, hook)

    def named_modules(self, prefix=""):
        yield prefix, self
        for name, value in vars(self).items():
            if isinstance(value, Module):
                yield from value.named_modules(f"{prefix}.{name}" if prefix else name)

    def eval(self):
        return self


class ModuleList(Module):
    def __init__(self, modules):
        super().__init__()
        self.modules = modules
        vars(self).update({str(i): module for i, module in enumerate(modules)})

    def __iter__(self):
        return iter(self.modules)


class Linear(Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = np.random.default_rng(inputs + outputs).normal(size=(inputs, outputs)) / inputs**0.5

    def forward(self, x):
        return x @ self.weight.astype(x.dtype)


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, batch_first):
        assert batch_first
        super().__init__()
        self.heads = num_heads
        self.q, self.k = Linear(embed_dim, embed_dim), Linear(embed_dim, embed_dim)

    def forward(self, query, key, value, need_weights, average_attn_weights):
        assert need_weights and not average_attn_weights

        def split(x):
            return x.reshape(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)

        weights = functional.attention_weights(split(self.q(query)), split(self.k(key)))
        return value, weights
