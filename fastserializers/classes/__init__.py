"""The serializer classes behind the doors: how reading gets in.

- `reading`: what a serializer that reads fast makes of an object or a list, and how it has its
  fields.
- `replaced`: the three attributes of REST framework's classes that ask for a serializer's mark.
- `mixins`: the mixin that a project inherits from, which needs nothing replaced.
- `read_only`: the classes that refuse to write, and `read_only()`.
- `schemas`: how drf-spectacular describes fast serializers.
"""
