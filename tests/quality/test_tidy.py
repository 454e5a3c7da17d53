#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests that tidy.py finds the same in sources that are checked together as in each one alone."""
import contextlib
import io
import json
import pathlib
import shutil
import sys
import tempfile
import unittest
import unittest.mock

import tidy

CLEAN = "#include <string>\nnamespace { int %s() { return 1; } }\nint %s() { return %s(); }\n"
SOURCES = {
    "clean": CLEAN % ("one", "clean", "one"),
    "other": CLEAN % ("two", "other", "two"),
    "samename": CLEAN % ("one", "samename", "one"),
    "program": "#include <string>\nint main() { return 0; }\n",
    "program2": "#include <string>\nint main() { return 0; }\n",
    "null": "int null(bool b)\n{\n    int *p = nullptr;\n    if (b)\n        p = new int(1);\n"
            "    return *p;\n}\n",
    "moved": "#include <string>\n#include <utility>\nstd::string moved(std::string s)\n{\n"
             "    std::string t = std::move(s);\n    return t + s;\n}\n",
    "twice": "#include <string>\n#include <string>\nint twice() { return 1; }\n",
}


class Together(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        kept = tidy.ROOT, tidy.CACHE, tidy.clang_tidy
        self.addCleanup(self.put_back, kept)
        shutil.copy(tidy.ROOT / ".clang-tidy", self.folder)
        tidy.ROOT, tidy.CACHE = self.folder, self.folder / "cache"
        self.looked = []

        def counted(*arguments):
            self.looked.append(arguments)
            return kept[2](*arguments)
        tidy.clang_tidy = counted

    @staticmethod
    def put_back(kept):
        tidy.ROOT, tidy.CACHE, tidy.clang_tidy = kept

    def run_over(self, *names):
        """Its exit code and what it printed."""
        build = self.folder / "build"
        build.mkdir(exist_ok=True)
        (build / "tests").mkdir(exist_ok=True)
        entries = []
        for name in names:
            file = self.folder / f"{name}.cpp"
            file.write_text(SOURCES[name])
            entries.append({"directory": str(self.folder), "file": str(file),
                            "command": f"c++ -std=c++20 -o {name}.o -c {file}"})
        (build / "compile_commands.json").write_text(json.dumps(entries))
        self.looked.clear()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), self.assertRaises(SystemExit) as end:
            tidy.main([str(build), "--jobs", "1"])
        return end.exception.code, printed.getvalue()

    def test_clean_sources_are_one_look(self):
        code, said = self.run_over("clean", "other", "program", "program2")
        self.assertEqual((code, len(self.looked)), (0, 1), said)

    def test_what_passed_is_not_looked_at_again(self):
        self.run_over("clean", "other")
        code, said = self.run_over("clean", "other")
        self.assertEqual((code, len(self.looked)), (0, 0), said)
        self.assertIn("2 unchanged", said)

    def test_a_changed_source_is_looked_at_again(self):
        self.run_over("clean", "other")
        with unittest.mock.patch.dict(SOURCES, {"other": SOURCES["null"]}):
            code, said = self.run_over("clean", "other")
        self.assertEqual(code, 1, said)
        self.assertIn("other.cpp:", said)

    def test_one_name_for_two_things_is_no_finding(self):
        code, said = self.run_over("clean", "samename")
        self.assertEqual((code, len(self.looked)), (0, 3), said)

    def test_each_finding_stands_at_its_own_source(self):
        for names, found, check in (
                (("clean", "null"), "null", "clang-analyzer-core.NullDereference"),
                (("moved", "clean"), "moved", "bugprone-use-after-move"),
                (("clean", "twice"), "twice", "readability-duplicate-include")):
            with self.subTest(names=names):
                shutil.rmtree(tidy.CACHE, ignore_errors=True)
                code, said = self.run_over(*names)
                self.assertEqual(code, 1, said)
                self.assertIn(check, said)
                self.assertIn(f"{found}.cpp:", said)
                self.assertIn("1 with findings", said)


if __name__ == "__main__":
    if not shutil.which("clang-tidy"):
        print("clang-tidy is not installed: nothing was tested.")
        sys.exit(77)
    unittest.main()
