"""The serializer classes behind the doors: how reading gets in.

- `reading`: what a serializer that reads fast makes of an object or a list, and how it has its
  fields.
- `paginating`: what a paginator makes of a queryset for a view that reads fast.
- `replaced`: the six attributes of REST framework's classes that are replaced, in one table.
- `mixins`: the mixin that a project inherits from, which needs nothing replaced.
- `read_only`: the classes that refuse to write, and `read_only()`.
- `schemas`: how drf-spectacular describes fast serializers.
"""
