"""What people would leave REST framework for, served over HTTP, one process each.

`settings` for all servers; `views` for gunicorn: REST framework, this library and Django Ninja;
`bolt` for django-bolt's own server. `bench_requests` starts them.
"""
