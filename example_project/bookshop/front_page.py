from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

if TYPE_CHECKING:
    from rest_framework.request import Request

    from bookshop.endpoints import Endpoint, Flavour


class FrontPage(APIView):
    """Every endpoint exists twice: once plain, once fast, with the same rows and the same body."""

    name = "Bookshop"
    endpoints: tuple[Endpoint, ...] = ()
    flavours: tuple[Flavour, ...] = ()

    def get(self, request: Request) -> Response:
        return Response(
            [
                {"endpoint": endpoint.route}
                | {
                    flavour.name: reverse(
                        f"{flavour.name}-{endpoint.name}", kwargs=example, request=request
                    )
                    for flavour in self.flavours
                }
                for endpoint in self.endpoints
                if (example := endpoint.example()) is not None
            ]
        )
