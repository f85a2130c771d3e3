"""What the checks import first, in throw-away apps that the tests install, and in a process."""

import pytest
from django.core import checks

from tests.checks.projects import SERIALIZER, import_errors, reported_in, write
from tests.processes import python


def test_every_module_named_serializers_of_an_installed_app_is_imported(install):
    install(
        {
            "florist/serializers/users.py": SERIALIZER,
            "florist/serializers/admin/users.py": SERIALIZER,
            "florist/api/v1/serializers.py": SERIALIZER,
            "florist/tests/serializers.py": "import bulbs",
            "gardener.py": "",
        },
        "florist",
        "gardener",
    )

    assert reported_in("florist") == [
        "florist.api.v1.serializers.UserSerializer",
        "florist.serializers.admin.users.UserSerializer",
        "florist.serializers.users.UserSerializer",
    ]
    assert import_errors() == []


INCLUDING_URLCONF = """
    from django.urls import include, path

    urlpatterns = [path("flowers/", include("florist.addresses"))]
"""


BROKEN = {
    "named": "from florist import bulbs",
    "divided": "bulbs = 1 / 0",
    "spelled": "bulbs = = 1",
}


def test_modules_that_fail_to_import_are_the_projects_own_errors_and_hide_no_other(
    install, settings
):
    install(
        {
            "project_urls.py": INCLUDING_URLCONF,
            "florist/addresses.py": "import bulbs",
            **{f"florist/serializers/{name}.py": source for name, source in BROKEN.items()},
            "florist/serializers/users.py": SERIALIZER,
            "gardener/serializers/users.py": SERIALIZER,
            "gardener/serializers/broken.py": "import bulbs",
        },
        "florist",
        "gardener",
    )
    settings.ROOT_URLCONF = "project_urls"

    errors = {error.obj: error for error in import_errors()}

    assert errors.pop("project_urls").msg == (
        "project_urls fails to import: ModuleNotFoundError: No module named 'bulbs'"
    )
    assert errors.pop("gardener.serializers.broken").level == checks.ERROR
    assert errors.keys() == {f"florist.serializers.{name}" for name in BROKEN}
    spelled = errors["florist.serializers.spelled"]
    cause = "SyntaxError: invalid syntax (spelled.py, line 1)"
    assert spelled.msg.startswith(f"florist.serializers.spelled fails to import: {cause}")
    assert 'manage.py shell -c "import florist.serializers.spelled"' in spelled.hint
    assert reported_in("florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener") == ["gardener.serializers.users.UserSerializer"]
    # Asked about one app, they look at no other.
    assert reported_in("florist", "florist") == ["florist.serializers.users.UserSerializer"]
    assert reported_in("gardener", "florist") == []
    asked = [error.obj for error in import_errors("florist")]
    assert asked == ["project_urls", *sorted(errors)]


def test_a_serializer_only_reachable_through_the_urlconf_is_reported(install, settings):
    install(
        {
            "project_urls.py": INCLUDING_URLCONF,
            "florist/addresses.py": "import florist.representations\nurlpatterns = []",
            "florist/representations.py": SERIALIZER,
        }
    )
    assert reported_in("florist") == []

    settings.ROOT_URLCONF = "project_urls"

    assert reported_in("florist") == ["florist.representations.UserSerializer"]


def test_a_project_without_a_urlconf_is_no_error(settings):
    settings.ROOT_URLCONF = None
    assert import_errors() == []

    del settings.ROOT_URLCONF
    assert import_errors() == []


def test_installed_packages_are_left_out(install, settings):
    del settings.FASTSERIALIZERS
    files = {"florist/serializers.py": SERIALIZER, "florist/api/serializers.py": "import bulbs"}
    install(files, "florist", folder="lib/python3/dist-packages")
    heir = "from florist.serializers import UserSerializer\nclass Heir(UserSerializer): pass"
    install({"gardener/serializers.py": heir}, "gardener")

    assert reported_in("gardener", "florist", "gardener") == ["gardener.serializers.Heir"]
    assert reported_in("florist", "florist", "gardener") == []
    # Nor is it the project's error if one of them fails to import.
    assert import_errors("florist", "gardener") == []


def test_the_setting_says_whose_an_app_is_where_its_path_does_not(install, settings):
    files = {f"{app}/serializers.py": SERIALIZER for app in ("florist", "gardener")}
    install(files, "florist", "gardener", folder="site-packages")

    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["florist"]}

    assert reported_in("florist") == ["florist.serializers.UserSerializer"]
    assert reported_in("gardener") == []


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


@pytest.mark.long
def test_a_process_of_its_own_needs_no_database_and_ends_without_a_traceback(tmp_path):
    # There is none: a check that asked for one would end in a traceback.

    def check(*arguments, **files):
        modules = {f"florist/{name}.py": code for name, code in files.items()}
        write(tmp_path, {"project_settings.py": SETTINGS, **modules})
        environment = {"DJANGO_SETTINGS_MODULE": "project_settings"}
        finished = python("-m", "django", "check", *arguments, folder=tmp_path, **environment)
        return finished.returncode, finished.stderr

    code, said = check("--fail-level", "WARNING", serializers=SERIALIZER)
    assert code == 1
    assert "florist.serializers.UserSerializer: (H300) Meta has no read_only_fields" in said
    assert "\tHINT: Set read_only_fields in Meta" in said
    assert "identified 1 issue (0 silenced)" in said

    code, said = check(serializers="import bulbs")
    assert code == 1
    assert "florist.serializers: (fastserializers.E001) florist.serializers fails to" in said
    assert "Traceback" not in said
