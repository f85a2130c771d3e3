"""Django's own tests, run with this library's instances in place of those that Django makes.

`python -m tests.django_suite` gets Django's source, which holds the tests, and runs those of its
ORM twice: as they are, and with `ModelIterable` giving instances made of rows. Not one may differ.
"""
