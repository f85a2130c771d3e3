"""
The check H300 and what all checks share, on classes of this module, on throw-away apps that the
tests install, and on whole projects that Django checks in a process of its own.

Every model serializer alive in the process is checked, so each test looks for its own alone.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AbstractUser, Permission, User
from django.core import checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, read_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

    Install = Callable[..., None]

pytestmark = pytest.mark.long

SERIALIZER = """
    from django.contrib.auth.models import User
    from rest_framework.serializers import ModelSerializer

    class UserSerializer(ModelSerializer):
        class Meta:
            model = User
            fields = ["username"]
"""
ANSWERED = SERIALIZER + '            read_only_fields = ["username"]\n'


def messages(*app_labels: str) -> list[checks.CheckMessage]:
    app_configs = [apps.get_app_config(label) for label in app_labels] or None
    return checks.run_checks(app_configs=app_configs, tags=["serializers"])


def is_reported(serializer: type) -> bool:
    return serializer in {message.obj for message in messages() if message.id == "H300"}


def reported_in(package: str, *app_labels: str) -> list[str]:
    """The serializers that H300 reports in a package, as dotted paths, in the order reported."""
    return [
        f"{message.obj.__module__}.{message.obj.__qualname__}"
        for message in messages(*app_labels)
        if message.id == "H300" and message.obj.__module__.partition(".")[0] == package
    ]


def import_errors(*app_labels: str) -> list[checks.CheckMessage]:
    return [m for m in messages(*app_labels) if m.id == "fastserializers.E001"]


# Which serializers are reported


def test_the_message_names_the_class_and_the_way_out() -> None:
    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    [message] = [message for message in messages() if message.obj is Unanswered]

    assert message == checks.Warning(
        "ModelSerializer must define read_only_fields.",
        hint="Set read_only_fields in ModelSerializer.Meta",
        obj=Unanswered,
        id="H300",
    )


@pytest.mark.parametrize("answer", [("username",), ["username"], (), []])
def test_any_read_only_fields_are_an_answer_even_empty_ones(answer: object) -> None:
    class Answered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)
            read_only_fields = answer

    assert not is_reported(Answered)


def test_a_subclass_at_any_depth_is_reported() -> None:
    class Base(serializers.HyperlinkedModelSerializer):
        pass

    class Middle(Base):
        pass

    class Deep(Middle):
        class Meta:
            model = User
            fields = ("username",)

    assert is_reported(Deep)
    assert not is_reported(Middle)


def test_a_subclass_reached_through_two_bases_is_reported_once() -> None:
    class Left(serializers.ModelSerializer[User]):
        pass

    class Right(serializers.ModelSerializer[User]):
        pass

    class Both(Left, Right):
        class Meta:
            model = User
            fields = ("username",)

    assert [message.obj for message in messages()].count(Both) == 1


def test_read_only_fields_of_an_inherited_meta_are_an_answer() -> None:
    class Answered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields: tuple[str, ...] = ("username",)
            read_only_fields = ("username",)

    class SameMeta(Answered):
        pass

    class ExtendedMeta(Answered):
        class Meta(Answered.Meta):
            fields = ("username", "email")

    class OwnMeta(Answered):
        class Meta:
            model = User
            fields = ("username",)

    assert not is_reported(SameMeta)
    assert not is_reported(ExtendedMeta)
    assert is_reported(OwnMeta)


def test_an_inherited_meta_without_read_only_fields_is_reported() -> None:
    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    class SameMeta(Unanswered):
        pass

    assert is_reported(SameMeta)


def test_a_class_without_a_model_is_left_out() -> None:
    class WithoutMeta(serializers.ModelSerializer[User]):
        pass

    class MetaIsNone(serializers.ModelSerializer[User]):
        Meta = None

    class WithoutModel(serializers.ModelSerializer[User]):
        class Meta:
            fields = ("username",)

    class ModelIsNone(serializers.ModelSerializer[User]):
        class Meta:
            model = None
            fields = ("username",)

    for serializer in (WithoutMeta, MetaIsNone, WithoutModel, ModelIsNone):
        assert not is_reported(serializer)


def test_a_serializer_of_an_abstract_model_is_reported() -> None:
    class OfAbstractModel(serializers.ModelSerializer[Any]):
        class Meta:
            model = AbstractUser
            fields = ("username",)

    assert is_reported(OfAbstractModel)


def test_a_serializer_that_is_no_model_serializer_is_left_out() -> None:
    class Plain(serializers.Serializer[User]):
        class Meta:
            model = User

    assert not is_reported(Plain)


def test_fast_read_only_serializers_are_left_out() -> None:
    class Fast(FastReadOnlyModelSerializer):
        class Meta:
            model = User
            fields = ("username",)

    class Mixed(FastReadOnlyMixin, serializers.HyperlinkedModelSerializer):
        class Meta:
            model = User
            fields = ("username",)

    assert not is_reported(Fast)
    assert not is_reported(Mixed)


def test_the_twin_made_by_read_only_is_left_out_and_its_original_is_not() -> None:
    class Original(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    twin = read_only(Original)

    assert is_reported(Original)
    assert not is_reported(twin)


def test_the_nested_serializer_that_depth_creates_is_left_out() -> None:
    class Deep(serializers.ModelSerializer[Permission]):
        class Meta:
            model = Permission
            fields = ("content_type",)
            depth = 1

    nested = Deep().fields["content_type"]

    assert is_reported(Deep)
    assert isinstance(nested, serializers.ModelSerializer)
    assert not is_reported(type(nested))


def test_a_class_that_type_makes_is_reported() -> None:
    class Meta:
        model = User
        fields = ("username",)

    made = type("Made", (serializers.ModelSerializer,), {"Meta": Meta})

    assert is_reported(made)


# What is imported first, and from where


def write(folder: Path, files: dict[str, str]) -> None:
    for name, source in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(source))


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: SettingsWrapper
) -> Iterator[Install]:
    """Write importable files and install the apps among them; forget their modules afterwards."""
    imported_before = set(sys.modules)

    def install(files: dict[str, str], *app_names: str, folder: str = "src") -> None:
        write(tmp_path / folder, files)
        monkeypatch.syspath_prepend(tmp_path / folder)
        importlib.invalidate_caches()
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, *app_names]

    yield install
    for name in set(sys.modules) - imported_before:
        if name.partition(".")[0] in {"florist", "gardener", "project_urls"}:
            del sys.modules[name]


def test_the_serializers_module_of_an_installed_app_is_imported(install: Install) -> None:
    install({"florist/__init__.py": "", "florist/serializers.py": SERIALIZER}, "florist")

    assert reported_in("florist") == ["florist.serializers.UserSerializer"]


def test_every_module_of_a_serializers_package_is_imported(install: Install) -> None:
    install(
        {
            "florist/__init__.py": "",
            "florist/serializers/__init__.py": "",
            "florist/serializers/users.py": SERIALIZER,
            "florist/serializers/admin/__init__.py": "",
            "florist/serializers/admin/users.py": SERIALIZER,
        },
        "florist",
    )

    assert reported_in("florist") == [
        "florist.serializers.admin.users.UserSerializer",
        "florist.serializers.users.UserSerializer",
    ]


def test_a_serializers_module_anywhere_in_an_app_is_imported(install: Install) -> None:
    install(
        {
            "florist/__init__.py": "",
            "florist/api/__init__.py": "",
            "florist/api/v1/__init__.py": "",
            "florist/api/v1/serializers.py": SERIALIZER,
            "florist/tests/__init__.py": "",
            "florist/tests/serializers.py": "import bulbs",
        },
        "florist",
    )

    assert reported_in("florist") == ["florist.api.v1.serializers.UserSerializer"]
    assert import_errors() == []


def test_serializers_are_reported_in_order_of_module_and_name(install: Install) -> None:
    reversed_names = """
        from django.contrib.auth.models import User
        from rest_framework.serializers import ModelSerializer

        class Tulip(ModelSerializer):
            class Meta:
                model = User

        class Rose(Tulip):
            pass

        class Aster(Rose):
            pass
    """
    install(
        {
            "gardener/__init__.py": "",
            "gardener/serializers.py": reversed_names,
            "florist/__init__.py": "",
            "florist/serializers/__init__.py": reversed_names,
            "florist/serializers/admin.py": reversed_names,
        },
        "gardener",
        "florist",
    )

    in_order = [
        f"{module}.{name}"
        for module in ("florist.serializers", "florist.serializers.admin", "gardener.serializers")
        for name in ("Aster", "Rose", "Tulip")
    ]
    assert reported_in("florist") + reported_in("gardener") == in_order
    assert [str(m.obj) for m in messages() if "florist" in str(m) or "gardener" in str(m)] == [
        f"<class '{name}'>" for name in in_order
    ]


@pytest.mark.parametrize("app", ["florist/__init__.py", "florist.py"])
def test_an_app_without_a_serializers_module_is_no_error(install: Install, app: str) -> None:
    install({app: ""}, "florist")

    assert import_errors() == []


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("import bulbs", "ModuleNotFoundError: No module named 'bulbs'"),
        (
            "import florist.serializers.bulbs",
            "ModuleNotFoundError: No module named 'florist.serializers.bulbs'",
        ),
        ("from florist import bulbs", "ImportError: cannot import name 'bulbs' from 'florist'"),
        ("bulbs = 1 / 0", "ZeroDivisionError: division by zero"),
        ("bulbs = = 1", "SyntaxError: invalid syntax (serializers.py, line 1)"),
    ],
)
def test_a_serializers_module_that_fails_to_import_is_the_projects_own_error(
    install: Install, source: str, cause: str
) -> None:
    install({"florist/__init__.py": "", "florist/serializers.py": source}, "florist")

    [error] = import_errors()

    assert error.level == checks.ERROR
    assert error.obj == "florist.serializers"
    assert error.msg.startswith(f"florist.serializers fails to import: {cause}")
    assert error.hint is not None
    assert 'manage.py shell -c "import florist.serializers"' in error.hint


def test_one_module_that_fails_to_import_hides_no_other(install: Install) -> None:
    install(
        {
            "florist/__init__.py": "",
            "florist/serializers/__init__.py": "",
            "florist/serializers/broken.py": "import bulbs",
            "florist/serializers/users.py": SERIALIZER,
            "gardener/__init__.py": "",
            "gardener/serializers.py": SERIALIZER,
        },
        "florist",
        "gardener",
    )

    assert [error.obj for error in import_errors()] == ["florist.serializers.broken"]
    assert reported_in("florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener") == ["gardener.serializers.UserSerializer"]


INCLUDING_URLCONF = """
    from django.urls import include, path

    urlpatterns = [path("flowers/", include("florist.addresses"))]
"""


def test_a_serializer_only_reachable_through_the_urlconf_is_reported(
    install: Install, settings: SettingsWrapper
) -> None:
    install(
        {
            "project_urls.py": INCLUDING_URLCONF,
            "florist/__init__.py": "",
            "florist/addresses.py": "import florist.representations\nurlpatterns = []",
            "florist/representations.py": SERIALIZER,
        }
    )
    assert reported_in("florist") == []

    settings.ROOT_URLCONF = "project_urls"

    assert reported_in("florist") == ["florist.representations.UserSerializer"]


def test_a_urlconf_that_fails_to_import_is_the_projects_own_error(
    install: Install, settings: SettingsWrapper
) -> None:
    install(
        {
            "project_urls.py": INCLUDING_URLCONF,
            "florist/__init__.py": "",
            "florist/addresses.py": "import bulbs",
            "florist/serializers.py": SERIALIZER,
        },
        "florist",
    )
    settings.ROOT_URLCONF = "project_urls"

    [error] = import_errors()

    assert error.obj == "project_urls"
    assert error.msg == (
        "project_urls fails to import: ModuleNotFoundError: No module named 'bulbs'"
    )
    assert reported_in("florist") == ["florist.serializers.UserSerializer"]


def test_a_project_without_a_urlconf_is_no_error(settings: SettingsWrapper) -> None:
    settings.ROOT_URLCONF = None
    assert import_errors() == []

    del settings.ROOT_URLCONF
    assert import_errors() == []


def test_a_class_left_over_from_a_failed_import_is_not_reported_beside_its_successor(
    install: Install, settings: SettingsWrapper
) -> None:
    circular = dedent(SERIALIZER) + "\nfrom florist.views import page\n"
    install(
        {
            "project_urls.py": "from florist.views import page",
            "florist/__init__.py": "",
            "florist/views.py": """
                from florist.serializers import UserSerializer

                page = UserSerializer
            """,
            "florist/serializers.py": circular,
        },
        "florist",
    )
    settings.ROOT_URLCONF = "project_urls"

    assert [error.obj for error in import_errors()] == ["project_urls"]
    assert reported_in("florist") == ["florist.serializers.UserSerializer"]


@pytest.mark.parametrize("folder", ["site-packages", "dist-packages"])
def test_installed_packages_are_left_out(install: Install, folder: str) -> None:
    install(
        {"florist/__init__.py": "", "florist/serializers.py": SERIALIZER},
        "florist",
        folder=f"lib/python3/{folder}",
    )
    heir = "from florist.serializers import UserSerializer\nclass Heir(UserSerializer): pass"
    install({"gardener/__init__.py": "", "gardener/serializers.py": heir}, "gardener")

    assert reported_in("gardener") == ["gardener.serializers.Heir"]
    assert reported_in("florist") == []


def test_an_installed_package_that_fails_to_import_is_not_the_projects_error(
    install: Install,
) -> None:
    install(
        {"florist/__init__.py": "", "florist/serializers.py": "import bulbs"},
        "florist",
        folder="site-packages",
    )

    assert import_errors() == []


@pytest.mark.parametrize("folder", ["site-packages", "src"])
def test_the_setting_says_whose_an_app_is_where_its_path_does_not(
    install: Install, settings: SettingsWrapper, folder: str
) -> None:
    for app in ("florist", "gardener"):
        files = {f"{app}/__init__.py": "", f"{app}/serializers.py": SERIALIZER}
        install(files, app, folder=folder)

    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["florist"]}

    assert reported_in("florist") == ["florist.serializers.UserSerializer"]
    assert reported_in("gardener") == []


# How a project runs it


def test_it_is_limited_to_the_apps_asked_about(
    install: Install, settings: SettingsWrapper
) -> None:
    install(
        {
            "project_urls.py": "import bulbs",
            "florist/__init__.py": "",
            "florist/serializers/__init__.py": "",
            "florist/serializers/users.py": SERIALIZER,
            "florist/serializers/broken.py": "import bulbs",
            "gardener/__init__.py": "",
            "gardener/serializers/__init__.py": "",
            "gardener/serializers/users.py": SERIALIZER,
            "gardener/serializers/broken.py": "import bulbs",
        },
        "florist",
        "gardener",
    )
    settings.ROOT_URLCONF = "project_urls"

    assert reported_in("florist", "florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener", "florist") == []
    assert [error.obj for error in import_errors("florist")] == [
        "project_urls",
        "florist.serializers.broken",
    ]


def test_it_fails_the_check_command_at_fail_level_warning() -> None:
    class Unanswered(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            fields = ("username",)

    with pytest.raises(SystemCheckError) as raised:
        call_command("check", tags=["serializers"], fail_level="WARNING")

    assert (
        f"{Unanswered}: (H300) ModelSerializer must define read_only_fields.\n"
        "\tHINT: Set read_only_fields in ModelSerializer.Meta"
    ) in str(raised.value)


SETTINGS = """
    SECRET_KEY = "only for the tests"
    INSTALLED_APPS = [
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "fastserializers",
        "florist",
    ]
    USE_TZ = True
"""


def check_project(
    folder: Path, source: str, *arguments: str, settings: str = ""
) -> subprocess.CompletedProcess[str]:
    """
    Run Django's check command, as CI would, on a project whose one app has these serializers.

    The project has no database: a check that asked for one would end in a traceback.
    """
    write(
        folder,
        {
            "project_settings.py": dedent(SETTINGS) + settings,
            "florist/__init__.py": "",
            "florist/serializers.py": source,
        },
    )
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "project_settings",
        "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]),
    }
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "django", "check", *arguments],
        capture_output=True,
        cwd=folder,
        env=environment,
        text=True,
    )


def test_fail_level_warning_exits_with_1_for_a_missing_answer(tmp_path: Path) -> None:
    checked = check_project(tmp_path, SERIALIZER, "--fail-level", "WARNING")

    assert checked.returncode == 1
    assert "<class 'florist.serializers.UserSerializer'>: (H300)" in checked.stderr
    assert "identified 1 issue (0 silenced)" in checked.stderr


def test_a_missing_answer_is_shown_without_failing_the_default_level(tmp_path: Path) -> None:
    checked = check_project(tmp_path, SERIALIZER, "--tag", "serializers")

    assert checked.returncode == 0
    assert "<class 'florist.serializers.UserSerializer'>: (H300)" in checked.stderr


def test_fail_level_warning_exits_with_0_when_every_serializer_has_answered(
    tmp_path: Path,
) -> None:
    checked = check_project(tmp_path, ANSWERED, "--fail-level", "WARNING")

    assert checked.returncode == 0, checked.stderr
    assert "no issues (0 silenced)" in checked.stdout


def test_it_can_be_silenced(tmp_path: Path) -> None:
    silenced = 'SILENCED_SYSTEM_CHECKS = ["H300"]\n'
    checked = check_project(tmp_path, SERIALIZER, "--fail-level", "WARNING", settings=silenced)

    assert checked.returncode == 0, checked.stderr
    assert "no issues (1 silenced)" in checked.stdout


def test_a_module_that_fails_to_import_fails_the_command_without_a_traceback(
    tmp_path: Path,
) -> None:
    checked = check_project(tmp_path, "import bulbs")

    assert checked.returncode == 1
    assert (
        "florist.serializers: (fastserializers.E001) florist.serializers fails to import: "
        "ModuleNotFoundError: No module named 'bulbs'"
    ) in checked.stderr
    assert "Traceback" not in checked.stderr
