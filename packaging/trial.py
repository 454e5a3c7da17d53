# SPDX-License-Identifier: GPL-3.0-or-later
"""What the trials of the packages share (linux/try and windows/try): failing, waiting, and reading
the orders that the program has stored."""
import contextlib
import pathlib
import shutil
import sqlite3
import tempfile
import time

# OrderState in models/orders/order.h
SETTLED = 2
UNKNOWN = 4


class Failed(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failed(what)


def wait_for(what, condition, seconds=180):
    end = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < end, f"waited {seconds} s in vain for: {what}")
        time.sleep(0.2)


def orders_in(data):
    """The states of the orders in the journals of a data folder, read from copies: again, if the
    program was just writing one."""
    for _ in range(10):
        with contextlib.suppress(sqlite3.Error, FileNotFoundError):
            return copied_orders(data)
        time.sleep(0.2)
    raise Failed(f"the journals in {data} cannot be read")


def copied_orders(data):
    states = []
    for file in pathlib.Path(data).glob("accounts/*/orders.sqlite"):
        with tempfile.TemporaryDirectory() as copy:
            for part in file.parent.glob("orders.sqlite*"):
                if not part.name.endswith("-shm"):
                    shutil.copy(part, copy)
            with contextlib.closing(sqlite3.connect(f"{copy}/orders.sqlite")) as journal:
                states += [state for state, in journal.execute("SELECT state FROM orders")]
    return states
