#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests a large ledger with commands: reads all of it, exports it in three formats, compares it
digit by digit with the service's own list, and then checks that three wrong places are found.

    python3 tests/bench/million.py BIN_DIR [ROWS]

Reads the files with Python's own csv, json and sqlite3; exits with 1 if anything is wrong.
Takes some minutes and 3 GB of memory with a million rows.
"""
import csv
import datetime
import decimal
import glob
import hashlib
import itertools
import json
import multiprocessing
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile

csv.field_size_limit(1 << 24)


def expect(true, what):
    if not true:
        sys.exit(f"NOT AS IT HAS TO BE: {what}")


class Story:
    def __init__(self, bin_dir, rows):
        self.bin = pathlib.Path(bin_dir).resolve()
        self.rows = rows
        self.tmp = pathlib.Path(tempfile.mkdtemp(prefix="relaybook-million-"))
        self.sandbox = subprocess.Popen(
            [str(self.bin / "relaybook-sandbox"), "--no-rate-limit", "--inspect",
             "--transactions", str(rows)], stdout=subprocess.PIPE)
        self.access = json.loads(self.sandbox.stdout.readline())
        self.env = dict(os.environ, RELAYBOOK_PERSONAL_TOKEN=self.access["personal_token"],
                        RELAYBOOK_RESELLER_KEY=self.access["reseller_key"])

    def end(self):
        self.sandbox.kill()
        self.sandbox.wait()
        shutil.rmtree(self.tmp, ignore_errors=True)

    def run(self, *words, code=0):
        """What the program says, having ended with `code`; its time and memory are printed."""
        argv = [str(self.bin / "relaybook"), *words, "--service", self.access["url"],
                "--data-dir", str(self.tmp / "data")]
        begun = time.perf_counter()
        process = subprocess.Popen(argv, env=self.env, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - begun
        ended = os.waitstatus_to_exitcode(status)
        print(f"  {' '.join(words):<60.60} {took:7.1f} s {usage.ru_maxrss / 1024:6.0f} MiB",
              flush=True)
        expect(ended == code, f"{words} ended with {ended}: {said[:2000]!r}")
        return said

    def apart(self, work, *about):
        """In a process of its own: what is told of a program's memory counts in what whoever
        starts it holds at that moment."""
        process = multiprocessing.get_context("fork").Process(target=work, args=about)
        process.start()
        process.join()
        expect(process.exitcode == 0, "see above")

    def truth(self):
        """The service's own list, newest first."""
        with urllib.request.urlopen(self.access["url"] + "/__sandbox/transactions") as answer:
            lines = answer.read().splitlines()
        expect(len(lines) == self.rows, f"{len(lines)} rows in the sandbox")
        return reversed(lines)

    def set_fault(self, fault):
        request = urllib.request.Request(self.access["url"] + "/__sandbox/faults", method="PUT",
                                         data=json.dumps({"fault": fault}).encode())
        urllib.request.urlopen(request).read()

    def store(self):
        return sqlite3.connect(glob.glob(str(self.tmp / "data/accounts/*/cache.sqlite"))[0])

    # ---- the files
    def export(self, form):
        out = self.tmp / f"ledger.{form}"
        self.run("export", "transactions", "--format", form, "--out", str(out))
        return out

    def compare_csv(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            count = 0
            for line, row in itertools.zip_longest(self.truth(), rows):
                expect(line is not None and row is not None, f"{count} rows in the CSV")
                compare(json.loads(line, parse_float=decimal.Decimal), row)
                count += 1
        print(f"  {count:,} rows of the CSV are the service's, digit by digit", flush=True)

    def checksums(self, csv_path, json_path, xlsx_path):
        with open(csv_path, "rb") as file:
            file.readline()
            digest = hashlib.file_digest(file, "sha256").hexdigest() \
                if hasattr(hashlib, "file_digest") else hashlib.sha256(file.read()).hexdigest()
        beside = json.loads(pathlib.Path(f"{csv_path}.provenance.json").read_text())
        text = json_path.read_text(encoding="utf-8")
        inside = json.loads(text)
        with zipfile.ZipFile(xlsx_path) as book:
            expect(book.testzip() is None, "the XLSX is no whole archive")
            told = any(digest.encode() in book.read(each) for each in book.infolist()
                       if each.file_size < 1 << 20)  # the sheet that describes the file is small
        for name, there in (("beside the CSV", digest in json.dumps(beside)),
                            ("in the JSON", digest in json.dumps(inside["provenance"])),
                            ("in the XLSX", told)):
            expect(there, f"the checksum {digest} is not {name}")
        expect(len(inside["rows"]) == self.rows, f"{len(inside['rows'])} rows in the JSON")
        print(f"  one checksum in three files: {digest[:16]}...", flush=True)

    # ---- faults in the ledger
    def find_what_is_wrong(self):
        ids = [row[0] for row in self.store().execute(
            "SELECT id FROM transactions ORDER BY created_ms, id")]
        places = {name: len(ids) * part // 10 for name, part in
                  (("broken-chain", 3), ("rewritten-row", 5), ("vanished-row", 7))}
        wrong = {name: ids[place] for name, place in places.items()}
        self.set_fault(f"broken-chain={wrong['broken-chain']}:row")
        self.set_fault(f"rewritten-row={wrong['rewritten-row']}")
        self.set_fault(f"vanished-row={wrong['vanished-row']}")
        verdict = json.loads(self.run("check-ledger", "--json", code=1))
        forms = set(verdict["rewritten_ids"])
        gone = {each["id"] for each in verdict["vanished_rows"]}
        expect(gone == {wrong["vanished-row"]}, f"vanished: {gone}")
        expect(forms == {wrong["broken-chain"], wrong["rewritten-row"]}, f"rewritten: {forms}")
        # A row with wrong balances causes a break with both its neighbours. There are no other
        # breaks, because the rewritten row still has its figures, and the vanished row is still
        # stored.
        broken = places["broken-chain"]
        pairs = {(ids[broken - 1], ids[broken]), (ids[broken], ids[broken + 1])}
        found = {(each["earlier_id"], each["later_id"]) for each in verdict["breaks"]
                 if each["kind"] == "pair"}
        rows = {each["later_id"] for each in verdict["breaks"] if each["kind"] == "row"}
        expect(found == pairs, f"pairs: {found}, not {pairs}")
        expect(not rows, f"rows: {rows}")
        print(f"  found, each at its place: {wrong}")

    def tell(self):
        print(f"== {self.rows:,} transactions", flush=True)
        self.run("sync")
        files = [self.export(form) for form in ("csv", "json", "xlsx")]
        self.run("check-ledger", "--stored")
        self.apart(self.compare_csv, files[0])
        self.apart(self.checksums, *files)
        self.run("check-ledger")
        self.find_what_is_wrong()


def number(value):
    return decimal.Decimal(str(value))


def compare(row, cells):
    def same(name, true):
        expect(true, f"{name} of {row}: {cells}")
    same("id", str(row["id"]) == cells["id"])
    for theirs, ours in (("created_at", "created_at"), ("updated_at", "updated_at")):
        told = row.get(theirs)
        same(ours, (cells[ours] == "") if told is None else moment(told) == moment(cells[ours]))
    for name in ("type", "description"):
        text = cells[name][1:] if cells[name].startswith("'") else cells[name]
        same(name, text == (row[name] or ""))
    for name in ("amount", "balance_before", "balance_after"):
        same(name, number(row[name]) == decimal.Decimal(cells[name]))
        same(name, len(cells[name].partition(".")[2]) >= 2)
    same("change", number(row["balance_after"]) - number(row["balance_before"])
         == decimal.Decimal(cells["change"]))
    for name in ("product_id", "user_id"):
        same(name, cells[name] == ("" if row.get(name) is None else str(row[name])))
    same("metadata", row.get("metadata") == (
        json.loads(cells["metadata"], parse_float=decimal.Decimal) if cells["metadata"] else None))


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    story = Story(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000)
    try:
        story.tell()
    finally:
        story.end()


if __name__ == "__main__":
    main()
