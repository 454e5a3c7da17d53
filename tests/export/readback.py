#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads an exported file with code other than the code that wrote it, and prints it as JSON.

readback.py csv FILE    {"header": [...], "rows": [[...]]}, texts without the added apostrophes
readback.py formulas FILE   {"found": [...]}: what begins like a formula, however the file is split
readback.py json FILE   the same, and "provenance"
readback.py xlsx FILE   {"sheets": {name: {"frozen": cell, "rows": [[[type, text]]]}}}
readback.py numbers FILE    {"rows": [[text]]}: the numbers of an XLSX file's first sheet, as written
Decimals are printed with every digit they have.
"""
import csv
import datetime
import decimal
import io
import json
import os
import re
import sys
import xml.etree.ElementTree
import zipfile

csv.field_size_limit(1 << 30)


def original(cell):
    """As documented: removes the apostrophes that were added to a text."""
    return re.sub(r"""(^|[;,"\t\r\n])'""", r"\1", cell)


def original_json(cell):
    """As documented: a code that was written instead of the start of a formula."""
    return re.sub(r"(?<!\\)\\u(003d|002b|002d|0040|0027|ff1d|ff0b|ff0d|ff20)",
                  lambda found: chr(int(found[1], 16)), cell)


def read_csv(path):
    with open(path, "rb") as file:
        data = file.read()
    if not data.endswith(b"\r\n"):
        raise SystemExit("the last line has no end")
    with open(path, encoding="utf-8", errors="strict", newline="") as file:
        rows = list(csv.reader(file, strict=True))
    if len({len(row) for row in rows}) != 1:
        raise SystemExit("rows of different length")
    metadata = rows[0].index("metadata") if "metadata" in rows[0] else -1
    undone = [[original_json(cell) if i == metadata else original(cell)
               for i, cell in enumerate(row)] for row in rows[1:]]
    for row in rows[1:]:
        if metadata >= 0 and row[metadata]:
            json.loads(row[metadata])  # as it is in the cell
    return {"header": rows[0], "rows": undone, "raw": rows[1:]}


def find_formulas(path):
    """Reads the file with each usual separator, with and without regard to quotes."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    fields = re.split(r"""[;,"\t\r\n]""", text)
    for separator in ";,\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            fields += row
        for line in re.split(r"[\r\n]", text):
            fields += [field.strip('"') for field in line.split(separator)]
    number = re.compile(r"[-+]\d+([.,]\d+)?|[+-]\d\d:\d\d")
    return {"found": sorted({field for field in fields
                             if field.lstrip("\t\r\n")[:1] in set("=+-@＝＋－＠")
                             and field.lstrip("\t\r\n")
                             and not number.fullmatch(field)})}


def read_json(path):
    with open(path, encoding="utf-8", errors="strict") as file:
        whole = json.load(file, parse_float=decimal.Decimal)
    header = list(whole["rows"][0]) if whole["rows"] else []
    rows = [[row[name] for name in header] for row in whole["rows"]]
    return {"header": header, "rows": rows, "provenance": whole["provenance"]}


def cell_of(value):
    if value is None:
        return ["none", ""]
    if isinstance(value, bool):
        return ["flag", "true" if value else "false"]
    if isinstance(value, (int, float)):
        # The shortest decimal that stands for exactly this number.
        text = format(decimal.Decimal(repr(value)), "f")
        return ["number", text.rstrip("0").rstrip(".") if "." in text else text]
    if isinstance(value, datetime.datetime):
        return ["date", value.isoformat(timespec="milliseconds")]
    # Escapes of the XLSX format, which openpyxl does not decode.
    return ["text", re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), str(value))]


def read_xlsx(path):
    try:
        import openpyxl
    except ImportError:
        # Another Python may come first in PATH; the package is installed for the system's Python.
        system = "/usr/bin/python3"
        if sys.executable == system or not os.path.exists(system):
            raise
        os.execv(system, [system] + sys.argv)
    book = openpyxl.load_workbook(path)
    return {"sheets": {sheet.title: {"frozen": sheet.freeze_panes,
                                     "rows": [[cell_of(cell.value) for cell in row]
                                              for row in sheet.iter_rows()]}
                       for sheet in book.worksheets},
            "order": [sheet.title for sheet in book.worksheets]}


def read_numbers(path):
    names = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with zipfile.ZipFile(path) as book:
        sheet = xml.etree.ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    return {"rows": [[cell.findtext("s:v", None, names)
                      for cell in row.iterfind("s:c", names) if "t" not in cell.attrib]
                     for row in sheet.iterfind("s:sheetData/s:row", names)]}


def main():
    readers = {"csv": read_csv, "formulas": find_formulas, "json": read_json, "xlsx": read_xlsx,
               "numbers": read_numbers}
    print(json.dumps(readers[sys.argv[1]](sys.argv[2]), default=str))


if __name__ == "__main__":
    main()
