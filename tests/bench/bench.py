#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmarks of start, memory, sync, long lists, proxies and export: each prints its figures, its ratio and its target.

    cmake --preset bench && cmake --build --preset bench
    xvfb-run -a -s "-screen 0 1400x1000x24" python3 tests/bench/bench.py build/bench [NAME...]

NAME: start (memory too), sync, memory, hold, lists, proxies, export. What is compared runs in turn, A B A B, in one go on one machine;
medians are quoted, because single times say little on a busy one.
"""
import contextlib
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import types
import urllib.request

ROUNDS = 11
RESTED = 7  # seconds after which the work that follows the first frame is finished


class Bench:
    def __init__(self, build):
        self.bin = pathlib.Path(build).resolve() / "bin"
        self.tmp = pathlib.Path(tempfile.mkdtemp(prefix="relaybook-bench-"))

    def program(self, name):
        return str(self.bin / name)

    # ---- start and memory
    def filled(self, rows):
        """A data directory with an account of so many stored transactions."""
        folder = self.tmp / f"data-{rows}"
        if not folder.exists():
            subprocess.run([self.program("fillstore"), str(folder), "https://bench.example",
                            "bench", str(rows), "1000", "300"], check=True,
                           stdout=subprocess.DEVNULL)
        return folder

    def first_rows(self, argv):
        """(ms until "painted" is told, resident KiB when it has RESTED) of one start."""
        env = dict(os.environ, QT_LOGGING_RULES="relaybook.startup.debug=true",
                   QT_LOGGING_TO_CONSOLE="1")
        begun = time.perf_counter()
        process = subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            for line in process.stdout:
                if b"painted" in line:
                    took = (time.perf_counter() - begun) * 1000
                    break
            else:
                raise SystemExit(f"{argv[0]} ended without having painted")
            time.sleep(RESTED)
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            memory = int(status.split("VmRSS:")[1].split()[0])
        finally:
            process.kill()
            process.wait()
        return took, memory

    def starts(self, rounds=ROUNDS):
        commands = {
            "minimal window": [self.program("minimalwindow")],
            "1,000 rows": [self.program("relaybook"), "--offline", "--data-dir",
                           str(self.filled(1000))],
            "1,000,000 rows": [self.program("relaybook"), "--offline", "--data-dir",
                               str(self.filled(1_000_000))],
        }
        for argv in commands.values():
            self.first_rows(argv)       # warm
        got = {name: [] for name in commands}
        for _ in range(rounds):
            for name, argv in commands.items():
                got[name].append(self.first_rows(argv))
        return {name: tuple(statistics.median(column) for column in zip(*values))
                for name, values in got.items()}

    def start(self):
        got = self.starts()
        for name, (took, memory) in got.items():
            print(f"  {name}: {took:.0f} ms, {memory / 1024:.1f} MiB")
        base, small, large = (got[n] for n in ("minimal window", "1,000 rows", "1,000,000 rows"))
        ratio("start, 1M stored : minimal window", large[0] / base[0], 1.25)
        ratio("start, 1M stored : 1,000 stored", large[0] / small[0], 1.05)
        ratio("memory, 1M stored : minimal window", large[1] / base[1], 1.4)

    # ---- sync
    @contextlib.contextmanager
    def sandbox(self, rows, latency, *more):
        argv = [self.program("relaybook-sandbox"), "--no-rate-limit", "--transactions", str(rows),
                "--latency", str(latency), *more]
        process = subprocess.Popen(argv, stdout=subprocess.PIPE)
        try:
            access = json.loads(process.stdout.readline())
            access["env"] = dict(os.environ, QT_QPA_PLATFORM=os.environ.get("QT_QPA_PLATFORM", ""),
                                 RELAYBOOK_PERSONAL_TOKEN=access["personal_token"],
                                 RELAYBOOK_RESELLER_KEY=access["reseller_key"])
            if not access["env"]["QT_QPA_PLATFORM"]:
                del access["env"]["QT_QPA_PLATFORM"]
            yield access
        finally:
            process.kill()
            process.wait()

    def curl(self, access, pages):
        folder = self.tmp / "curl"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        url = f"{access['url']}/v1/account/transactions?per_page=100&page=[1-{pages}]"
        begun = time.perf_counter()
        subprocess.run(["curl", "-sS", "-Z", "--parallel-max", "6", "-H", "Accept: application/json",
                        "-H", f"Authorization: Bearer {access['personal_token']}", url,
                        "-o", str(folder / "#1.json")], check=True, stderr=subprocess.DEVNULL)
        took = (time.perf_counter() - begun) * 1000
        if len(list(folder.iterdir())) != pages:
            raise SystemExit("curl did not fetch every page")
        return took

    def sync_once(self, access):
        folder = self.tmp / "sync"
        shutil.rmtree(folder, ignore_errors=True)
        done = subprocess.run([self.program("syncbench"), access["url"], str(folder)], check=True,
                              env=access["env"], capture_output=True, text=True)
        return float(done.stdout.split()[0])

    def sync(self):
        for latency, target, rounds in ((40, 1.03, 5), (0, 4.5, 9)):
            # curl fetches only the ledger; the program has next to nothing else to fetch either.
            with self.sandbox(50_000, latency, "--proxies", "1", "--sub-users", "1") as access:
                self.curl(access, 500)
                pairs = [(self.curl(access, 500), self.sync_once(access)) for _ in range(rounds)]
            fetched, synced = (statistics.median(column) for column in zip(*pairs))
            print(f"  500 pages, {latency} ms a reply: curl {fetched:.0f} ms, sync {synced:.0f} ms")
            ratio(f"sync of 500 pages, {latency} ms a reply : curl -Z",
                  statistics.median(s / f for f, s in pairs), target)

    # ---- memory while everything is read
    def memory(self):
        """The window reads 1,000,000 rows; measured against it on the same data, started anew."""
        folder = self.tmp / "memory"
        with self.sandbox(1_000_000, 0) as access:
            argv = [self.program("relaybook"), "--data-dir", str(folder), "--service",
                    access["url"]]
            process = subprocess.Popen(argv, env=access["env"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                most = self.most_until_idle(process.pid)
            finally:
                process.kill()
                process.wait()
        stored = subprocess.run(["sqlite3", str(next(folder.glob("accounts/*/cache.sqlite"))),
                                 "SELECT count(*) FROM transactions"], check=True,
                                capture_output=True, text=True).stdout.strip()
        if stored != "1000000":
            raise SystemExit(f"{stored} rows came instead of 1,000,000")
        _, rested = self.first_rows([self.program("relaybook"), "--offline", "--data-dir",
                                     str(folder)])
        print(f"  at most {most / 1024:.1f} MiB, {rested / 1024:.1f} MiB after a start")
        ratio("memory while 1M rows are synced : after start", most / rested, 1.5)

    @staticmethod
    def most_until_idle(pid, rest=RESTED):
        """The largest resident size, in KiB, until the program has done nothing for a while."""
        most, worked, last = 0, time.monotonic(), 0
        while time.monotonic() - worked < rest:
            time.sleep(0.05)
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            most = max(most, int(status.split("VmRSS:")[1].split()[0]))
            ticks = sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().split()[13:15]))
            if ticks - last > 2:        # ignores a blinking cursor
                worked, last = time.monotonic(), ticks
        return most

    # ---- how long the GUI thread is held
    def hold(self):
        with self.sandbox(1_000_000, 0) as access:
            folder = self.tmp / "hold"
            shutil.rmtree(folder, ignore_errors=True)
            done = subprocess.run([self.program("holdbench"), access["url"], str(folder),
                                   "transactions", "1000000"],
                                  check=True, env=access["env"], capture_output=True, text=True)
        print("  " + done.stdout.strip().replace("\n", "\n  "))
        longest = float(done.stdout.split("p99.9 ")[1].split()[0])
        ratio("GUI thread held while 1M rows are synced, p99.9 : one frame", longest / 16, 1.0)

    # ---- long lists, from the service to the painted row
    def lists(self):
        for page, path, option, rows in (("proxies", "/v1/proxies", "--proxies", 10_000),
                                         ("sub-users", "/reseller/sub-users", "--sub-users", 5_000)):
            none, few, many = (self.list_read(page, path, option, count)
                               for count in (1, rows, 10 * rows))
            print(f"  {rows:,} {page}: {few.painted} ms; {10 * rows:,}: {many.painted} ms,"
                  f" longest event {many.longest} ms, {(many.memory - none.memory) / 2**20:.0f} MiB"
                  f" more than with one, the answer has {many.answer / 2**20:.1f} MiB")
            ratio(f"{10 * rows:,} {page} : {rows:,}", many.painted / few.painted, 11)
            ratio(f"GUI thread held by {10 * rows:,} {page} : one frame", many.longest / 16, 1)
            ratio(f"memory for {10 * rows:,} {page} : the answer",
                  (many.memory - none.memory) / many.answer, 6)

    def list_read(self, page, path, option, rows):
        folder = self.tmp / f"list-{page}-{rows}"
        with self.sandbox(100, 0, option, str(rows)) as access:
            process = subprocess.Popen([self.program("holdbench"), access["url"], str(folder), page,
                                        str(rows)], env=access["env"], stdout=subprocess.PIPE,
                                       text=True)
            said = process.stdout.read()
            memory = os.wait4(process.pid, 0)[2].ru_maxrss * 1024
            answer = len(self.asked(access, path))
        print("  " + said.strip().replace("\n", "\n  "))
        return types.SimpleNamespace(painted=int(said.split("painted after ")[1].split()[0]),
                                     longest=float(said.split("longest ")[1].split()[0]),
                                     memory=memory, answer=answer)

    @staticmethod
    def asked(access, path):
        token = access["personal_token"]
        if path.startswith("/reseller"):
            request = urllib.request.Request(access["url"] + "/reseller/access-token", method="POST",
                                             headers={"X-Reseller-Key": access["reseller_key"]})
            token = json.load(urllib.request.urlopen(request))["data"]["access_token"]
        request = urllib.request.Request(access["url"] + path,
                                         headers={"Authorization": f"Bearer {token}"})
        return urllib.request.urlopen(request).read()

    # ---- testing proxies
    @contextlib.contextmanager
    def real_proxies(self):
        """The addresses of a tinyproxy and a microsocks that want a password."""
        user, password = "bench", "bench-password"
        ports = [free_port(), free_port()]
        settings = self.tmp / "tinyproxy.conf"
        settings.write_text(f"Port {ports[0]}\nListen 127.0.0.1\nTimeout 60\nMaxClients 100\n"
                            f"Allow 127.0.0.1\nLogLevel Error\nBasicAuth {user} {password}\n"
                            f'LogFile "{self.tmp / "tinyproxy.log"}"\n')
        running = [subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                   for argv in (["tinyproxy", "-d", "-c", str(settings)],
                                ["microsocks", "-i", "127.0.0.1", "-p", str(ports[1]), "-u", user,
                                 "-P", password])]
        try:
            for port in ports:
                wait_for_port(port)
            yield [f"{scheme}://{user}:{password}@127.0.0.1:{port}"
                   for scheme, port in zip(("http", "socks5h"), ports)]
        finally:
            for process in running:
                process.kill()
                process.wait()

    def proxies(self):
        """Fetches a page through real proxies, each time over a new connection, as a test does."""
        count, parallel = 1000, 16
        with self.sandbox(10, 40, "--gateway") as access, self.real_proxies() as addresses:
            page = access["test_page"]

            def by_curl(proxy):
                begun = time.perf_counter()
                # Otherwise curl waits for each connection, to see whether it can be shared.
                subprocess.run(["curl", "-sSf", "-Z", "--parallel-immediate", "--parallel-max",
                                str(parallel), "--proxy", proxy, "--proxytunnel", "-H",
                                "Connection: close",
                                f"{page}?[1-{count}]", "-o", str(self.tmp / "page-#1.json")],
                               check=True, stderr=subprocess.DEVNULL)
                return (time.perf_counter() - begun) * 1000

            def by_tests(proxy):
                done = subprocess.run([self.program("proxytestbench"), page, str(count),
                                       str(parallel), proxy], check=True, capture_output=True,
                                      text=True)
                return float(done.stdout.split()[0])

            for proxy in addresses:
                by_curl(proxy), by_tests(proxy)     # warm
                pairs = [(by_curl(proxy), by_tests(proxy)) for _ in range(5)]
                fetched, tested = (statistics.median(column) for column in zip(*pairs))
                name = proxy.partition(":")[0]
                print(f"  {count:,} times by {name}, {parallel} at once, 40 ms a page:"
                      f" curl {fetched:.0f} ms, tests {tested:.0f} ms")
                ratio(f"{count:,} tests by {name}, 40 ms a page : curl -Z",
                      statistics.median(t / f for f, t in pairs), 1.10)

    # ---- export
    def export(self):
        """The command as a script runs it, with its proof of the chain and its checksum."""
        folder = self.filled(1_000_000)
        store = next(folder.glob("accounts/*/cache.sqlite"))
        out = self.tmp / "export.csv"
        columns = ("id, created_ms, type, description, amount, balance_after - balance_before,"
                   " balance_before, balance_after, product_id, user_id, updated_ms, rounded,"
                   " CAST(raw AS TEXT) -> '$.metadata'")
        theirs = ["sqlite3", "-csv", str(store),
                  f"SELECT {columns} FROM transactions ORDER BY created_ms DESC, id DESC"]
        ours = [self.program("relaybook"), "export", "transactions", "--format", "csv", "--out",
                str(out), "--data-dir", str(folder), "--service", "https://bench.example"]

        def timed(argv, to=subprocess.DEVNULL):
            begun = time.perf_counter()
            subprocess.run(argv, check=True, stdout=to, stderr=subprocess.DEVNULL)
            return time.perf_counter() - begun

        def dumped():
            with open(self.tmp / "dump.csv", "wb") as file:
                return timed(theirs, file)

        timed(ours)                     # warm
        pairs = [(dumped(), timed(ours)) for _ in range(5)]
        dump, written = (statistics.median(column) for column in zip(*pairs))
        process = subprocess.Popen(ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        memory = os.wait4(process.pid, 0)[2].ru_maxrss
        print(f"  1M rows, {out.stat().st_size / 2**20:.0f} MiB: sqlite3 -csv {dump:.2f} s,"
              f" relaybook export {written:.2f} s, at most {memory / 1024:.0f} MiB resident")
        ratio("CSV export of 1M rows : sqlite3 -csv", statistics.median(o / t for t, o in pairs),
              1.0)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_port(port):
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


def ratio(what, value, target):
    verdict = "met" if value <= target else "MISSED"
    print(f"{what}: {value:.2f} (target {target:.2f}, {verdict})", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    bench = Bench(sys.argv[1])
    try:
        for name in sys.argv[2:] or ["start", "sync", "memory", "hold", "lists", "proxies",
                                     "export"]:
            print(f"== {name}", flush=True)
            getattr(bench, name)()
    finally:
        shutil.rmtree(bench.tmp, ignore_errors=True)


if __name__ == "__main__":
    main()
