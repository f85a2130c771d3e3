"""The subcommands of `manage.py fastserializers`: a module each, or a folder.

In the order of a project's first day: `listing` (which is `list`), `show`, `compare`, `profile`,
`convert`, `check`, `baseline` and `warm`. Each has a `NAME`, a `HELP`, `add_arguments()`, and
`run()`, which returns the exit code, or raises `CommandError`. They share:

- `naming`: which class a name on the command line means.
- `sampling`: the rows for a serializer, with the request and the view.
- `costs`: the CPU time and the queries of a list.
- `read_only_databases`: keeps the project's data unchanged.
- `printer`: the output of all of them, with `tables`.
"""
