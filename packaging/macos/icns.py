#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs PNG files into an icon for macOS (.icns), each size also as the double of the half size, for
sharp screens.

    icns.py OUT.icns PNG...
"""
import pathlib
import struct
import sys

# side -> the types of that many pixels: plain, and as @2x. Not the plain ones of 16, 32 and 64 pixels:
# the Finder shows PNG files of these types as noise (icp4 to icp6), so macOS scales larger ones.
TYPES = {32: ["ic11"], 64: ["ic12"], 128: ["ic07"], 256: ["ic08", "ic13"], 512: ["ic09", "ic14"],
         1024: ["ic10"]}


def side_of(png):
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG file")
    width, height = struct.unpack(">II", png[16:24])
    if width != height:
        raise ValueError(f"{width} x {height} is not square")
    return width


def read(icon):
    """type -> PNG of an icon."""
    if icon[:4] != b"icns" or struct.unpack(">I", icon[4:8])[0] != len(icon):
        raise ValueError("not an icon for macOS, or cut off")
    found = {}
    at = 8
    while at < len(icon):
        kind, length = icon[at:at + 4].decode("ascii"), struct.unpack(">I", icon[at + 4:at + 8])[0]
        found[kind] = icon[at + 8:at + length]
        at += length
    return found


def main():
    parts = b""
    for name in sys.argv[2:]:
        png = pathlib.Path(name).read_bytes()
        for kind in TYPES[side_of(png)]:
            parts += kind.encode("ascii") + struct.pack(">I", len(png) + 8) + png
    pathlib.Path(sys.argv[1]).write_bytes(b"icns" + struct.pack(">I", len(parts) + 8) + parts)


if __name__ == "__main__":
    main()
