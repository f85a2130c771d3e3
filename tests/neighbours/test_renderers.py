"""DRF's other renderers, given the data of fast serializers."""

from __future__ import annotations

from django.template import engines
from django.test import override_settings
from rest_framework import renderers, viewsets
from rest_framework.test import APIRequestFactory

from tests.neighbours.library import (
    FLAVOURS,
    PLAIN,
    assert_apis_agree,
    assert_same_answers,
    urls_of,
)


def rendered(flavour, name, render, *args):
    """Return what `render` makes of the serializer of that name, within the flavour's API."""
    context = {"request": APIRequestFactory().get("/")}
    with override_settings(ROOT_URLCONF=urls_of(flavour)):
        return render(getattr(flavour, name)(*args, context=context))


TEMPLATES = {
    "data": "{{ data.title }} {{ data.publisher.name }} {{ data.tags.0.label }} {{ data }}",
    "fields": "{% for field in form %}{{ field.name }}: {{ field.value }} {{ field.label }},"
    "{% endfor %}",
    "one field": "{{ form.title.value }} {{ form.publisher.name.value }} {{ form.title.errors }}",
    "a form": "{% load rest_framework %}{% render_form form %}",
    "a form in another style": "{% load rest_framework %}"
    "{% render_form form template_pack='rest_framework/inline' %}",
}


def test_a_template_makes_the_same_of_a_serializer(books):
    for name, template in TEMPLATES.items():

        def render(serializer, template=template):
            context = {"form": serializer, "data": serializer.data}
            return engines["django"].from_string(template).render(context)

        for number in (0, 4):
            expected = rendered(PLAIN, "book", render, books[number])
            assert f"Book {number}" in expected or name == "one field"
            for flavour in FLAVOURS:
                assert rendered(flavour, "book", render, books[number]) == expected, name


def test_data_is_rendered_the_same(books):
    def render(serializer):
        data = serializer.data
        # A form has no way to say None.
        data["country"] = data["country"] or ""
        return [
            renderer().render(data)
            for renderer in (renderers.HTMLFormRenderer, renderers.MultiPartRenderer)
        ]

    expected = rendered(PLAIN, "publisher", render, books[1].publisher)
    assert "Honno" in str(expected)
    for flavour in FLAVOURS:
        assert rendered(flavour, "publisher", render, books[1].publisher) == expected


class TemplateRenderer(renderers.TemplateHTMLRenderer):
    """Its templates are given, not found in a file."""

    def resolve_template(self, template_names):
        return engines["django"].from_string(*template_names)


def test_a_view_with_a_template_answers_the_same(books):
    paths = [f"/books/{books[4].pk}/", "/books/0/"]
    for template in ("{{ title }}: {{ price }} {{ publisher.code }}", "{{ details }}"):
        assert_same_answers(*paths, renderer_classes=[TemplateRenderer], template_name=template)


def test_a_view_that_writes_html_itself_answers_the_same(books):
    class HtmlViewSet(viewsets.ReadOnlyModelViewSet):
        renderer_classes = [renderers.StaticHTMLRenderer]

        def finalize_response(self, request, response, *args, **kwargs):
            response.data = "".join(f"<li>{book['title']}" for book in response.data)
            return super().finalize_response(request, response, *args, **kwargs)

    for flavour in FLAVOURS:
        urls = urls_of(PLAIN, HtmlViewSet), urls_of(flavour, HtmlViewSet)
        (answer,) = assert_apis_agree(*urls, "/books/")
        assert answer.text.count("<li>") == len(books)
