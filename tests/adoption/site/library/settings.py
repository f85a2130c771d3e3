import json
import os

SECRET_KEY = "only for the tests"  # noqa: S105
ROOT_URLCONF = "library.urls"
USE_TZ = True
TIME_ZONE = "Europe/Amsterdam"
ALLOWED_HOSTS = ["testserver"]
STATIC_URL = "static/"
MEDIA_URL = "media/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_filters",
    "drf_spectacular",
    "rest_framework",
    "fastserializers",
    "library",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
if os.environ.get("DATABASE_URL", "").startswith("postgres"):
    import dj_database_url

    DATABASES = {"default": dj_database_url.config()}
    DATABASES["default"]["TEST"] = {"NAME": f"adoption_{os.getpid()}", "MIGRATE": False}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "rest_framework.authentication.BasicAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "rest_framework.renderers.BrowsableAPIRenderer",
    ],
    "DEFAULT_PAGINATION_CLASS": "library.api.Pages",
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.SearchFilter",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.AcceptHeaderVersioning",
    "DEFAULT_VERSION": "1",
    "ALLOWED_VERSIONS": ["1", "2"],
    "EXCEPTION_HANDLER": "library.api.with_a_code",
}
SPECTACULAR_SETTINGS = {"TITLE": "Library", "VERSION": "1", "COMPONENT_SPLIT_REQUEST": True}

# What a run wants otherwise.
for name, value in json.loads(os.environ.get("LIBRARY_SETTINGS", "{}")).items():
    globals()[name] = {**globals().get(name, {}), **value}
