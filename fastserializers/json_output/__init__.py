"""JSON that orjson writes for renderers and responses.

- `encoding`: orjson's output for data, or None where `json.dumps` would write something else.
"""
