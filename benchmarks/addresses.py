"""Where the books and publishers of the hyperlinked lists are found."""

from __future__ import annotations

from rest_framework.routers import DefaultRouter
from rest_framework.viewsets import ReadOnlyModelViewSet

from bookshop.models import Book, Publisher

router = DefaultRouter()
for model in (Book, Publisher):
    view = type(f"{model.__name__}s", (ReadOnlyModelViewSet,), {"queryset": model.objects.all()})
    router.register(model._meta.model_name, view)

urlpatterns = router.urls
