"""H310: a receiver of every model's instances, for which lists of rows make one of each."""

from __future__ import annotations

from collections.abc import Iterator

from django.core import checks
from django.db.models import Model

from fastserializers.checks.registry import check, some_of
from fastserializers.conf import SETTING
from fastserializers.project.lists import AnyModel, receivers_of
from fastserializers.project.overview import Project
from fastserializers.project.serializers import model_of


@check("H310")
def receivers_of_every_model(project: Project) -> Iterator[checks.CheckMessage]:
    of_all = dict(receivers_of(AnyModel))
    models = {model_of(serializer) for serializer in project.serializers} if of_all else set()
    labels = sorted(
        model._meta.label
        for model in models
        if isinstance(model, type) and issubclass(model, Model) and not model._meta.abstract
    )
    for path, signal in of_all.items() if labels else ():
        yield checks.Info(
            f"{path} receives {signal} of every model, so that a list makes an instance of each "
            f"row of {some_of(labels)}.",
            hint=(
                f"Connect it with a sender. If it changes nothing that serializers read: "
                f'{SETTING} = {{"HARMLESS_RECEIVERS": ["{path}"]}}'
            ),
            obj=path,
            id="H310",
        )
