from __future__ import annotations

import os

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bookshop.settings")

# Serves the browsable API's style sheets: a real site leaves those to its web server.
application = StaticFilesHandler(get_wsgi_application())
