"""What packages and a project's settings put around the reading of a list."""

from contextlib import suppress
from unittest import mock

from django.core.exceptions import EmptyResultSet
from django.db.models.sql.compiler import SQLCompiler
from django.test import override_settings

from tests.named import all_of

# Packages that wrap how Django executes a query.

execute_sql, as_sql = SQLCompiler.execute_sql, SQLCompiler.as_sql


def compiles_first(compiler, *args, **options):
    """As django-silk, which keeps the statement of each query."""
    with suppress(EmptyResultSet):
        compiler.as_sql()
    return execute_sql(compiler, *args, **options)


def adds_a_comment(compiler, *args, **options):
    """As packages that tell the database which view has sent a query."""
    sql, params = as_sql(compiler, *args, **options)
    return f"{sql} /* a view */", params


WRAPPERS = {"execute_sql": compiles_first, "as_sql": adds_a_comment}


def wrapped(name):
    return mock.patch.object(SQLCompiler, name, WRAPPERS[name])


class Routers:
    """Routers of databases: all read the one that there is."""

    class Permitting:
        def db_for_read(self, model, **hints):
            return "default"

        def allow_relation(self, one, another, **hints):
            return True

    class Refusing:
        def allow_relation(self, one, another, **hints):
            return False


ROUTERS = all_of(Routers)


def routed(name):
    return override_settings(DATABASE_ROUTERS=[ROUTERS[name]()])
