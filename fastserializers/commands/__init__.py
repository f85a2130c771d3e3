"""The subcommands of `manage.py fastserializers`: a module each, or a folder.

In: the options of the command line. Out: what a `Printer` writes, and the exit code. Each has a
`NAME`, a `HELP`, `add_arguments()`, and `run()`, which may raise `CommandError`. Read `listing`
(which is `list`) and `show` first, then `sampling` (the rows, the request and the view), `costs`
and `compare`.
"""
