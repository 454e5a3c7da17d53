#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each folder includes only headers of folders it may use (docs/architecture.md).

Reads every #include of the project's own headers, and of the libraries that only one room may
know. Usage: direction.py [ROOT]. `direction.py --self-test` checks that a violation is found.
"""
import pathlib
import re
import sys

API = ["api/endpoints", "api/http", "api/json", "api/types"]
PAGES = ["ui/ledger", "ui/orders", "ui/proxies", "ui/subusers", "ui/overview", "ui/account",
         "ui/export", "ui/settings"]
# Those that open the dialogs of operations on sub-users, or show the operations.
SERVING_PAGES = ["ui/subusers", "ui/orders"]
BELOW_PAGES = ["ui/attention", "ui/orderview", "ui/lists", "ui/base", "ui/widgets", "ui/charts", "ui/theme",
               "resources", "api/types"]
# The folders that the window's data comes from; the window uses neither the store nor the network.
SHOWN = ["models", "models/account", "models/accounts", "models/attention", "models/buying",
         "models/export", "models/notify",
         "models/orders", "models/proxytests", "models/serving", "models/subusers", "models/sync",
         "models/tables", "models/text"]
# folder -> the folders whose headers it may include, besides its own. All folders of ui are one
# target. Pages do not include each other: what two of them need is in a folder below them.
ROOMS = {
    "api/types": [],
    "api/json": ["api/types"],
    "api/http": ["api/json", "api/types"],
    "api/endpoints": ["api/http", "api/json", "api/types"],
    "api/proxytest": ["api/http", "api/json", "api/types"],
    "api/webhook": ["api/http", "api/json", "api/types"],
    "models/sqlite": ["api/json", "api/types"],
    "models/store": ["models/sqlite", "api/json", "api/types"],
    "models/secrets": ["api/json", "api/types"],
    "models": ["models/store", "api/types"],
    "models/text": ["models/store", "api/json", "api/types"],
    "models/orders": ["models/reading", "models/sqlite", "api/http", "api/types"],
    "models/buying": ["models/orders", "models/reading", "api/endpoints", "api/http", "api/types"],
    "models/reading": ["api/types"],
    "models/sync": ["models", "models/reading", "models/sqlite", "models/store", *API],
    "models/serving": ["models/orders", "models/reading", "models/sync", "models/text",
                       "api/endpoints", "api/json", "api/http", "api/types"],
    "models/tables": ["models", "models/orders", "models/sqlite", "models/store", "models/text",
                      "api/json", "api/proxytest", "api/types"],
    "models/account": ["models", "models/buying", "models/orders", "models/serving",
                       "models/sqlite", "models/store", "models/sync", "models/tables",
                       "models/text", *API],
    "models/subusers": ["models/account", "models/reading", "models/serving", "models/store",
                        "models/sync", *API],
    "models/proxytests": ["models/account", "models/store", "models/sync", "models/text",
                          "api/proxytest", "api/types"],
    "models/attention": ["models", "models/account", "models/buying", "models/orders",
                         "models/proxytests", "models/store", "models/sync", "models/text",
                         "api/http", "api/proxytest", "api/types"],
    "models/notify": ["models", "models/attention", "models/secrets", "models/text", "api/json",
                      "api/types", "api/webhook"],
    "models/accounts": ["models", "models/account", "models/attention", "models/buying",
                        "models/orders",
                        "models/proxytests", "models/secrets", "models/serving", "models/sqlite", "models/store",
                        "models/subusers", "models/sync", "models/text", *API],
    "models/export": ["models", "models/account", "models/accounts", "models/attention",
                      "models/buying",
                      "models/orders", "models/serving", "models/sqlite", "models/store",
                      "models/sync", "models/tables", "models/text", "api/json", "api/types"],
    "ui/theme": ["resources"],
    "ui/widgets": ["ui/theme", "models", "models/text", "api/types"],
    "ui/charts": ["ui/widgets", "ui/theme", "models", "models/account", "models/accounts",
                  "models/buying", "models/subusers", "models/text", "api/types"],
    "ui/base": ["ui/widgets", "ui/theme", "models", "models/account", "models/accounts",
                "models/attention", "models/export", "models/orders", "models/text", "api/types"],
    "ui/lists": ["ui/base", "ui/charts", "ui/widgets", "ui/theme", *SHOWN, "api/types",
                 "resources"],
    "ui/orderview": ["ui/lists", "ui/base", "ui/widgets", "ui/theme", *SHOWN, "api/types"],
    "ui/attention": ["ui/orderview", "ui/lists", "ui/base", "ui/widgets", "ui/theme", *SHOWN,
                     "api/types"],
    "ui/serving": [*BELOW_PAGES, *SHOWN],
    **{page: [*BELOW_PAGES, *SHOWN] for page in PAGES},
    **{page: ["ui/serving", *BELOW_PAGES, *SHOWN] for page in SERVING_PAGES},
    "ui/shell": ["ui/serving", *PAGES, *BELOW_PAGES, *SHOWN],
    "sandbox": [],
    "app": ["ui/shell", "ui/serving", *PAGES, *BELOW_PAGES, *SHOWN, "models/secrets",
            "models/sqlite", "models/store", *API, "sandbox"],
    "app/manual": ["app", "sandbox"],
    "app/pictures": ["app", "ui/shell", *PAGES, *BELOW_PAGES, *SHOWN],
    "resources": [],
    "resources/recorder": ["resources"],
}
# folder -> the headers that other folders may include, if not all of them. Any other part of the
# sandbox that app used would be linked into it and loaded at every start.
DOORS = {"sandbox": ["sandbox/access.h", "sandbox/embedded.h"]}
# folder -> further headers that it may include: its program is not the one that is started
KEYS = {"app/manual": ["sandbox/commandline.h"]}
UI = [room for room in ROOMS if room.startswith("ui/")]
# library header -> the folders that may include it
LIBRARIES = {
    r"Q(Widget|Application|Dialog|TableView|Style|Pixmap|Icon)\w*": [*UI, "app", "app/pictures"],
    r"QPaint\w*": [*UI, "app/pictures", "resources/recorder"],
    r"QSvg\w*": ["resources/recorder"],
    r"Q(Network|Ssl|Tcp)\w*": ["api/http", "api/endpoints", "api/proxytest", "api/webhook",
                               "app"],
    r"simdjson\.h": ["api/json"],
    r"SQLiteCpp/.*": ["models/sqlite", "models/store"],
    r"sqlite3\.h": ["models/sqlite", "models/store", "sandbox"],
    r"(qt6)?keychain\.h|qt6keychain/.*": ["models/secrets"],
    r"qcustomplot\.h": ["ui/charts"],
    r"xlsxwriter.*": ["models/export"],
    r"minizip/.*": ["models/export"],
    r"httplib\.h": ["sandbox"],
    r"nlohmann/.*": ["sandbox"],
    r"Q[A-Z]\w+": [room for room in ROOMS if room != "sandbox"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def room_of(path):
    """The folder that a file lies in where that is a room, or None (tests may include anything)."""
    folder = path.rpartition("/")[0]
    return folder if folder in ROOMS else None


def circles(rooms):
    """The rooms that lead back to themselves."""
    def reaches(start, room, seen):
        for target in rooms[room]:
            if target == start:
                return True
            if target not in seen:
                seen.add(target)
                if reaches(start, target, seen):
                    return True
        return False
    return sorted(room for room in rooms if reaches(room, room, set()))


def tops():
    return sorted({room.split("/")[0] for room in ROOMS})


def breaches(path, text):
    """What is wrong with the includes of a file. Each names the project's headers by their folder:
    clang-tidy reads several sources as one, which lies elsewhere."""
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match[1] and "/" not in match[1] and not match[1].endswith(".moc"):
            yield f"{path}:{number}: {match[1]} is named without its folder"
    room = room_of(path)
    if room is None:
        if path.split("/")[0] in tops():
            yield f"{path}: its folder is no room; add it to ROOMS"
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
            elif target != room and own not in DOORS.get(target, [own]) + KEYS.get(room, []):
                yield f"{path}:{number}: {own} is not for other rooms"
        else:
            rule = next((r for r in LIBRARIES if re.fullmatch(r, library)), None)
            if rule and room not in LIBRARIES[rule]:
                yield f"{path}:{number}: {room} may not know <{library}>"


def self_test():
    wrong = {
        "api/types/a.h": '#include "api/http/b.h"',
        "models/a.cpp": '#include "ui/base/a.h"',
        "models/b.cpp": "#include <QWidget>",
        "ui/base/a.cpp": '#include "api/http/apiclient.h"',
        "ui/ledger/b.cpp": '#include "models/store/db.h"',
        "ui/ledger/c.cpp": '#include "ui/orders/a.h"',
        "ui/widgets/a.cpp": '#include "ui/lists/a.h"',
        "ui/new/a.cpp": "",
        "sandbox/a.cpp": '#include "api/types/money.h"',
        "sandbox/b.cpp": "#include <QString>",
        "api/json/a.cpp": '#include "api/http/a.h"',
        "api/http/a.cpp": "#include <SQLiteCpp/Database.h>",
        "models/account/b.cpp": "#include <qt6keychain/keychain.h>",
        "app/a.cpp": '#include "sandbox/server.h"',
        "app/b.cpp": '#include "app/pictures/screenshots.h"',
        "tests/api/a.cpp": '#include "clientfixture.h"',
    }
    for path, text in wrong.items():
        if not list(breaches(path, text)):
            sys.exit(f"a breach was not found: {path}: {text}")
    if list(breaches("app/main.cpp", '#include "sandbox/embedded.h"\n#include <QApplication>')):
        sys.exit("app may include the sandbox's door and widgets")
    if list(breaches("tests/api/a.cpp", '#include "a.moc"\n#include "tests/api/b.h"')):
        sys.exit("a test may include its generated code and the headers of tests")
    if circles({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) != ["a", "b", "c"]:
        sys.exit("a circle was not found")


def main():
    self_test()
    if circles(ROOMS):
        sys.exit("circle of rooms: " + ", ".join(circles(ROOMS)))
    if "--self-test" in sys.argv:
        return
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(".")
    files = [p for top in [*tops(), "tests"] for p in (root / top).rglob("*")
             if p.suffix in (".h", ".cpp")]
    found = [b for p in sorted(files)
             for b in breaches(p.relative_to(root).as_posix(), p.read_text(encoding="utf-8"))]
    print("\n".join(found) or f"{len(files)} files keep the direction")
    sys.exit(1 if found or not files else 0)


if __name__ == "__main__":
    main()
