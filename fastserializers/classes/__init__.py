"""The serializer classes behind the doors: how reading gets in.

- `reading`: what a serializer that reads fast makes of an object or a list, and how it has its
  fields.
- `replaced`: the three attributes of REST framework's classes that ask for a serializer's mark.
- `mixins`: the classes that a project inherits from, which need nothing replaced.
- `refusing`: the methods of a read-only class that would write.
- `read_only`: a read-only subclass of a class that stays as it is.
- `schemas`: how drf-spectacular describes fast serializers.
"""
