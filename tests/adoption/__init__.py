"""A project of eight viewsets that adopts the library as its documentation says.

`site/` is the project, which knows nothing of this library but that the app is installed. The test
copies it, makes the edit by `manage.py fastserializers convert --views --write`, and has either
copy answer several hundred requests in a process of its own.
"""
