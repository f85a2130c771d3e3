from __future__ import annotations

import importlib
import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from textwrap import dedent

import pytest

pytest.register_assert_rewrite("tests.commands.conversions")

NUMBERS = count()


@pytest.fixture
def module(tmp_path, monkeypatch, request):
    """Writes and imports a module of the project's; returns it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def write_module(code):
        name = f"converted_{next(NUMBERS)}"
        code = code if isinstance(code, bytes) else dedent(code).encode()
        (tmp_path / f"{name}.py").write_bytes(code)
        importlib.invalidate_caches()
        request.addfinalizer(lambda: sys.modules.pop(name, None))
        return importlib.import_module(name)

    return write_module


SERIALIZERS = """
    from django.contrib.auth.models import Group, Permission, User
    from rest_framework import serializers


    class PermissionSerializer(serializers.ModelSerializer):
        class Meta:
            model = Permission
            fields = ["name"]


    class GroupSerializer(serializers.ModelSerializer):
        permissions = PermissionSerializer(many=True, read_only=True)

        class Meta:
            model = Group
            fields = ["id", "name", "permissions"]


    class UserSerializer(serializers.ModelSerializer):
        class Meta:
            model = User
            fields = ["id", "username"]
"""
PROJECT = {
    "manage.py": """
        import os, sys
        from django.core.management import execute_from_command_line

        os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
        execute_from_command_line(sys.argv)
    """,
    "settings.py": """
        SECRET_KEY = "only for the tests"
        INSTALLED_APPS = [
            "django.contrib.auth", "django.contrib.contenttypes", "fastserializers", "shop"
        ]
        DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
        ROOT_URLCONF = "shop.urls"
    """,
    "shop/__init__.py": "",
    "shop/serializers.py": SERIALIZERS,
    "shop/urls.py": """
        from django.contrib.auth.models import Group, User
        from django.urls import path
        from rest_framework import generics
        from shop import serializers

        class Groups(generics.ListAPIView):
            queryset = Group.objects.all()
            serializer_class = serializers.GroupSerializer

        class Users(generics.ListCreateAPIView):
            queryset = User.objects.all()
            serializer_class = serializers.UserSerializer

        urlpatterns = [path("groups/", Groups.as_view()), path("users/", Users.as_view())]
    """,
}


@pytest.fixture
def project(tmp_path):
    """A project in a folder; returns what runs its manage.py."""
    for name, code in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(dedent(code))
    root = str(Path(__file__).parents[2])

    def manage(*arguments, code=0):
        finished = subprocess.run(  # noqa: S603
            [sys.executable, "manage.py", "fastserializers", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": root},
            capture_output=True,
            check=False,
            text=True,
        )
        assert finished.returncode == code, finished.stderr
        return finished.stdout, finished.stderr

    return manage
