"""Writes the tables of a fleet's logs as Parquet with Spark, by day and program, and answers questions/*.sql.

    spark-submit spark.py LOGS OUT [--fluxtape PROGRAM] [--master local[2]]

LOGS is a pattern of files in any storage that Spark reads: s3a://bucket/ci/*/*.jsonl.gz. Each worker hands its logs to `fluxtape tables`
through a pipe, so that nothing is copied beforehand; the program must be on the workers.
"""

import argparse
import json
import os
import shlex
import subprocess
from datetime import datetime

from pyspark.sql import SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, BooleanType, DoubleType, IntegerType, LongType, StringType, StructField, StructType

HERE = os.path.dirname(os.path.abspath(__file__))
S, L, I, B, D = StringType(), LongType(), IntegerType(), BooleanType(), DoubleType()
# Values of states and payloads are JSON, which stays text; a text in them stands without its quotation marks.
COLUMNS = {
    "runs": {
        "run": S, "version": I, "logs": ArrayType(S), "number": I, "bytes": L, "id": S, "program": S, "release": S, "commit": S, "host": S,
        "meta": S, "test": S, "arguments": S, "attempt": I, "result": S, "red": B, "began": S, "duration": L, "steps": L, "problems": L,
        "problem": S, "step": L, "text": S, "site": S, "signature": S,
    },
    "steps": {
        "run": S, "row": L, "step": L, "kind": S, "t": L, "time": S, "store": S, "type": S, "level": S, "cause": L, "duration": L,
        "outcome": S, "enumCase": S, "site": S, "thread": S, "trace": S, "span": S, "effect": S, "phase": S, "error": S, "message": S,
        "payload": S, "payloadBytes": L,
    },
    "changes": {
        "run": S, "row": L, "step": L, "store": S, "path": S, "place": S, "pattern": S, "kind": S, "origin": S, "old": S, "oldBytes": L,
        "new": S, "newBytes": L, "number": D, "certain": B,
    },
    "findings": {
        "run": S, "row": L, "step": L, "finding": S, "note": B, "rule": S, "message": S, "store": S, "type": S, "site": S, "path": S,
        "old": S, "oldBytes": L, "new": S, "newBytes": L,
    },
    "problems": {"version": I, "log": S, "bytes": L, "why": S},
}


def rows_of(command):
    """A function that makes the rows of all tables of some logs."""

    def rows(files):
        for path, content in files:
            done = subprocess.run([*command, "tables", "-", "--output", "-"], input=bytes(content), capture_output=True, check=False)
            # 3: the log cannot be read, and a row of problems says so. Anything else ends the task, and Spark tries it again.
            if done.returncode not in (0, 3):
                raise RuntimeError(f"{path}: fluxtape ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
            for line in done.stdout.decode("utf-8").splitlines():
                yield named(line, path)

    return rows


def named(line, path):
    """A row with the path of its log, which the program knows as standard input."""
    if line.startswith('{"table":"runs"'):
        row = json.loads(line)
        row["logs"] = [path]
    elif line.startswith('{"table":"problems"'):
        row = json.loads(line)
        row["log"] = path
    else:
        return line
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def write(spark, logs, out, command):
    """Writes the five tables. A task that is tried again writes nothing twice: Spark keeps the files of one attempt."""
    files = spark.sparkContext.binaryFiles(logs, minPartitions=spark.sparkContext.defaultParallelism * 4)
    # The rows are kept on disk meanwhile, so that each log is read once.
    lines = files.mapPartitions(rows_of(command)).map(lambda line: (line,)).toDF(["line"]).persist()

    def table(name):
        schema = StructType([StructField(column, type_) for column, type_ in COLUMNS[name].items()])
        own = lines.where(F.col("line").startswith('{"table":"%s",' % name))
        return own.select(F.from_json("line", schema).alias("row")).select("row.*")

    runs = table("runs").withColumn("began", F.to_timestamp("began")).withColumn("day", F.to_date("began"))
    days = runs.select("run", "day", "program")
    for name in COLUMNS:
        data = runs if name == "runs" else table(name)
        if name == "steps":
            data = data.withColumn("time", F.to_timestamp("time"))
        if name == "changes":
            data = data.withColumn("place", F.coalesce("place", "path")).withColumn("pattern", F.coalesce("pattern", "path"))
            data = data.withColumn("certain", F.coalesce("certain", F.lit(True)))
        if name == "problems":
            data.write.mode("overwrite").parquet(f"{out}/{name}")
            continue
        if name != "runs":
            data = data.join(days, "run")
        data.write.mode("overwrite").partitionBy("day", "program").parquet(f"{out}/{name}")
    lines.unpersist()


def answer(spark, out):
    """The answers to all questions, by name."""
    for name in COLUMNS:
        data = spark.read.parquet(f"{out}/{name}")
        # What the rows are parted by is no column of theirs but in runs.
        data = data if name in ("runs", "problems") else data.drop("day", "program")
        data.createOrReplaceTempView(name)
    spark.sql("CREATE OR REPLACE TEMPORARY FUNCTION text_of(value STRING) RETURNS STRING RETURN value")
    spark.sql(
        "CREATE OR REPLACE TEMPORARY FUNCTION member(value STRING, name STRING) RETURNS STRING RETURN get_json_object(value, concat('$.', name))")
    folder = os.path.join(HERE, "questions")
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as text:
            sql = text.read()
        rows = spark.sql(sql).collect()
        yield file.removesuffix(".sql"), sql.splitlines()[0].removeprefix("-- "), [
            [cell.isoformat(" ") if isinstance(cell, datetime) else cell for cell in row] for row in rows]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write and ask tables of a fleet's logs with Spark.")
    parser.add_argument("logs")
    parser.add_argument("out")
    parser.add_argument("--fluxtape", default="fluxtape", help="the program on the workers")
    parser.add_argument("--master", help="for a try on one machine: local[2]")
    parser.add_argument("--answers", help="a folder for the answers as JSON")
    options = parser.parse_args()
    builder = SparkSession.builder.appName("fluxtape").config("spark.sql.session.timeZone", "UTC")
    builder = builder.config("spark.sql.parquet.compression.codec", "zstd")
    if options.master:
        builder = builder.master(options.master)
    session = builder.getOrCreate()
    write(session, options.logs, options.out, shlex.split(options.fluxtape))
    for name, title, rows in answer(session, options.out):
        print(title)
        for row in rows[:20]:
            print("  " + "  ".join(str(cell) for cell in row))
        if options.answers:
            os.makedirs(options.answers, exist_ok=True)
            with open(os.path.join(options.answers, name + ".json"), "w", encoding="utf-8") as file:
                json.dump(rows, file)
