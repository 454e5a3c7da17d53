#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over every source of the project; its output must be empty.

Most of the time goes into the libraries' headers, so sources of one folder are checked together,
as one unit. If that unit has any output (a finding, or two sources that use one name for different
things), each of its sources is checked by itself, and only that output counts.

A unit that passed is not checked again until its preprocessed text (comments kept, for NOLINT),
the configuration or clang-tidy changes: the results are cached by a hash of these, so a fresh clone
in another folder can use the results too. Preprocessing each source by itself took longer than
checking the units again in which something has changed.
Usage: tidy.py BUILD_DIR [--jobs N] [FILE...]
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
CACHE = CACHE / "relaybook" / "tidy"
TOGETHER = 16  # sources in one unit
# How far clang's analyzer follows the branches of a function: its usual limit is 225,000 nodes, and
# more than half of all the time went into the last of them. Counted with its checker debug.Stats,
# 50,000 nodes reach as many blocks of the program's code as 100,000 (97 % of models/account and of
# the sandbox, 98 % of ui/subusers), by fewer combinations of branches and in 0.6 of the time.
NODES = ["max-nodes=50000"]
# A test calls much and decides little: with its calls of other classes not followed, they reach 82 %
# of the blocks of sixteen tests of windows in 17 s, and 80 % of sixteen tests of models; followed,
# they reached 55 % in 46 s, and 28 %. Tests see their checks as tests/support/plainchecks.h.
ANALYZER = {"program": NODES, "tests": [*NODES, "ipa=basic-inlining"]}


def own_sources(build, wanted):
    """The entries of the project's own sources, without what the build generates."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if build in path.parents or ROOT not in path.parents:
            continue
        if not wanted or any(str(path).endswith(w) for w in wanted):
            yield entry


def generate(build, jobs):
    """Makes what the sources include but nobody wrote: the moc output that tests include. Not by
    the build's own targets, which would compile every library first."""
    def moc(info):
        done = subprocess.run(["cmake", "-E", "cmake_autogen", str(info), "Debug"],
                              cwd=build, capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else ""
    tests = sorted((build / "tests").rglob("AutogenInfo.json"))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        said = "".join(pool.map(moc, tests))
    if said:
        sys.exit(said)


def command_of(entry):
    """The words of its compile command, from the compiler on, without the output."""
    words = [w for w in shlex.split(entry["command"]) if w != "-c"]
    while words and ("ccache" in words[0] or "=" in words[0] or words[0].endswith("cmake")
                     or words[0] in ("-E", "env")):
        words.pop(0)
    at = words.index("-o")
    del words[at:at + 2]
    return words


def limits_of(entry):
    """The analyzer's limits for a source, as flags of the compiler."""
    in_tests = ROOT / "tests" in pathlib.Path(entry["file"]).parents
    return [word for limit in ANALYZER["tests" if in_tests else "program"]
            for word in ("-Xclang", "-analyzer-config", "-Xclang", limit)]


def clang_tidy(*arguments):
    """What it says; nothing when it is content."""
    done = subprocess.run(["clang-tidy", "--quiet", *arguments], capture_output=True, text=True)
    # "12 warnings generated." counts what was suppressed in the libraries' headers.
    noise = [l for l in done.stderr.splitlines() if "warnings generated" not in l
             and "warning generated" not in l]
    said = (done.stdout + ("\n".join(noise) if done.returncode else "")).strip()
    if done.returncode and not said:
        said = f"clang-tidy ended with {done.returncode}: {' '.join(arguments)}"
    return said


def look(entry, build):
    return clang_tidy("-p", str(build), *(f"--extra-arg={flag}" for flag in limits_of(entry)),
                      entry["file"])


def flags_of(entries):
    """The flags of all their commands, each once: folders and definitions of one add nothing to
    another's sources."""
    flags = []
    for entry in entries:
        words = [w for w in command_of(entry)[1:] if w != entry["file"]]
        pairs = zip(words, words[1:] + [""])
        for word, following in pairs:
            both = [word, following] if word in ("-isystem", "-include", "-I") else [word]
            if len(both) == 2:
                next(pairs)
            if both not in flags:
                flags.append(both)
    return [word for both in flags for word in both]


def one_text(entries):
    """Their texts one after another: clang's analyzer looks into no function of an included file.
    Each test program has its own main; defining a macro also begins the search for headers that are
    included twice anew."""
    return "".join(f'#undef main\n#define main main{number}\n#line 1 "{entry["file"]}"\n'
                   + pathlib.Path(entry["file"]).read_text() + "\n"
                   for number, entry in enumerate(entries))


class Unit:
    """Sources that are checked together."""

    def __init__(self, entries, build, salt):
        self.entries = entries
        self.build = build
        self.flags = flags_of(entries)
        self.limits = limits_of(entries[0])
        name = hashlib.sha256("".join(e["file"] for e in entries).encode()).hexdigest()[:16]
        self.file = build / "together" / f"{name}.cpp"
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(one_text(entries))
        self.key = self.fingerprint(salt)

    def fingerprint(self, salt):
        """A hash of what clang-tidy would read, or None where it does not even preprocess. Macros
        stay as they are, which keeps the comments and takes a tenth of the time."""
        entry = self.entries[0]
        command = [command_of(entry)[0], *self.flags]
        done = subprocess.run([*command, "-E", "-fdirectives-only", "-D__clang_analyzer__",
                               str(self.file)], cwd=entry["directory"], capture_output=True)
        if done.returncode:
            return None
        read = " ".join([*command, *self.limits]).encode() + done.stdout
        return hashlib.sha256(salt + read.replace(str(ROOT).encode(), b".")).hexdigest()

    def is_known(self):
        return bool(self.key) and (CACHE / self.key).exists()

    def remember(self):
        if self.key:
            CACHE.mkdir(parents=True, exist_ok=True)
            (CACHE / self.key).touch()

    def is_silent(self):
        """Whether clang-tidy is content with all of them in one unit."""
        return not clang_tidy(f"--config-file={ROOT / '.clang-tidy'}", str(self.file), "--",
                              *self.flags, *self.limits)

    def look(self):
        """What clang-tidy says of each of those that it finds something in."""
        if len(self.entries) > 1 and self.is_silent():
            return []
        return [said for entry in self.entries if (said := look(entry, self.build))]


def groups_of(entries):
    """By folder, so that they share their headers; not more than memory and patience allow."""
    folders = {}
    for entry in entries:
        folders.setdefault(pathlib.Path(entry["file"]).parent, []).append(entry)
    for members in folders.values():
        count = -(-len(members) // TOGETHER)
        for n in range(count):
            yield members[n::count]


def main(arguments=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_intermixed_args(arguments)
    build = args.build.resolve()
    generate(build, args.jobs)
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    salt = version + (ROOT / ".clang-tidy").read_bytes()
    groups = sorted(groups_of(own_sources(build, args.files)), key=len, reverse=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        units = list(pool.map(lambda group: Unit(group, build, salt), groups))
        new = [unit for unit in units if not unit.is_known()]
        for unit, told in zip(new, pool.map(Unit.look, new)):
            failed += len(told)
            if told:
                print("\n".join(told), flush=True)
            else:
                unit.remember()
    sources = sum(len(unit.entries) for unit in units)
    unchanged = sources - sum(len(unit.entries) for unit in new)
    print(f"clang-tidy: {sources} sources, {unchanged} unchanged, {failed} with findings")
    sys.exit(1 if failed or not sources else 0)


if __name__ == "__main__":
    main()
