#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that every file that has to repeat the version repeats the one in VERSION.

    versions.py ROOT
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


def main():
    root = pathlib.Path(sys.argv[1])
    version = (root / "VERSION").read_text(encoding="utf-8").strip()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"VERSION is not of the form 1.2.3: {version}")
    vcpkg = json.loads((root / "vcpkg.json").read_text(encoding="utf-8"))
    metainfo = ElementTree.parse(root / "packaging/linux/org.relaybook.Relaybook.metainfo.xml")
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    said = {
        "vcpkg.json": vcpkg["version"],
        "the newest release of the metainfo file": metainfo.find("releases/release").get("version"),
        "the newest entry of CHANGELOG.md": re.search(r"^## (\S+)", changes, re.M)[1],
    }
    wrong = [f"{place} says {other}, VERSION says {version}"
             for place, other in said.items() if other != version]
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
