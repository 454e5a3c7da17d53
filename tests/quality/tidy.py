#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs clang-tidy over every source of the project; its output must be empty.

A source that passed is not looked at again until its preprocessed text (comments kept, for NOLINT),
the configuration or clang-tidy changes: the results are cached by a hash of these, so a fresh clone
in another folder profits too. Usage: tidy.py BUILD_DIR [--jobs N] [FILE...]
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


def fingerprint(entry, salt):
    """A hash of what clang-tidy would read, or None where it does not even preprocess."""
    words = [w for w in shlex.split(entry["command"]) if w != "-c"]
    while words and ("ccache" in words[0] or "=" in words[0] or words[0].endswith("cmake")
                     or words[0] in ("-E", "env")):
        words.pop(0)
    at = words.index("-o")
    del words[at:at + 2]
    done = subprocess.run(words + ["-E", "-P", "-C"], cwd=entry["directory"], capture_output=True)
    if done.returncode:
        return None
    return hashlib.sha256(salt + done.stdout.replace(str(ROOT).encode(), b".")).hexdigest()


def look(entry, build, salt):
    key = fingerprint(entry, salt)
    if key and (CACHE / key).exists():
        return entry["file"], "", True
    done = subprocess.run(["clang-tidy", "--quiet", "-p", str(build), entry["file"]],
                          capture_output=True, text=True)
    # "12 warnings generated." counts what was suppressed in the libraries' headers.
    noise = [l for l in done.stderr.splitlines() if "warnings generated" not in l
             and "warning generated" not in l]
    said = (done.stdout + ("\n".join(noise) if done.returncode else "")).strip()
    if done.returncode and not said:
        said = f"{entry['file']}: clang-tidy ended with {done.returncode}"
    if key and not said:
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / key).touch()
    return entry["file"], said, False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_intermixed_args()
    build = args.build.resolve()
    generate(build, args.jobs)
    version = subprocess.run(["clang-tidy", "--version"], check=True, capture_output=True).stdout
    salt = version + (ROOT / ".clang-tidy").read_bytes()
    entries = list(own_sources(build, args.files))
    failed = cached = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for _, said, was_cached in pool.map(lambda e: look(e, build, salt), entries):
            cached += was_cached
            if said:
                failed += 1
                print(said, flush=True)
    print(f"clang-tidy: {len(entries)} sources, {cached} unchanged, {failed} with findings")
    sys.exit(1 if failed or not entries else 0)


if __name__ == "__main__":
    main()
