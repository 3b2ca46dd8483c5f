#!/usr/bin/env python3
"""Writes core/heatmap/color_map_tables.h: 256 colors for each color map.

    python3 resources/color_maps/make_color_maps.py            writes the file
    python3 resources/color_maps/make_color_maps.py --check    compares it with what is there

Needs Matplotlib (any version from 2.2 on: these maps have not changed since).

Sources
  viridis, magma  Stefan van der Walt and Nathaniel Smith, 2015; CC0; read from Matplotlib
  cividis         Jamie R. Nunez, Christopher R. Anderton and Ryan S. Renslow, "Optimizing colormaps with consideration
                  for color vision deficiency to enable accurate interpretation of scientific data", PLoS ONE 13(7),
                  2018, which is in the public domain (CC0); read from Matplotlib
  gray            entry i is (i, i, i)
  RdBu            Cynthia Brewer, Mark Harrower and The Pennsylvania State University, colorbrewer2.org, Apache 2.0;
                  interpolated here from the 11 published colors
"""

import pathlib
import sys

import matplotlib

ENTRIES = 256
TARGET = pathlib.Path(__file__).resolve().parents[2] / "core" / "heatmap" / "color_map_tables.h"

BREWER_RDBU = [
    (103, 0, 31), (178, 24, 43), (214, 96, 77), (244, 165, 130), (253, 219, 199), (247, 247, 247),
    (209, 229, 240), (146, 197, 222), (67, 147, 195), (33, 102, 172), (5, 48, 97),
]


def rounded(value):
    """To the nearest integer, halves upwards."""
    return int(value + 0.5)


def listed(name):
    """The entries of one of Matplotlib's listed maps, each channel to the nearest of 256 steps."""
    colors = matplotlib.colormaps[name].colors if hasattr(matplotlib, "colormaps") else matplotlib.cm.get_cmap(name).colors
    assert len(colors) == ENTRIES
    return [tuple(rounded(255 * channel) for channel in color[:3]) for color in colors]


def gray():
    return [(i, i, i) for i in range(ENTRIES)]


def interpolated(stops):
    """Entry i lies at i/255 of the way along equally spaced stops."""
    colors = []
    for i in range(ENTRIES):
        # In whole numbers, so that no machine rounds otherwise.
        whole, part = divmod(i * (len(stops) - 1), ENTRIES - 1)
        after = stops[min(whole + 1, len(stops) - 1)]
        colors.append(tuple((2 * (a * (255 - part) + b * part) + 255) // 510 for a, b in zip(stops[whole], after)))
    return colors


def table(name, colors):
    lines = [f"inline constexpr std::uint8_t {name}Table[256][3] = {{"]
    for i in range(0, ENTRIES, 8):
        lines.append("    " + " ".join("{%d, %d, %d}," % color for color in colors[i:i + 8]))
    return "\n".join(lines + ["};"])


def header():
    maps = [("viridis", listed("viridis")), ("cividis", listed("cividis")), ("magma", listed("magma")),
            ("gray", gray()), ("rdbu", interpolated(BREWER_RDBU))]
    return "\n".join([
        "// Red, green, blue of the color maps. Written by resources/color_maps/make_color_maps.py, which names the sources;",
        "// do not edit.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "",
        "namespace heedmap::heatmap {",
        "",
        "// clang-format off",
        *[table(name, colors) for name, colors in maps],
        "// clang-format on",
        "",
        "} // namespace heedmap::heatmap",
        "",
    ])


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(0 if TARGET.read_text() == header() else f"{TARGET} is not what this script writes")
    TARGET.write_text(header())
