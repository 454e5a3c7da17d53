#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the description of the program for software centres, as appstreamcli --pedantic reads it.

    appstream.py METAINFO DESKTOP_ENTRY

Exits with 77 (skipped) if appstreamcli is missing. Nothing is fetched.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What may be said, and why.
ALLOWED = {
    # The id is that of the desktop entry, the window and the Flatpak: it does not change.
    ("cid-contains-uppercase-letter", "org.relaybook.Relaybook"),
    # AppStream 0.16 of Debian 12 does not know the element that 1.0 and Flathub want.
    ("unknown-tag", "developer"),
}


def issues(metainfo):
    said = subprocess.run(["appstreamcli", "validate", "--pedantic", "--no-net", "--format", "yaml",
                           metainfo], capture_output=True, text=True, check=False).stdout
    if "Passed:" not in said:
        sys.exit(f"appstreamcli did not read the file:\n{said}")
    for entry in said.split("\n- ")[1:]:
        fields = dict(re.findall(r"^ *(tag|hint|line|severity): (.*)$", entry, re.M))
        if (fields["tag"], fields.get("hint", "")) not in ALLOWED:
            yield f"line {fields.get('line')}: {fields['severity']}: {fields['tag']} " \
                  f"{fields.get('hint', '')}"


def disagreements(metainfo, desktop):
    """Where the two files name different things."""
    root = ElementTree.parse(metainfo).getroot()
    entry = dict(line.split("=", 1) for line in desktop.read_text(encoding="utf-8").splitlines()
                 if "=" in line)
    categories = {c.text for c in root.iter("category")}
    if not categories <= set(entry["Categories"].split(";")):
        yield f"the desktop entry lacks a category of {sorted(categories)}"
    if {k.text for k in root.iter("keyword")} != set(filter(None, entry["Keywords"].split(";"))):
        yield "the keywords differ"
    if root.find("launchable").text != desktop.name:
        yield "the launchable is another desktop entry"
    for image in root.iter("image"):
        if not (ROOT / image.text.partition("/main/")[2]).is_file():
            yield f"the picture {image.text} is not in this repository"
    if entry["Icon"] != root.find("id").text:
        yield "the icon is not named like the component"


def main():
    metainfo, desktop = map(pathlib.Path, sys.argv[1:])
    found = list(disagreements(metainfo, desktop))
    if shutil.which("appstreamcli"):
        found += issues(metainfo)
    elif not found:
        sys.exit(77)
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
