from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import DefaultRouter

from library import views

router = DefaultRouter()
router.register("authors", views.AuthorViewSet)
router.register("books", views.BookViewSet)
router.register("publishers", views.PublisherViewSet)
router.register("tags", views.TagViewSet)
router.register("reviews", views.ReviewViewSet)
router.register("loans", views.LoanViewSet)
router.register("categories", views.CategoryViewSet)
router.register("shelves", views.ShelfViewSet)

urlpatterns = [path("", include(router.urls)), path("schema/", SpectacularAPIView.as_view())]
