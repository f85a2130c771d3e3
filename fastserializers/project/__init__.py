"""The serializers and views of a project, how they read, and the edit that makes them fast.

In: the modules and the URLconf of a project. Out: facts that need no running code: no view runs
here, and no database is asked. Read `reading` first (which plan a class has), then
`serializers` and `views` (who uses which), `ways` (what makes each read fast), and `lists` (how a
queryset is read). `overview` has all of these at once. `warming` and `conversion` act on them.
"""
