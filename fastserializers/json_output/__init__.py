"""JSON that orjson writes for renderers and responses.

- `encoding.py`: orjson's output for data, or None where `json.dumps` would write something else.
- `subclasses.py`: how `json` reads instances of the subclasses of builtins.
"""
