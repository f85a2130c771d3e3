"""drf-flex-fields: a serializer takes its fields away when it reads the first row.

Read: 1.0.2. Its `to_representation()` gives `super()` the instance, and does not look at it.
"""

from __future__ import annotations

from fastserializers.packages.table import about


@about("rest_flex_fields.serializers.FlexFieldsSerializerMixin.to_representation")
def passes_on(serializer_class: object) -> bool:
    return True
