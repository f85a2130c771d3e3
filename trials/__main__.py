"""Run one project's trial; exit with 1 for a difference or a query too many."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from hashlib import sha256
from math import inf
from time import monotonic
from typing import Any

import trials
from trials.engine import outcome
from trials.engine.answers import is_list
from trials.engine.project import NAMES, PLAIN, project_named
from trials.engine.turns import SIZES, Endpoint, compare, measure, processes


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m trials", description=trials.__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("project", choices=NAMES)
    parser.add_argument("--only", default="", metavar="TEXT", help="routes with this text in them")
    parser.add_argument("--minutes", type=float, default=inf, help="begin no route after that")
    parser.add_argument("--profile", metavar="WAY", help="print where a request's time goes")
    parser.add_argument("--rounds", type=int, default=12, help="at most; 0 only compares")
    parser.add_argument("--filled", action="store_true", help="the database is full already")
    parser.add_argument("--save", action="store_true", help="keep the table for the report")
    asked = parser.parse_args(arguments)
    with ExitStack() as stack:
        for variable, server in project_named(asked.project).servers.items():
            if variable not in os.environ:
                os.environ[variable] = stack.enter_context(server())
        return trial(asked)


def trial(asked: argparse.Namespace) -> int:
    if not asked.filled:
        with processes(asked.project, (PLAIN,)) as ways:
            ways[PLAIN]("fill")
    with processes(asked.project) as ways:
        for process in ways.values():
            process("log_in")
        addresses = {
            route: url for route, url in ways[PLAIN]("addresses").items() if asked.only in route
        }
        if asked.profile:
            for route, url in addresses.items():
                outcome.say(route, ways[asked.profile]("profile", url, 5))
            return 0
        endpoints: list[Endpoint] = []
        end = monotonic() + asked.minutes * 60
        for route, url in in_any_order(addresses):
            if monotonic() > end:
                break
            endpoints.append(tried(asked, route, url, ways))
            outcome.print_line(endpoints[-1])
        # A profiled process is another one afterwards: nothing is measured in it any more.
        for endpoint in outcome.gaining_least(endpoints):
            endpoint.shares = ways[PLAIN]("shares", addresses[endpoint.route], 3)
    return outcome.report(asked.project, endpoints, of=len(addresses), keep=asked.save)


def in_any_order(addresses: dict[str, str]) -> list[tuple[str, str]]:
    """Return the addresses so that the first ones are a sample of all, and the same each time."""
    return sorted(addresses.items(), key=lambda item: sha256(item[0].encode()).digest())


def tried(asked: argparse.Namespace, route: str, url: str, ways: dict[str, Any]) -> Endpoint:
    """Return what there is to say about an address, at each size that it has rows for."""
    content = ways[PLAIN]("ask", url, 1).content
    endpoint = Endpoint(route, "list" if is_list(content) else "object")
    parameter = project_named(asked.project).size
    sizes: dict[int, str] = {}
    for size in SIZES if endpoint.kind == "list" else SIZES[:1]:
        sized = f"{url}&{parameter}={size}" if endpoint.kind == "list" else url
        sizes[size] = sized
        compare(sized, endpoint, size, ways)
        rows = list(endpoint.rows.values())
        if rows[-1] in rows[:-1]:
            # There are no more rows than at the size before.
            del sizes[size], endpoint.rows[size], endpoint.queries[size]
            break
    # The longest list first: a process that has been running for a while has read many rows.
    for size in reversed(sizes):
        if asked.rounds and endpoint.rows[size] and not endpoint.faults:
            measure(sizes[size], endpoint, size, ways, asked.rounds)
    return endpoint


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
