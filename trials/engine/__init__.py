"""Asks a project all its lists and details, compares the answers, and measures them.

1. `project.py`    what a project's module says: how it is set up, filled and asked
2. `redis.py`      a redis server of one's own, for the project that needs one
3. `answers.py`    what a process answers, and the rows in it
4. `addresses.py`  finds the addresses that an admin can reach
5. `copies.py`     makes a thousand rows of the few that a project's factories make
6. `frames.py`     room for deep calls, whose depth would otherwise be measured
7. `worker.py`     a process that runs a project one way, and answers questions about it
8. `turns.py`      compares what the three processes answer, and measures them in turns
9. `outcome.py`    what is printed, and the table for the report
"""
