"""Times inserts and queries in native SQLite: reads JSON from stdin, writes milliseconds as JSON. See database.ts."""

import json
import sqlite3
import sys
import time

work = json.load(sys.stdin)
tables = [(table["create"], table["insert"], [tuple(row) for row in table["rows"]]) for table in work["tables"]]
times = {name: [] for name in ["inserts", "indexes", *work["queries"]]}


def timed(name, action):
    start = time.perf_counter()
    result = action()
    times[name].append(1000 * (time.perf_counter() - start))
    return result


def insert(connection):
    connection.execute("BEGIN")
    for _, statement, rows in tables:
        connection.executemany(statement, rows)
    connection.execute("COMMIT")


for _ in range(work["repeats"]):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in work["settings"] + [create for create, _, _ in tables]:
        connection.execute(statement)
    timed("inserts", lambda: insert(connection))
    timed("indexes", lambda: [connection.execute(statement) for statement in work["indexes"]])
    connection.execute("ANALYZE")
    answers = {name: timed(name, lambda: connection.execute(sql).fetchall()) for name, sql in work["queries"].items()}
    connection.close()

json.dump({"version": sqlite3.sqlite_version, "times": times, "answers": answers}, sys.stdout)
