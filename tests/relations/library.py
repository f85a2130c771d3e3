"""A few works that are related in every way that the models have."""

from tests.relations.models import Author, Credit, Note, Novel, Place, Portrait, Serial, Work


def fill():
    """Store works with every relation, with some, and with none."""
    country = Place.objects.create(code="ruritania", name="Ruritania")
    town = Place.objects.create(code="zenda", name="Zenda", within=country)
    hope, hawkins, nobody = (
        Author.objects.create(name=name, home=home)
        for name, home in (("Hope", town), ("Hawkins", country), ("Nobody", None))
    )
    hope.mentors.set([hawkins, nobody])
    Portrait.objects.create(author=hope, painter="Bingham")
    first = Work.objects.create(title="The Prisoner")
    second = Novel.objects.create(title="Rupert", sequel_to=first, chapters=21)
    Serial.objects.create(title="Heart", sequel_to=second, chapters=10, magazine="McClure's")
    Work.objects.create(title="Alone")
    for work, author, role in (
        (first, hope, "writer"),
        (first, hawkins, "editor"),
        (first, hope, "reader"),
        (second, hope, "writer"),
        (second, nobody, "ghost"),
    ):
        Credit.objects.create(work=work, author=author, role=role)
    for subject in (first, first, second, hope):
        Note.objects.create(text=f"about {subject}", about=subject)
