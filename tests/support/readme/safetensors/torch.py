"""Writes float32 tensors as the format says: the size of the header, the header, the numbers."""
import json
import struct

import numpy as np


def save_file(tensors, path):
    header, body = {}, b""
    for name, tensor in tensors.items():
        numbers = np.asarray(tensor, dtype="<f4")
        start = len(body)
        body += numbers.tobytes()
        header[name] = {"dtype": "F32", "shape": list(numbers.shape), "data_offsets": [start, len(body)]}
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + body)
