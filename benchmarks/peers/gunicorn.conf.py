from __future__ import annotations

import os

wsgi_app = "django.core.wsgi:get_wsgi_application()"
workers = int(os.environ.get("WEB_CONCURRENCY") or os.cpu_count() or 1)
loglevel = "warning"
# Newer versions of gunicorn would leave a socket in the home directory.
control_socket_disable = True
