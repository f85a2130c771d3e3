"""The serializers and views of a project, how they read, and the edit that makes them fast.

In: the modules and the URLconf of a project. Out: facts that need no running code: no view runs
here, and no database is asked.

- `modules`, `serializers`, `views`: what a project has; `code`: the serializers that a view names.
- `naming`: how all of these are named. `reading`: which plan a class has.
- `overview`: all of them at once, and what makes each serializer read fast.
- `list_reading`: how a queryset is read, and what keeps it from being read as rows.
- `warming` compiles them, and `conversion` edits them.
"""
