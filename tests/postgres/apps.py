from django.apps import AppConfig
from django.contrib.postgres.operations import HStoreExtension
from django.db import connections
from django.db.models.signals import pre_migrate


class PostgresConfig(AppConfig):
    name = "tests.postgres"
    label = "tests_postgres"

    def ready(self):
        pre_migrate.connect(create_hstore, sender=self)


def create_hstore(sender, using, **kwargs):
    with connections[using].schema_editor() as editor:
        HStoreExtension().database_forwards(sender.label, editor, None, None)
