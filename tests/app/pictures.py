#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws every picture of the window, and checks that each is there, light and dark, in its size.

Usage: pictures.py BUILD FOLDER. BUILD is a build folder, FOLDER is where the pictures go.
"""
import pathlib
import shutil
import struct
import subprocess
import sys

EXPECTED = ["overview", "proxies", "sub-users", "transactions", "activity", "sign-in",
            "top-up-confirm", "ledger-break", "findings", "welcome", "certain-overview",
            "certain-proxies-none", "certain-edit-proxy", "certain-note", "which-account"]
SIZE = (1280, 800)


def size_of(picture):
    """Width and height, from the first chunk of a PNG file."""
    with picture.open("rb") as file:
        head = file.read(24)
    if head[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{picture.name} is no PNG file")
    return struct.unpack(">II", head[16:24])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    build, folder = map(pathlib.Path, sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([build / "bin/relaybook-pictures", folder], check=True)
    names = {"light": set(), "dark": set()}
    for picture in folder.glob("*.png"):
        if size_of(picture) != SIZE:
            sys.exit(f"{picture.name} is not {SIZE[0]} x {SIZE[1]}")
        name, _, theme = picture.stem.rpartition("-")
        names[theme].add(name)
    if names["light"] != names["dark"]:
        sys.exit("in one theme only: " + ", ".join(sorted(names["light"] ^ names["dark"])))
    missing = [name for name in EXPECTED if name not in names["light"]]
    if missing:
        sys.exit("missing: " + ", ".join(missing))
    print(f"{len(names['light'])} pictures in each theme")


if __name__ == "__main__":
    main()
