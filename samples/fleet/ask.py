"""Asks a fleet of logs: writes their tables, makes Parquet of them, and answers questions/*.sql with DuckDB.

    python3 ask.py [LOGS] [--tables DIR] [--fluxtape PROGRAM]

Without LOGS, it makes 300 logs with seeded bugs first. A second call adds only what is new.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys

import duckdb

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = ["runs", "steps", "changes", "findings", "problems"]


def fluxtape():
    """The words of the command: an installed program, or the one that this package builds."""
    installed = shutil.which("fluxtape")
    root = os.path.dirname(os.path.dirname(HERE))
    return [installed] if installed else ["swift", "run", "--package-path", root, "-c", "release", "fluxtape"]


def connect(tables):
    """Makes Parquet of a folder of tables, and returns a database with a view for each."""
    before = os.getcwd()
    os.chdir(tables)
    try:
        database = duckdb.connect()
        database.execute(text("tables.sql"))
    finally:
        os.chdir(before)
    return view(database, tables)


def view(database, tables):
    """Shows the Parquet files of a folder as tables. The macros are what the questions need beyond SQL that Spark has, too."""
    database.execute("CREATE MACRO text_of(value) AS value ->> '$'")
    database.execute("CREATE MACRO member(value, name) AS value ->> ('$.' || name)")
    for table in TABLES:
        path = os.path.join(os.path.abspath(tables), table + ".parquet").replace("'", "''")
        database.execute(f"CREATE VIEW {table} AS FROM read_parquet('{path}')")
    return database


def text(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def questions():
    """The names of the questions with their SQL."""
    names = sorted(os.listdir(os.path.join(HERE, "questions")))
    return [(name.removesuffix(".sql"), text(os.path.join("questions", name))) for name in names if name.endswith(".sql")]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Ask a fleet of logs with DuckDB.")
    parser.add_argument("logs", nargs="?", help="a folder of logs; without it, some are made")
    parser.add_argument("--tables", default="fleet-tables", help="the folder for the tables (fleet-tables)")
    parser.add_argument("--fluxtape", help="the program, unless it is installed or built from this package")
    options = parser.parse_args()
    logs = options.logs
    if logs is None:
        import make_logs

        logs = "fleet-logs"
        make_logs.make(logs, 300, 1, 20)
    command = shlex.split(options.fluxtape) if options.fluxtape else fluxtape()
    status = subprocess.run([*command, "tables", logs, "--output", options.tables]).returncode
    # 3: some logs cannot be read, and the table problems says which.
    if status not in (0, 3):
        sys.exit(status)
    database = connect(options.tables)
    for name, sql in questions():
        print(sql.splitlines()[0].removeprefix("-- "))
        print(database.sql(sql))
