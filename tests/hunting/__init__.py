"""A search for serializers of which ours represents something else than DRF's own does.

A difference that only the hunt can make gets a line in `docs/differences.md`, and no mechanism.

What an example is made of
    `descriptions.py` says what a serializer, its source and its surroundings are, as data that
    prints as it is written; `classes.py` makes serializer classes of it.
What may be in it
    `things.py` objects and values by name, `values.py` values of every type,
    `changing.py` and `overriding.py` what a project's serializers do,
    `models.py` the models and what their tables hold, `queries.py` rows of those,
    `packages.py` what packages and settings put around a list, `pages.py` pages of one.
How it is drawn
    `fields.py` fields and values that fit them, `shapes.py` serializer classes, `querysets.py`
    querysets and lists of instances, `examples.py` whole examples: all are strategies of
    Hypothesis.
What is compared
    `outcomes.py` says what a serializer makes of a source, by which queries, and what it leaves;
    `comparison.py` what DRF's class and the fast ones have to agree in; `search.py` tries batches
    of examples, each by its seed.
"""
