"""Database servers of one's own, in a temporary directory, gone when the command has ended.

    python -m tests.cluster [--server postgresql|mariadb] COMMAND [ARGUMENT ...]

The command finds the address of the database in the environment variable DATABASE_URL.

Read `__main__.py` first, which runs the command; `postgresql.py` and `mariadb.py` each start one
server, and `machine.py` has what both need of the machine: Debian's packages, and a user who may
run a server. The only way into a server is a socket in its own directory, so no port of the
machine is used. What a crash would lose is thrown away anyway.
"""
