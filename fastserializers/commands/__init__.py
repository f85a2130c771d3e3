"""The subcommands of `manage.py fastserializers`, a module each.

What only one of them uses lies in its folder. In the order of a project's first day: `listing` is
`list`, `show`, `compare` is the proof, `profile`, `convert` is the edit, `check` and `baseline`
are for what the checks say, and `warm` for what starts workers. Each has a `NAME`, a `HELP`,
`add_arguments()`, and `run()`, which returns the exit code, or raises `CommandError`. They share:

- `naming`: which class is meant on the command line.
- `sampling`: the rows that a serializer is tried on, and the request and the view for them.
- `costs`: the CPU time and the queries of a list.
- `read_only_databases`: what keeps the project's data as they are.
- `printer`: where all of them write, with `tables`.
"""
