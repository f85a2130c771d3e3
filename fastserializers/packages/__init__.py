"""Known facts about packages that take part in making instances: a short module for each.

A module names functions by their dotted paths, in the table of `table`. `known` tells whether a
function is one of those: a subclass that overrides it, or a project that wraps it, is not known.

To add a package: read what its code does when Django makes an instance of a row. The code is known
if that changes no column and asks the database for nothing. Write a module as `mptt`, add it below
and its tests to `tests/packages/`.

These stay with Django's instances:

- django-parler: an instance remembers the language that is active when it is made. It has to be
  made where Django makes it: code may activate another language before it reads the instance.
- django-polymorphic, and `select_subclasses()` of django-model-utils: one query gives instances of
  several models.
"""

# Each fills the table.
from fastserializers.packages import (  # noqa: F401
    dirtyfields,
    flex_fields,
    fsm,
    imagekit,
    lifecycle,
    model_utils,
    mptt,
    phonenumber_field,
    safedelete,
    simple_history,
    treenode,
)
