#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that the installed programs work in the folder they are installed in, with their modules.

    installed.py BUILD_DIR
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(argv, **more):
    done = subprocess.run(argv, capture_output=True, text=True, timeout=120, check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, argv))} gave {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def start_window(argv):
    """Opens the window, and ends it when it has painted its first rows."""
    env = dict(os.environ, QT_QPA_PLATFORM="offscreen",
               QT_LOGGING_RULES="relaybook.startup.debug=true")
    program = subprocess.Popen(argv, env=env, stderr=subprocess.PIPE, text=True)
    said = []
    signal.signal(signal.SIGALRM, lambda *_: program.kill())
    signal.alarm(60)
    for line in program.stderr:
        said.append(line)
        if "the first rows are shown" in line:
            break
    else:
        sys.exit(f"the window showed no rows:\n{''.join(said)}")
    signal.alarm(0)
    program.kill()
    program.communicate()


def check_versions(said):
    """The version is the file VERSION's, and the commit is one of the clone, if this is one."""
    version = (SOURCE / "VERSION").read_text(encoding="utf-8").strip()
    expected = [f"relaybook {re.escape(version)}", r"Commit: (?:([0-9a-f]{12})(?:\+changes)?|.*)",
                r"Qt: 6\..+", r"SQLite: 3\..+", r"OpenSSL: \d.+"]
    found = re.fullmatch("\n".join(expected) + "\n", said)
    if not found:
        sys.exit(f"relaybook --version says:\n{said}")
    if (SOURCE / ".git").exists():
        run(["git", "-C", SOURCE, "cat-file", "-e", found[1] or "no commit"])


def main():
    build = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        run(["cmake", "--install", build, "--prefix", root])
        program = root / "bin" / "relaybook"
        check_versions(run([program, "--version"]))
        # What draws the pictures is a program of its own, which is not installed.
        programs = sorted(path.name for path in (root / "bin").iterdir())
        if programs != ["relaybook", "relaybook-sandbox"]:
            sys.exit(f"other programs are installed: {programs}")
        if b"Screenshots" in program.read_bytes():
            sys.exit("the installed program contains what draws the pictures")
        for place in ("share/applications/org.relaybook.Relaybook.desktop",
                      "share/icons/hicolor/scalable/apps/org.relaybook.Relaybook.svg",
                      "share/bash-completion/completions/relaybook",
                      "share/fish/vendor_completions.d/relaybook.fish",
                      "share/metainfo/org.relaybook.Relaybook.metainfo.xml"):
            if not (root / place).is_file():
                sys.exit(f"{place} is not installed")
        data = pathlib.Path(folder) / "data"
        service = subprocess.Popen([root / "bin" / "relaybook-sandbox", "--no-rate-limit",
                                    "--transactions", "150", "--proxies", "5", "--sub-users", "5"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            access = json.loads(service.stdout.readline())
            env = dict(os.environ, RELAYBOOK_PERSONAL_TOKEN=access["personal_token"],
                       RELAYBOOK_RESELLER_KEY=access["reseller_key"])
            where = ["--service", access["url"], "--data-dir", data]
            run([program, "sync", *where], env=env)
            book = pathlib.Path(folder) / "ledger.xlsx"
            run([program, "export", "transactions", "--format", "xlsx", "--out", book, *where],
                env=env)
            if book.read_bytes()[:2] != b"PK":
                sys.exit("the installed program wrote no workbook")
            # The embedded sandbox is the other module.
            said = run([program, "balance", "--sandbox", "--json", "--data-dir", data], env=env)
            if "balance" not in json.loads(said):
                sys.exit(f"no balance of the sandbox: {said}")
            start_window([program, *where])
        finally:
            service.kill()
            service.wait()


if __name__ == "__main__":
    main()
