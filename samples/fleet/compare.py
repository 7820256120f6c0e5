"""Answers the questions of questions/*.sql with the tool instead, from the logs, and compares.

    python3 compare.py LOGS TABLES [--fluxtape PROGRAM] [--spark DIR]

TABLES is the folder that ask.py has filled; DIR, the one of spark.py.
"""

import argparse
import json
import math
import shlex
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import ask


class Tool:
    """What `list`, `find` and `check` say of all logs."""

    def __init__(self, command, logs):
        self.command, self.logs = command, logs
        self.runs = {line["logs"][0]: line for line in self.ask("list", logs) if "logs" in line}
        self.rows = defaultdict(list)
        for line in self.ask("find", logs, "seq >= 1", "--with", "time,payload"):
            if "at" in line:
                self.rows[self.log(line)].append(line)

    def ask(self, *words):
        out = subprocess.run([*self.command, *words, "--json"], stdout=subprocess.PIPE, check=False)
        # 3: a log cannot be read; the others are answered.
        if out.returncode not in (0, 1, 3):
            sys.exit(f"{words}: status {out.returncode}")
        return [json.loads(line) for line in out.stdout.splitlines()]

    @staticmethod
    def log(line):
        return line["at"].rpartition(":")[0]

    def release(self, log):
        return self.runs[log]["program"].split()[1]

    def began(self, log):
        return datetime.fromisoformat(self.runs[log]["time"].removesuffix("Z"))

    def found(self, query, *options):
        """The lines that `find` prints, by log."""
        found = defaultdict(list)
        for line in self.ask("find", self.logs, query, *options):
            if "at" in line:
                found[self.log(line)].append(line)
        return found

    def last_values(self, path):
        """The last known value in each log: after an action in which a log broke off, it is not known."""
        lines = self.found("seq >= 1", "--value", path)
        return {log: [line["values"][path] for line in all_ if path in line["values"]][-1] for log, all_ in lines.items()}

    def by_release(self, logs):
        return sorted(Counter(self.release(log) for log in logs).items())

    def averages(self, values):
        groups = defaultdict(list)
        for log, value in values.items():
            groups[self.release(log)].append(value)
        return [(release, math.floor(sum(all_) / len(all_) * 100 + 0.5) / 100) for release, all_ in sorted(groups.items())]


def first_seen(tool):
    groups = defaultdict(list)
    for log in tool.found("cart.total < 0"):
        groups[tool.release(log)].append(tool.began(log))
    return sorted(((release, min(times), len(times)) for release, times in groups.items()), key=lambda row: row[1])


def flaky_tests(tool):
    groups = defaultdict(list)
    for log, run in tool.runs.items():
        if "id" in run:
            began = tool.began(log)
            week = datetime.combine(began.date() - timedelta(days=began.weekday()), datetime.min.time())
            groups[run["id"], week].append(run["red"])
    return [(test, week, len(all_), sum(all_)) for (test, week), all_ in sorted(groups.items())]


def slowest_reducers(tool):
    groups = {}
    for log, rows in tool.rows.items():
        for row in rows:
            if "dur" in row:
                known = groups.setdefault(tool.release(log), (row["dur"], set()))
                if row["dur"] > known[0]:
                    known = groups[tool.release(log)] = (row["dur"], set())
                if row["dur"] == known[0]:
                    known[1].add(f"{row['store']} {row['type']}")
    # Several may have taken as long; the SQL names any of them.
    return [(release, dur, names) for release, (dur, names) in sorted(groups.items())]


def before_the_failure(tool):
    types = Counter()
    for log, run in tool.runs.items():
        if run["red"]:
            types[[row["type"] for row in tool.rows[log] if "store" in row and row["seq"] <= run["problem"]["seq"]][-1]] += 1
    return sorted(types.items(), key=lambda row: (-row[1], row[0]))


def items(tool):
    return tool.averages({log: len(ids) for log, ids in tool.last_values("cart.items[*].id").items()})


def one_user(tool):
    found = tool.found('payload.user == "user-7"')
    rows = Counter((tool.began(log), log, line["type"]) for log, lines in found.items() for line in lines)
    return sorted(((began, type_, times) for (began, _, type_), times in rows.items()), key=lambda row: row[:2])


def quantities(tool):
    return tool.by_release(tool.found("cart.items[*].qty > 6"))


def last_totals(tool):
    return tool.averages(tool.last_values("cart.total"))


def crashes(tool):
    rows = Counter((line["store"], line["type"]) for lines in tool.found("is:inflight").values() for line in lines)
    return sorted(((store, type_, runs) for (store, type_), runs in rows.items()), key=lambda row: (-row[2], row[1]))


def problems(tool):
    findings = [line for line in tool.ask("check", tool.logs) if line["kind"] == "finding" and not line["note"]]
    rows = Counter((tool.release(tool.log(line)), line["check"]) for line in findings)
    return [(release, finding, times) for (release, finding), times in sorted(rows.items())]


def edited_texts(tool):
    return [(sum("milk" in note and "Ömer" in note for note in tool.last_values("note.text").values()),)]


def waiting(tool):
    groups = defaultdict(list)
    for log, lines in tool.found("type:cart.checkoutAnswered").items():
        times = {row["seq"]: row["t"] for row in tool.rows[log]}
        for line in lines:
            groups[tool.release(log)].append(line["t"] - times[line["cause"]])
    return [(release, statistics.median(all_)) for release, all_ in sorted(groups.items())]


ANSWERS = {
    "01-first-seen": first_seen, "02-flaky-tests": flaky_tests, "03-slowest-reducers": slowest_reducers,
    "04-before-the-failure": before_the_failure, "05-items": items, "06-one-user": one_user, "07-quantities": quantities,
    "08-last-totals": last_totals, "09-crashes": crashes, "10-problems": problems, "11-edited-texts": edited_texts, "12-waiting": waiting,
}


def agree(sql, tool):
    """Whether two answers are equal, cell by cell."""
    return len(sql) == len(tool) and all(
        len(left) == len(right) and all(one in other if isinstance(other, set) else one == other for one, other in zip(left, right))
        for left, right in zip(sql, tool))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compare the answers of SQL with those of the tool.")
    parser.add_argument("logs")
    parser.add_argument("tables")
    parser.add_argument("--fluxtape", help="the program, unless it is installed or built from this package")
    parser.add_argument("--spark", help="the folder with the answers of spark.py")
    options = parser.parse_args()
    tool = Tool(shlex.split(options.fluxtape) if options.fluxtape else ask.fluxtape(), options.logs)
    database = ask.connect(options.tables)
    differ = 0
    for name, sql in ask.questions():
        answers = {"DuckDB": database.sql(sql).fetchall()}
        if options.spark:
            with open(f"{options.spark}/{name}.json", encoding="utf-8") as file:
                answers["Spark"] = [tuple(row) for row in json.load(file)]
        expected = ANSWERS[name](tool)
        for engine, answer in answers.items():
            if engine == "Spark":
                expected = [tuple(cell.isoformat(" ") if isinstance(cell, datetime) else cell for cell in row) for row in expected]
            if not agree(answer, expected):
                differ += 1
                print(f"{name}: {engine} says {answer}\n{' ' * len(name)}  fluxtape says {expected}")
            else:
                print(f"{name}: {engine} and fluxtape agree on {len(answer)} rows")
    sys.exit(1 if differ else 0)
