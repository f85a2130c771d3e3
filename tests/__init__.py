"""The tests, a folder a subject; each runs alone, as by `pytest tests/overrides`.

What is read
    `objects/` any objects and mappings, `instances/` rows of models, `relations/` relations of
    every kind, `postgres/` columns that only PostgreSQL has.
What is made of it
    `fields/` every field class, `links/` hyperlinks, `names/` names of fields and classes,
    `classes/` serializer classes, marks, lists, `overrides/` what a project's own code overrides,
    `idioms/` what REST framework's documentation and its users show,
    `surroundings/` settings, zones, languages, `compiler/` the generated functions,
    `hunting/` a search through all of these together (`python -m tests.hunt`).
What outlives a call
    `plans/` when a class or a serializer gets a plan, memory, threads.
What stands around it
    `rendering/` renderers, parsers, responses, `neighbours/` the rest of REST framework and its
    schemas, `third_party/` packages that projects install, `project/` what is found and compared
    in a project, `checks/`, `commands/`, `documentation/` the README, `example/` the example
    project.

`differential.py` holds DRF's classes and the fast ones together, `values.py` and `conftest.py`
have what several folders share, `named.py` names functions, `prices.py` says what is compiled
when, `processes.py` starts Python anew, `cluster/` runs a PostgreSQL or a MariaDB server.
"""
