#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that no two headers of the client define a type of the same name.

Two classes with one name in two rooms compile, and link without a word: the linker keeps one of
the two destructors, and the program crashes in the other's. The sandbox has a namespace of its own.
Usage: names.py [ROOT]. `names.py --self-test` checks that such a pair is found.
"""
import pathlib
import re
import sys

ROOMS = ["api", "app", "models", "resources", "ui"]
# Types of a namespace start at the first column; nested ones and those of a class are indented.
TYPE = re.compile(r"^(?:class|struct|union|enum(?: class)?)(?: \[\[\w+\]\])? (\w+)\b(?!::)(?!.*;\s*$)", re.M)


def doubles(texts):
    """{path: text} -> the names that more than one of the paths defines, with these paths."""
    places = {}
    for path, text in sorted(texts.items()):
        for name in set(TYPE.findall(text)):
            places.setdefault(name, []).append(path)
    return {name: paths for name, paths in sorted(places.items()) if len(paths) > 1}


def self_test():
    texts = {
        "ui/a.h": "class Edit : public QLineEdit\n{\n    struct Row\n    {\n    };\n};\nclass Other;\n",
        "models/a.h": "struct Edit\n{\n    struct Row\n    {\n    };\n};\nclass Other\n{\n};\n",
        "ui/b.h": "struct Edit::Row\n{\n};\n",
    }
    if doubles(texts) != {"Edit": ["models/a.h", "ui/a.h"]}:
        sys.exit(f"a pair was not found, or too many: {doubles(texts)}")


def main():
    self_test()
    if "--self-test" in sys.argv:
        return
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(".")
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
             for room in ROOMS for path in (root / room).rglob("*.h")}
    found = doubles(texts)
    for name, paths in found.items():
        print(f"{name} is defined in {' and '.join(paths)}: rename one of them")
    if not found:
        print(f"{len(texts)} headers, no type twice")
    sys.exit(1 if found or not texts else 0)


if __name__ == "__main__":
    main()
