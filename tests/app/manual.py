#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that manual pages and shell completions name the options and commands of --help.

    manual.py BUILD_DIR

What a shell or mandoc says of them is tested where it is installed.
"""
import pathlib
import re
import shutil
import subprocess
import sys

OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def run(*argv, **more):
    done = subprocess.run(argv, capture_output=True, text=True, timeout=120, check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, argv))} gave {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def compare(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: missing {sorted(expected - found)}, too many {sorted(found - expected)}")


def offered(text):
    """The options that a help text describes at the start of a line."""
    return set(re.findall(r"^ +(--[a-z-]+)", text, re.M))


def completed_by_bash(script, *words):
    """What bash offers for the last of the words."""
    program = words[0]
    function = "_" + program.replace("-", "_")
    said = run("bash", "-c", 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
               f'{function}; printf "%s\\n" "${{COMPREPLY[@]}}"', script, *words)
    return set(said.split())


def completed_by_fish(script, line):
    said = run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'")
    return {entry.split("\t")[0] for entry in said.splitlines()}


def main():
    build = pathlib.Path(sys.argv[1])
    manual = build / "packaging/manual"
    for program in ("relaybook", "relaybook-sandbox"):
        text = run(build / "bin" / program, "--help")
        options = offered(text)
        if len(options) < 15 or "--help" not in options:
            sys.exit(f"{program} --help is not understood:\n{text}")
        page = (manual / f"{program}.1").read_text(encoding="utf-8")
        described = re.findall(r"^\.BI? (\\-\\-[a-z\\-]+)", page, re.M)
        compare(f"{program}(1)", {each.replace("\\", "") for each in described}, options)
        if "@" in re.sub(r"USER:PASSWORD@", "", page):
            sys.exit(f"{program}(1) has a mark that nothing replaced")
        bash = manual / f"{program}.bash"
        fish = manual / f"{program}.fish"
        zsh = manual / f"_{program}"
        compare(bash.name, set(OPTION.findall(bash.read_text(encoding="utf-8"))), options)
        zsh_options = re.findall(r"'(--[a-z-]+)=?\[", zsh.read_text(encoding="utf-8"))
        compare(zsh.name, set(zsh_options), options)
        fish_options = re.findall(r" -l ([a-z-]+)", fish.read_text(encoding="utf-8"))
        compare(fish.name, {"--" + name for name in fish_options}, options)
        run("bash", "-n", bash)
        if shutil.which("mandoc"):
            run("mandoc", "-T", "lint", "-W", "warning", manual / f"{program}.1")
        if shutil.which("zsh"):
            run("zsh", "-n", zsh)

    bash = manual / "relaybook.bash"
    help_text = run(build / "bin/relaybook", "--help")
    commands = set(re.findall(r"^       relaybook ([a-z-]+)", help_text, re.M))
    compare("bash: commands", completed_by_bash(bash, "relaybook", ""), commands)
    formats = {"csv", "csv-excel", "json", "xlsx"}
    whats = {"transactions", "proxies", "sub-users"}
    compare("bash: formats", completed_by_bash(bash, "relaybook", "export", "--format", ""), formats)
    compare("bash: --format=", completed_by_bash(bash, "relaybook", "export", "--format", "=", "x"),
            {"xlsx"})
    compare("bash: what", completed_by_bash(bash, "relaybook", "export", ""), whats)
    compare("bash: --st", completed_by_bash(bash, "relaybook", "check-ledger", "--st"), {"--stored"})
    # A name that is the value of an option is no command, and an option of another one is not offered.
    compare("bash: name", completed_by_bash(bash, "relaybook", "--account", "sync", ""), commands)
    compare("bash: --fo", completed_by_bash(bash, "relaybook", "sync", "--fo"), set())
    if shutil.which("fish"):
        fish = manual / "relaybook.fish"
        compare("fish: commands", completed_by_fish(fish, "relaybook "), commands)
        compare("fish: what", completed_by_fish(fish, "relaybook export "), whats)
        compare("fish: formats", completed_by_fish(fish, "relaybook export --format "), formats)
        compare("fish: --st", completed_by_fish(fish, "relaybook check-ledger --st"), {"--stored"})
        compare("fish: --fo", completed_by_fish(fish, "relaybook sync --fo"), set())


if __name__ == "__main__":
    main()
