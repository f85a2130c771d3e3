"""A look at a project: what it has, what of it may change, and how it is changed.

Nothing here runs a view or asks a database. What only running code would tell is left out.

In the order in which to read:

- `reading`: how a class reads, which plan it has, and how REST framework's code alone reads.
- `modules`: which modules are the project's own, and how all of them are imported.
- `serializers`: the serializer classes, what they nest, and what is known of each.
- `views`: the uses of serializers by the views in the URLconf.
- `code`: which serializers the code of a view may choose.
- `ways`: what makes each serializer read fast.
- `naming`: how a class is named, and where it is written.
- `overview`: all of that at once, for commands that ask many questions.
- `lists`: how the list of a queryset is read.
- `warming`: compiles before the first request.
- `conversion`: the edit that makes a class fast.
"""
