"""Real projects as they are published: every list and every detail, three ways.

    python -m trials PROJECT [--only TEXT] [--save]

The ways are REST framework as it is, `FastReadMixin` on the base class of the project's views, and
`EVERYWHERE`. Each has a process of its own, and all three ask the same database.

Read from top to bottom:

1. `projects.py`   the table of projects: what each needs to run, and how its pages are asked for
2. `__main__.py`   starts the servers, fills the database, asks, and reports
3. `redis.py`      a redis server of one's own, for the project that needs one
4. `worker.py`     a process that runs a project one way, and answers questions about it
5. `frames.py`     room for deep calls, whose depth would otherwise be measured
6. `addresses.py`  finds the addresses that an admin can reach
7. `copies.py`     makes a thousand rows of the few that a project's factories make
8. `turns.py`      compares what the three processes answer, and measures them in turns
9. `outcome.py`    what is printed, and the table for the report

Each project has a folder: how it is set up, and `data.py`, which fills its database. `oscar` is
another kind of trial: of the commands, by `make trial`.
"""
