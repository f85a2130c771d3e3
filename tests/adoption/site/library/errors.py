from __future__ import annotations

from rest_framework.views import exception_handler


def with_a_code(error, context):
    response = exception_handler(error, context)
    if response is not None:
        response.data = {
            "code": getattr(error, "default_code", "not_found"),
            "view": type(context["view"]).__name__,
            "errors": response.data,
        }
    return response
