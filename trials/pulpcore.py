"""pulpcore with the plugins that come with it, filled by its own models, as its tasks do."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from trials.engine.project import POSTGRESQL, Project

REPOSITORIES = 20


def set_up() -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "pulpcore.app.settings",
        "PULP_SETTINGS": str(Path(__file__).with_name("pulpcore_settings.py")),
    }
    import django

    django.setup()


def fill() -> None:
    admin()
    people()
    contents = files()
    guards()
    for number in range(REPOSITORIES):
        repository(number, contents)
    exports()
    tasks()


def admin() -> Any:
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get_or_create(
        username="admin", is_superuser=True, is_staff=True
    )[0]


def people() -> None:
    from django.contrib.auth import get_user_model
    from pulpcore.app.models import Group
    from pulpcore.app.models.role import GroupRole, Role, UserRole

    roles = list(Role.objects.order_by("name"))
    for number in range(REPOSITORIES):
        user = get_user_model().objects.create(
            username=f"user{number}", first_name="Édith", email=f"user{number}@example.org"
        )
        group = Group.objects.create(name=f"group{number}")
        user.groups.add(group)
        UserRole.objects.create(user=user, role=roles[number % len(roles)])
        GroupRole.objects.create(group=group, role=roles[number % len(roles)])


def files() -> list[Any]:
    from pulp_file.app.models import FileContent
    from pulpcore.app.models import Artifact, ContentArtifact

    contents = []
    for number in range(1_000):
        file = Path(settings.WORKING_DIRECTORY, str(number))
        file.write_text(f"file {number}")
        artifact = Artifact.init_and_validate(str(file))
        artifact.save()
        content = FileContent.objects.create(
            relative_path=f"folder/{number}.txt",
            digest=artifact.sha256,
            pulp_labels={"number": str(number)} if number % 2 else {},
        )
        ContentArtifact.objects.create(
            artifact=artifact, content=content, relative_path=content.relative_path
        )
        contents.append(content)
    return contents


def guards() -> None:
    from pulp_certguard.app.models import X509CertGuard
    from pulpcore.app.models import (
        CompositeContentGuard,
        ContentRedirectContentGuard,
        HeaderContentGuard,
        RBACContentGuard,
    )

    for number in range(REPOSITORIES):
        guard = RBACContentGuard.objects.create(name=f"rbac{number}", description="By role")
        ContentRedirectContentGuard.objects.create(name=f"redirect{number}")
        HeaderContentGuard.objects.create(
            name=f"header{number}", header_name="x-key", header_value="secret"
        )
        X509CertGuard.objects.create(name=f"x509{number}", ca_certificate="A certificate")
        composite = CompositeContentGuard.objects.create(name=f"composite{number}")
        composite.guards.add(guard)


def repository(number: int, contents: list[Any]) -> None:
    from pulp_file.app.models import (
        FileAlternateContentSource,
        FileDistribution,
        FilePublication,
        FileRemote,
        FileRepository,
    )
    from pulpcore.app.models import ContentGuard, RepositoryContent, RepositoryVersion
    from pulpcore.app.models.repository import RepositoryVersionContentDetails

    remote = FileRemote.objects.create(
        name=f"remote{number}",
        url=f"https://example.org/{number}/PULP_MANIFEST",
        pulp_labels={"kind": "mirror"},
        username="user" if number % 2 else None,
        password="secret" if number % 2 else None,
    )
    made = FileRepository.objects.create(
        name=f"repository{number}",
        description="Files" if number % 2 else None,
        remote=remote if number % 3 else None,
        pulp_labels={"stage": "test"},
    )
    for version_number in range(1, 4):
        version = RepositoryVersion.objects.create(
            repository=made, number=version_number, complete=True
        )
        some = contents[(number + version_number) * 10 : (number + version_number) * 10 + 10]
        for content in some:
            RepositoryContent.objects.create(
                repository=made, content=content, version_added=version
            )
        for kind in ("A", "P"):
            RepositoryVersionContentDetails.objects.create(
                repository_version=version, content_type="file.file", count=10, count_type=kind
            )
        publication = FilePublication.objects.create(
            repository_version=version, complete=True, manifest="PULP_MANIFEST"
        )
        FileDistribution.objects.create(
            name=f"distribution{number}-{version_number}",
            base_path=f"files/{number}/{version_number}",
            publication=publication if number % 2 else None,
            repository=None if number % 2 else made,
            content_guard=ContentGuard.objects.order_by("name")[number],
            pulp_labels={"stage": "test"},
        )
    FileAlternateContentSource.objects.create(name=f"acs{number}", remote=remote)


def exports() -> None:
    from pulpcore.app.models import (
        FilesystemExporter,
        PulpExporter,
        PulpImporter,
        Repository,
        Upload,
        UpstreamPulp,
    )

    for number, repository in enumerate(Repository.objects.order_by("name")):
        exporter = PulpExporter.objects.create(name=f"exporter{number}", path="/tmp/out")  # noqa: S108
        exporter.repositories.add(repository)
        FilesystemExporter.objects.create(name=f"files{number}", path="/tmp/out")  # noqa: S108
        PulpImporter.objects.create(name=f"importer{number}")
        Upload.objects.create(size=1_000 + number)
        UpstreamPulp.objects.create(name=f"upstream{number}", base_url="https://example.org")


def tasks() -> None:
    from pulpcore.app.models import (
        CreatedResource,
        ProgressReport,
        Repository,
        Task,
        TaskGroup,
        TaskSchedule,
    )

    now = timezone.now()
    repositories = list(Repository.objects.order_by("name"))
    for number in range(1_000):
        group = TaskGroup.objects.create(description=f"group {number}", all_tasks_dispatched=True)
        task = Task.objects.create(
            state=("completed", "failed", "canceled", "waiting")[number % 4],
            name="pulp_file.app.tasks.synchronizing.synchronize",
            logging_cid=f"{number:032x}",
            unblocked_at=now,
            started_at=now,
            finished_at=now + timedelta(seconds=number),
            error={"traceback": "…", "description": "Not found"} if number % 4 == 1 else None,
            task_group=group if number % 2 else None,
            reserved_resources_record=[f"prn:file.filerepository:{number}"],
            versions={"core": "3", "file": "3"},
        )
        CreatedResource.objects.create(
            task=task, content_object=repositories[number % len(repositories)]
        )
        ProgressReport.objects.create(
            task=task, message="Parsing", code="sync.parsing", total=9, done=9, state="completed"
        )
    for number in range(REPOSITORIES):
        TaskSchedule.objects.create(
            name=f"schedule{number}", task_name="pulpcore.app.tasks.purge", dispatch_interval=None
        )


PROJECT = Project(
    set_up,
    fill,
    admin,
    api="/pulp/",
    size="limit",
    servers=POSTGRESQL,
    versions=("pulpcore", "psycopg"),
    bases=("pulpcore.app.viewsets.base.NamedModelViewSet",),
)
