"""Whole apps with serializers, and what the checks say of them."""

from textwrap import dedent

from django.apps import apps

from fastserializers.checks.findings import findings_now

SERIALIZER = """
    from django.contrib.auth.models import User
    from rest_framework.serializers import ModelSerializer

    class UserSerializer(ModelSerializer):
        class Meta:
            model = User
            fields = ["username"]
"""


def messages(*app_labels):
    """All there are, where Django's command shows the first of each id."""
    return findings_now([apps.get_app_config(label) for label in app_labels] or None)


def reported_in(package, *app_labels):
    """The serializers that H300 reports in a package, as dotted paths, in the order reported."""
    return [
        f"{message.obj.__module__}.{message.obj.__qualname__}"
        for message in messages(*app_labels)
        if message.id == "H300" and message.obj.__module__.partition(".")[0] == package
    ]


def import_errors(*app_labels):
    return [m for m in messages(*app_labels) if m.id == "fastserializers.E001"]


def write(folder, files):
    """Write files, in packages."""
    for name, source in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        for package in [*file.relative_to(folder).parents][:-1]:
            (folder / package / "__init__.py").touch()
        file.write_text(dedent(source))
