#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the tests that the changes since a commit cannot reach, one per line, and in the end
"reached N of M".

Prints "all" if a file changed that is in no room and no test folder (the build, packages, the
checks themselves), or if the commit is not known here. A change in a room reaches every room that
includes it, and the tests that include one of these; the includes are read from the sources. Tests
that are no C++ source are not printed: they are always run, and take seconds.
Usage: reach.py COMMIT. `reach.py --self-test` checks the rules.
"""
import collections
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from direction import INCLUDE, ROOMS  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Tests that start a program include nothing of it.
STARTED = {"tests/app": ["app", "app/manual", "app/pictures"], "tests/sandbox": ["sandbox"]}
# Documents and forms are read by tests that are always run.
TEXTS = (".md", ".pot")


def room_above(path):
    """The innermost room or test folder that a file is in; None outside of all."""
    for folder in [str(each) for each in pathlib.PurePosixPath(path).parents]:
        if folder in ROOMS or (folder.startswith("tests/") and folder.count("/") == 1):
            return folder
    return None


def includes_of(text):
    for line in text.splitlines():
        match = INCLUDE.match(line)
        if match and match[1]:
            yield match[1]


def closure(start, edges):
    seen, todo = set(start), list(start)
    while todo:
        for each in edges.get(todo.pop(), ()):
            if each not in seen:
                seen.add(each)
                todo.append(each)
    return seen


def unreached(changed, sources):
    """The names of the tests that the changed files cannot reach, and how many tests there are; None
    if they may reach all. `sources` has the text of every source by path."""
    files = collections.defaultdict(set)  # of tests: file -> files
    rooms = collections.defaultdict(set)  # room -> rooms
    used = collections.defaultdict(set)   # file of a test -> rooms
    for path, text in sources.items():
        room = room_above(path)
        for name in includes_of(text):
            target = room_above(name)
            if path.startswith("tests/"):
                if name.startswith("tests/"):
                    files[path] |= {name, name.removesuffix(".h") + ".cpp"}
                elif target:
                    used[path].add(target)
            elif room and target:
                rooms[room].add(target)
    changed_rooms, changed_files = set(), set()
    for path in changed:
        room = room_above(path)
        if room in ROOMS:
            changed_rooms.add(room)
        elif room and room not in ("tests/quality", "tests/support", "tests/bench"):
            changed_files.add(path)
        elif room == "tests/support" and path in sources:
            changed_files.add(path)
        elif room != "tests/bench" and not path.endswith(TEXTS):
            return None
    tests = {pathlib.PurePosixPath(path).stem: path for path in sources
             if path.startswith("tests/") and path.split("/")[-1].startswith("test_")
             and path.endswith(".cpp")}
    names = []
    for name, path in sorted(tests.items()):
        folder = room_above(path)
        all_files = closure([path], files)
        start = set(STARTED.get(folder, [])).union(*(used[each] for each in all_files))
        # A file of a test folder that is no source, such as a recorded answer, is read by any.
        data = {each for each in changed_files if each not in sources and
                room_above(each) == folder}
        if not (data or all_files & changed_files or closure(start, rooms) & changed_rooms):
            names.append(name)
    return names, len(tests)


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines() if done.returncode == 0 else None


def self_test():
    sources = {
        "api/types/a.h": "", "models/sync/b.cpp": '#include "api/types/a.h"',
        "ui/ledger/c.cpp": '#include "models/sync/b.h"',
        "tests/api/test_a.cpp": '#include "api/types/a.h"\n#include "tests/support/s.h"',
        "tests/models/fixture.h": "", "tests/models/fixture.cpp": '#include "models/sync/b.h"',
        "tests/models/test_b.cpp": '#include "tests/models/fixture.h"',
        "tests/ui/test_c.cpp": '#include "ui/ledger/c.h"', "tests/app/test_d.cpp": "",
        "app/main.cpp": '#include "ui/ledger/c.h"',
        "tests/support/s.h": "",
    }
    for changed, reached in [
            (["api/types/a.h"], "abcd"), (["models/sync/b.cpp"], "bcd"),
            (["ui/ledger/CMakeLists.txt"], "cd"), (["tests/models/fixture.cpp"], "b"),
            (["tests/api/answer.json"], "a"), (["tests/support/s.h"], "a"),
            (["docs/a.md", "tests/bench/x.cpp"], ""), ([], ""),
            (["CMakeLists.txt"], None), (["tests/CMakeLists.txt"], None),
            (["tests/support/CMakeLists.txt"], None), (["cmake/Room.cmake"], None),
            (["check"], None), (["tests/quality/tidy.py"], None)]:
        found = unreached(changed, sources)
        expected = None if reached is None else (
            [f"test_{each}" for each in "abcd" if each not in reached], 4)
        if found != expected:
            sys.exit(f"not reached by {changed}: {found}, not {expected}")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    commit, = sys.argv[1:]
    changed = git("diff", "--name-only", "--no-renames", commit)
    new = git("ls-files", "--others", "--exclude-standard")
    if changed is None or new is None:
        print("all")
        return
    sources = {path: (ROOT / path).read_text(errors="replace")
               for path in git("ls-files", "--cached", "--others", "--exclude-standard")
               if path.endswith((".h", ".cpp")) and (ROOT / path).is_file()}
    found = unreached(changed + new, sources)
    if found is None:
        print("all")
        return
    names, count = found
    print(*names, f"reached {count - len(names)} of {count}", sep="\n")


if __name__ == "__main__":
    main()
