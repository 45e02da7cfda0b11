#!/usr/bin/env python3
"""bench_duckdb.py [file]: runs the query in this file with DuckDB.

It uses two threads and prints how many rows there are.  Without a file it only
starts DuckDB.  bench.sh compares its speed.
"""
import sys

try:
    import duckdb

    query = "select 1"
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as f:
            query = f.read()
    duckdb.execute("set threads = 2")
    print(len(duckdb.sql(query).fetchall()))
except Exception as error:  # Python's status 1 would be taken for a verdict
    print(error, file=sys.stderr)
    sys.exit(2)
