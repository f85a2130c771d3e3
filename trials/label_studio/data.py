"""Fill Label Studio by its own factories: a project with a thousand tasks, and some others."""

from __future__ import annotations

from typing import Any

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
