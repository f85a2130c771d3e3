"""The subcommands of `manage.py fastserializers`: a module each, or a folder.

In: the options of the command line. Out: what a `Printer` writes, and the exit code. Each has a
`NAME`, a `HELP`, `add_arguments()`, and `run()`, which may raise `CommandError`. Read `listing`
(which is `list`) and `show` first, then `compare` and `profile`.

- `baseline`, `check`, `compare`, `convert`, `listing`, `profile`, `show`, `warm`: the subcommands.
- `lookup`: the serializer or the view that a name means. `sampling`: the rows and the request.
- `costs`: CPU time and queries. `read_only_databases`: nothing is written while both codes read.
- `printer` and `tables`: text for people, JSON for programs.
"""
