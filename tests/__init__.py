"""The tests, a folder a subject; each runs alone, as by `pytest tests/overrides`.

Rooms of the library
    `reading/` who reads fast, when a class is planned, which fields, changes, memory, threads;
    `compiler/` the generated functions; `rows/` querysets as rows; `rendering/` JSON;
    `panel/` what a request reads; `project/`, `checks/`, `commands/` what a person runs.
What is read
    `objects/` any objects and mappings, `instances/` instances of models, `relations/` relations
    of every kind, `postgres/` columns of PostgreSQL alone, `endpoints/` views, pages, streams.
What is made of it
    `fields/` every field class, `links/` hyperlinks, `names/` names of fields and classes,
    `classes/` serializer classes, marks, lists, `overrides/` what a project's own code overrides,
    `idioms/` what REST framework's documentation and its users show,
    `surroundings/` settings, zones, languages, `hunting/` a search through all of these together.
Around it
    `neighbours/` the rest of REST framework, `third_party/` and `packages/` what
    projects install,
    `adoption/`, `example/`, `documentation/`, `typed/`, `django_suite/`, `cluster/` other servers.

`differential.py` reads a class by REST framework and within `reading_fast()`, and compares;
`values.py` and `conftest.py` have what several folders share.
"""
