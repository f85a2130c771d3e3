from __future__ import annotations

import os
from pathlib import Path

from oscar.defaults import *  # noqa: F403

BASE_DIR = Path(__file__).parent
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("TRIAL_DATABASE", BASE_DIR / "oscar.sqlite3"),
    }
}
SECRET_KEY = "of a project that nobody serves"  # noqa: S105
ALLOWED_HOSTS = ["*"]
USE_TZ = True
SITE_ID = 1
ROOT_URLCONF = "trials.oscar"
MEDIA_URL = "/media/"
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.flatpages",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sites",
    "oscar.apps.address.apps.AddressConfig",
    "oscar.apps.analytics.apps.AnalyticsConfig",
    "oscar.apps.basket.apps.BasketConfig",
    "oscar.apps.catalogue.apps.CatalogueConfig",
    "oscar.apps.catalogue.reviews.apps.CatalogueReviewsConfig",
    "oscar.apps.checkout.apps.CheckoutConfig",
    "oscar.apps.communication.apps.CommunicationConfig",
    "oscar.apps.customer.apps.CustomerConfig",
    "oscar.apps.offer.apps.OfferConfig",
    "oscar.apps.order.apps.OrderConfig",
    "oscar.apps.partner.apps.PartnerConfig",
    "oscar.apps.payment.apps.PaymentConfig",
    "oscar.apps.search.apps.SearchConfig",
    "oscar.apps.shipping.apps.ShippingConfig",
    "oscar.apps.voucher.apps.VoucherConfig",
    "oscar.apps.wishlists.apps.WishlistsConfig",
    "django_tables2",
    "haystack",
    "treebeard",
    "widget_tweaks",
    "rest_framework",
    "oscarapi",
    "fastserializers",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "oscar.apps.basket.middleware.BasketMiddleware",
]
OSCARAPI_BLOCK_ADMIN_API_ACCESS = False
# An installed package is a third party's. Its checks are wanted here.
FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["oscarapi"]}
