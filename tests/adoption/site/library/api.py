"""How pages and errors look, whichever view they are of."""

from rest_framework import pagination
from rest_framework.response import Response


class Pages(pagination.PageNumberPagination):
    page_size = 3
    page_size_query_param = "size"
    max_page_size = 100


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 3


class CountedPages(Pages):
    """Tells how many rows are on the page, and wraps the rest."""

    def get_paginated_response(self, data):
        return Response(
            {
                "meta": {"total": self.page.paginator.count, "here": len(self.page)},
                "next": self.get_next_link(),
                "rows": data,
            }
        )

    def get_paginated_response_schema(self, schema):
        return {
            "type": "object",
            "properties": {"meta": {"type": "object"}, "next": {"type": "string"}, "rows": schema},
        }


def with_a_code(error, context):
    from rest_framework.views import exception_handler

    response = exception_handler(error, context)
    if response is not None:
        code, view = getattr(error, "default_code", "not_found"), type(context["view"]).__name__
        response.data = {"code": code, "view": view, "errors": response.data}
    return response
