"""Real projects as they are published: every list and every detail, three ways.

    python -m trials PROJECT [--only TEXT] [--save]

The ways are REST framework as it is, `FastReadMixin` on the base class of the project's views, and
`EVERYWHERE`. Each has a process of its own, and all three ask the same database.

Each project has a module, which says how it is set up, fills its database and ends with its
`PROJECT`, and a settings file where the project reads one. `__main__.py` starts the servers and
asks; all else is in `engine`. Two are other kinds of trial: `oscar`, of the commands, by
`make trial`, and `drf_tests`, of REST framework's own tests, by `make trial-drf`.
"""
