"""Label Studio, as `label-studio start` sets it up, with a project of a thousand tasks."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from trials.engine.project import POSTGRESQL, Project

LABELS = """
<View>
  <Text name="text" value="$text"/>
  <Choices name="sentiment" toName="text" choice="single">
    <Choice value="pos"/><Choice value="neg"/>
  </Choices>
</View>
"""
RESULT = [
    {
        "id": "wMmVN7k_47",
        "from_name": "sentiment",
        "to_name": "text",
        "type": "choices",
        "value": {"choices": ["neg"]},
    }
]
TASKS = 1_000
PEOPLE = 20

QUERIES = {
    "/api/tasks/": "project=1&fields=all",
    "/api/dm/views/": "project=1",
    "/api/dm/columns/": "project=1",
    "/api/dm/project/": "project=1",
    "/api/dm/actions/": "project=1",
    "/api/webhooks/": "project=1",
    "/api/predictions/": "task=1",
    "/api/storages/s3/": "project=1",
    "/api/storages/azure/": "project=1",
    "/api/storages/gcs/": "project=1",
    "/api/storages/redis/": "project=1",
    "/api/storages/": "project=1",
}


def set_up() -> None:
    database = urlsplit(os.environ["DATABASE_URL"])
    way = os.environ["TRIAL_WAY"]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "core.settings.label_studio",
        "LABEL_STUDIO_BASE_DATA_DIR": str(Path(tempfile.gettempdir(), "trial-of-label-studio")),
        "POSTGRE_HOST": unquote(database.netloc.partition("@")[2].partition(":")[0]),
        "POSTGRE_USER": database.username or "postgres",
        "POSTGRE_NAME": database.path[1:],
        "DJANGO_DB": "default",
        "SECRET_KEY": "of a project that nobody serves",
        "LATEST_VERSION_CHECK": "False",
        "COLLECT_ANALYTICS": "False",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
    }
    # Its apps are modules by themselves: `core`, `users`, `tasks`.
    package = find_spec("label_studio")
    sys.path += list(package.submodule_search_locations or ()) if package else []
    import django
    from django.conf import settings

    # Its settings read themselves while they are loaded: no other module can stand before them.
    settings.DATABASES["default"]["CONN_MAX_AGE"] = None
    settings.LOGGING = {"version": 1, "root": {"level": "CRITICAL"}}
    settings.FASTSERIALIZERS = {"EVERYWHERE": way == "everywhere"}
    if way != "plain":
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "fastserializers"]
    django.setup()


def fill() -> None:
    import factory.random

    factory.random.reseed_random("trial")
    organization = first_organization()
    users = people(organization)
    projects = [project(organization) for _ in range(PEOPLE)]
    tasks(projects[0], users)
    around(projects[0], organization)


def admin() -> Any:
    from users.models import User

    return User.objects.order_by("id").first()


def first_organization() -> Any:
    from organizations.tests.factories import OrganizationFactory

    return OrganizationFactory(title="Trial")


def people(organization: Any) -> list[Any]:
    from users.tests.factories import UserFactory

    return [
        UserFactory(
            email=f"user{number}@example.org",
            username=f"user{number}",
            active_organization=organization,
        )
        for number in range(PEOPLE)
    ]


def project(organization: Any) -> Any:
    from projects.tests.factories import ProjectFactory

    return ProjectFactory(
        organization=organization, created_by=organization.created_by, label_config=LABELS
    )


def tasks(of: Any, users: list[Any]) -> None:
    from tasks.models import Annotation, AnnotationDraft, Prediction, Task
    from tasks.tests.factories import (
        AnnotationDraftFactory,
        AnnotationFactory,
        PredictionFactory,
        TaskFactory,
    )

    # Saving each by itself takes minutes: its state, its project's counters, its webhooks.
    made = Task.objects.bulk_create(TaskFactory.build(project=of, overlap=1) for _ in range(TASKS))
    annotations, predictions, drafts = [], [], []
    for number, task in enumerate(made):
        user = users[number % PEOPLE]
        annotations.append(
            AnnotationFactory.build(task=task, project=of, completed_by=user, result=RESULT)
        )
        if number % 2:
            predictions.append(
                PredictionFactory.build(
                    task=task, project=of, result=RESULT, score=0.5, model_version="one"
                )
            )
        if number % 5 == 0:
            drafts.append(AnnotationDraftFactory.build(task=task, user=user, result=RESULT))
    Annotation.objects.bulk_create(annotations)
    Prediction.objects.bulk_create(predictions)
    AnnotationDraft.objects.bulk_create(drafts)


def around(project: Any, organization: Any) -> None:
    """Make what hangs on a project: views, webhooks, storages, labels.

    No machines: their list asks the host of each.
    """
    from data_manager.models import FilterGroup, View
    from io_storages.tests.factories import (
        AzureBlobImportStorageFactory,
        GCSImportStorageFactory,
        RedisImportStorageFactory,
        S3ImportStorageFactory,
    )
    from labels_manager.models import Label, LabelLink
    from webhooks.models import Webhook, WebhookAction

    user = organization.created_by
    for number in range(PEOPLE):
        View.objects.create(
            project=project,
            user=user,
            data={"title": f"View {number}"},
            filter_group=FilterGroup.objects.create(conjunction="and"),
            order=number,
        )
        webhook = Webhook.objects.create(
            organization=organization, project=project, url="http://example.org"
        )
        WebhookAction.objects.create(webhook=webhook, action="TASKS_CREATED")
        label = Label.objects.create(
            organization=organization, created_by=user, title=f"Label {number}", value=["a"]
        )
        LabelLink.objects.create(project=project, label=label, from_name="sentiment")
        for storage in (
            AzureBlobImportStorageFactory,
            GCSImportStorageFactory,
            RedisImportStorageFactory,
            S3ImportStorageFactory,
        ):
            storage(project=project)


PROJECT = Project(
    set_up,
    fill,
    admin,
    api="/api/",
    size="page_size",
    servers=POSTGRESQL,
    versions=("label-studio", "psycopg"),
    queries=QUERIES,
)
