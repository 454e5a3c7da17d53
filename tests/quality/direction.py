#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the includes against the one direction of the rooms (CONTRIBUTING.md draws it).

Reads every #include of the project's own headers, and of the libraries that only one room may
know. Usage: direction.py [ROOT]. `direction.py --self-test` shows that a breach is found.
"""
import pathlib
import re
import sys

# room -> the rooms it may include, itself always
ROOMS = {
    "api/types": [],
    "api/json": ["api/types"],
    "api/http": ["api/json", "api/types"],
    "api/endpoints": ["api/http", "api/json", "api/types"],
    "models/store": ["api/json", "api/types"],
    "models/buying": ["models/store", "api/endpoints", "api/http", "api/types"],
    "models/export": ["models", "models/buying", "models/store", "api/json", "api/types"],
    "models": ["models/buying", "models/store", "api/endpoints", "api/http", "api/json",
               "api/types"],
    "ui": ["models", "models/buying", "models/export", "api/types", "resources"],
    "sandbox": [],
    "app": ["ui", "models", "models/buying", "models/export", "models/store", "api/endpoints",
            "api/http", "api/types", "sandbox", "resources"],
    "resources": [],
}
# room -> its headers that other rooms may include, where that is not every one. What app would link
# of the sandbox would be loaded at every start.
DOORS = {"sandbox": ["sandbox/access.h", "sandbox/embedded.h"]}
# library header -> the rooms that may know it
LIBRARIES = {
    r"Q(Widget|Application|Dialog|TableView|Painter|Style|Pixmap|Icon|Svg)\w*": ["ui", "app"],
    r"Q(Network|Ssl|Tcp)\w*": ["api/http", "api/endpoints", "app"],
    r"simdjson\.h": ["api/json"],
    r"SQLiteCpp/.*": ["models/store"],
    r"sqlite3\.h": ["models/store"],
    r"qcustomplot\.h": ["ui"],
    r"xlsxwriter.*": ["models/export"],
    r"httplib\.h": ["sandbox"],
    r"nlohmann/.*": ["sandbox"],
    r"Q[A-Z]\w+": ["api/types", "api/json", "api/http", "api/endpoints", "models/store", "models", "ui", "app",
                   "resources", "models/buying", "models/export"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def room_of(path):
    """The deepest room that a path lies in, or None (tests may include anything)."""
    fits = [room for room in ROOMS if path == room or path.startswith(room + "/")]
    return max(fits, key=len, default=None)


def breaches(path, text):
    room = room_of(path)
    if room is None:
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        own, library = match.groups()
        if own:
            target = room_of(own)
            if target is None and "/" in own:
                yield f"{path}:{number}: {own} is in no room"
            elif target and target != room and target not in ROOMS[room]:
                yield f"{path}:{number}: {room} may not include {target} ({own})"
            elif target != room and own not in DOORS.get(target, [own]):
                yield f"{path}:{number}: {own} is not for other rooms"
        else:
            rule = next((r for r in LIBRARIES if re.fullmatch(r, library)), None)
            if rule and room not in LIBRARIES[rule]:
                yield f"{path}:{number}: {room} may not know <{library}>"


def self_test():
    wrong = {
        "api/types/a.h": '#include "api/http/b.h"',
        "models/a.cpp": '#include "ui/a.h"',
        "models/b.cpp": "#include <QWidget>",
        "ui/a.cpp": '#include "api/http/apiclient.h"',
        "ui/b.cpp": '#include "models/store/db.h"',
        "sandbox/a.cpp": '#include "api/types/money.h"',
        "sandbox/b.cpp": "#include <QString>",
        "api/json/a.cpp": '#include "api/http/a.h"',
        "api/http/a.cpp": "#include <SQLiteCpp/Database.h>",
        "app/a.cpp": '#include "sandbox/server.h"',
    }
    for path, text in wrong.items():
        if not list(breaches(path, text)):
            sys.exit(f"a breach was not found: {path}: {text}")
    if list(breaches("app/main.cpp", '#include "sandbox/embedded.h"\n#include <QApplication>')):
        sys.exit("app may include the sandbox's door and widgets")


def main():
    self_test()
    if "--self-test" in sys.argv:
        return
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(".")
    files = [p for top in sorted({r.split("/")[0] for r in ROOMS}) for p in (root / top).rglob("*")
             if p.suffix in (".h", ".cpp")]
    found = [b for p in sorted(files)
             for b in breaches(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8"))]
    print("\n".join(found) or f"{len(files)} files keep the direction")
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
