"""A model with the names and the interface of OPT: two layers of four heads, drawn at random."""
import types

import torch
from heedmap_readme import attention_weights

layers, heads, width = 2, 4, 32


class _Attention(torch.nn.Module):
    def __init__(self, fused):
        super().__init__()
        self.fused = fused
        self.q_proj, self.k_proj, self.v_proj = (torch.nn.Linear(width, width) for _ in range(3))

    def forward(self, x):
        def split(y):
            return y.reshape(y.shape[0], y.shape[1], heads, -1).transpose(1, 2)

        d_head = width // heads
        q, k, v = split(self.q_proj(x)), split(self.k_proj(x)), split(self.v_proj(x))
        if self.fused:  # scaled by hand before the kernel, as OPT does
            call = torch.nn.functional.scaled_dot_product_attention
            context, weights = call(q * d_head**-0.5, k, v, is_causal=True, scale=1.0), None
        else:
            weights = attention_weights(q, k, is_causal=True)
            context = weights @ v
        return context.transpose(1, 2).reshape(x.shape), weights


class _Layer(torch.nn.Module):
    def __init__(self, fused):
        super().__init__()
        self.self_attn = _Attention(fused)

    def forward(self, x):
        context, weights = self.self_attn(x)
        return x + context, weights


class AutoModel(torch.nn.Module):
    config = types.SimpleNamespace(hidden_size=width, num_attention_heads=heads)

    @classmethod
    def from_pretrained(cls, name, attn_implementation):
        if hasattr(torch, "manual_seed"):
            torch.manual_seed(0)
        return cls(attn_implementation == "sdpa")

    def __init__(self, fused):
        super().__init__()
        self.fused = fused
        self.layers = torch.nn.ModuleList([_Layer(fused) for _ in range(layers)])

    def forward(self, input_ids, output_attentions=False):
        assert not (output_attentions and self.fused), "a fused kernel has no weights"
        x = torch.randn(100, width)[input_ids] if not hasattr(torch, "Generator") else torch.randn(
            100, width, generator=torch.Generator().manual_seed(1))[input_ids]
        attentions = []
        for layer in self.layers:
            x, weights = layer(x)
            attentions.append(weights)
        return types.SimpleNamespace(attentions=tuple(attentions) if output_attentions else None)


class AutoTokenizer:
    @classmethod
    def from_pretrained(cls, name):
        return cls()

    def __call__(self, text, return_tensors):
        assert return_tensors == "pt"
        self.words = ["</s>"] + [" " * (i > 0) + word for i, word in enumerate(text.split(" "))]
        return {"input_ids": torch.tensor([list(range(len(self.words)))])}

    def convert_ids_to_tokens(self, ids):
        return [self.words[int(i)].replace(" ", "Ġ") for i in ids]
