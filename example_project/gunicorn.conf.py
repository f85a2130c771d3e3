from __future__ import annotations

wsgi_app = "bookshop.wsgi"
# One process in each server, so that both flavours get the same share of the machine.
workers = 1
worker_class = "gthread"
threads = 4
keepalive = 75
loglevel = "warning"
# Newer versions of gunicorn would leave a socket in the home directory.
control_socket_disable = True
