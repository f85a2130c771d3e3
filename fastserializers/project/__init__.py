"""The serializers and views of a project, how they read, and the edit that makes them fast.

No view runs here, and no database is asked. Facts that only running code has are left out.

In the order in which to read:

- `reading`: what makes a class read fast, and which plan it has.
- `modules`: which modules are the project's own, and how all of them are imported.
- `serializers`: the serializer classes, with their models and nested serializers.
- `views`: the uses of serializers by the views in the URLconf.
- `code`: which serializers the code of a view may choose.
- `ways`: what makes each serializer read fast.
- `naming`: how a class is named, and where it is written.
- `overview`: all of these at once, for commands that ask many questions.
- `lists`: how the list of a queryset is read.
- `warming`: compiles before the first request.
- `conversion`: the edit that makes a class fast.
"""
