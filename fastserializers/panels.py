"""A panel for django-debug-toolbar: what a request has read, by which code, and why."""

from __future__ import annotations

from typing import Any

from debug_toolbar.panels import Panel

from fastserializers.reading.replaced import replace
from fastserializers.recorder import Recorder, recording
from fastserializers.recording.lines import line_of, milliseconds, summary
from fastserializers.recording.readings import RequestRecorder

__all__ = ["SerializersPanel"]


class SerializersPanel(Panel):  # type: ignore[misc]
    """Lists each list and object that serializers have read for a response."""

    title = "Serializers"
    template = "fastserializers/panel.html"
    is_async = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.recorder = RequestRecorder()
        self.before: Recorder | None = None

    @property
    def nav_subtitle(self) -> str:
        return str(self.get_stats().get("summary", ""))

    def enable_instrumentation(self) -> None:
        # In a project without fast serializers, the panel says that REST framework has read.
        replace()
        self.before = recording.get()
        # The middleware may record already.
        if isinstance(self.before, RequestRecorder):
            self.recorder = self.before
        recording.set(self.recorder)

    def disable_instrumentation(self) -> None:
        if recording.get() is self.recorder:
            recording.set(self.before)

    def generate_stats(self, request: object, response: object) -> None:
        records = self.recorder.records
        self.record_stats(
            {"summary": summary(records), "lines": [line_of(record) for record in records]}
        )

    def generate_server_timing(self, request: object, response: object) -> None:
        records = self.recorder.records
        self.record_server_timing("time", summary(records), round(milliseconds(records), 1))
