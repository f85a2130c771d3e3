"""Rows whose optional foreign keys are mostly null: `parent`, `deleted_by`, `assigned_to`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, models
from rest_framework.serializers import ModelSerializer

OPTIONAL = {"null": True, "related_name": "+", "on_delete": models.CASCADE}


class Task(models.Model):
    title = models.CharField(max_length=50)
    parent: Any = models.ForeignKey("self", **OPTIONAL)
    created_by: Any = models.ForeignKey(settings.AUTH_USER_MODEL, **OPTIONAL)
    deleted_by: Any = models.ForeignKey(settings.AUTH_USER_MODEL, **OPTIONAL)
    assigned_to: Any = models.ForeignKey(settings.AUTH_USER_MODEL, **OPTIONAL)

    class Meta:
        app_label = "bookshop"

    def __str__(self) -> str:
        return self.title


TASKS = Task.objects.order_by("pk")


class ParentSerializer(ModelSerializer):
    class Meta:
        model = Task
        fields = ("id", "title")


class UserSerializer(ModelSerializer):
    class Meta:
        model = User
        fields = ("id", "username")


class TaskSerializer(ModelSerializer):
    parent = ParentSerializer(read_only=True)
    created_by = UserSerializer(read_only=True)
    deleted_by = UserSerializer(read_only=True)
    assigned_to = UserSerializer(read_only=True)

    class Meta:
        model = Task
        fields = ("id", "title", "parent", "created_by", "deleted_by", "assigned_to")


def store_tasks(count: int) -> None:
    """Make the table, and save tasks that lead nowhere, unless another process has done so."""
    if Task._meta.db_table in connection.introspection.table_names():
        return
    with connection.schema_editor() as editor:
        editor.create_model(Task)
    Task.objects.bulk_create(Task(title=f"Task {number}") for number in range(count))
