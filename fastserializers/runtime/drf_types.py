"""Types of REST framework's, as annotations name them."""

from __future__ import annotations

from typing import Any, TypeAlias

from rest_framework.fields import Field
from rest_framework.serializers import BaseSerializer, Serializer

AnyField: TypeAlias = "Field[Any, Any, Any, Any]"
AnySerializer: TypeAlias = "Serializer[Any]"
SerializerClass: TypeAlias = "type[BaseSerializer[Any]]"
