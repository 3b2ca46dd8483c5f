"""Makes the packages that the README uses available: the installed ones, else the stand-ins beside this file."""
import importlib.util
import pathlib
import sys

here = pathlib.Path(__file__).parent


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if str(here) in sys.path:  # behind what is installed
    sys.path.remove(str(here))
sys.path.append(str(here))
import torch.nn.functional as _functional  # noqa: E402

own = load("heedmap_readme_functional", here / "torch/nn/functional.py")
attention_weights = own.attention_weights
if not hasattr(_functional, "scaled_dot_product_attention"):  # PyTorch before 2.0
    _functional.scaled_dot_product_attention = own.scaled_dot_product_attention
load("transformers", here / "transformers.py")
