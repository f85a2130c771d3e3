"""Proof that compiled code makes what REST framework's makes.

- `differences`: the first place where two outputs differ.
- `compare`: what either code makes of the same source.
- `verify`: a share of what requests read, made by both codes, with a log record of a difference.
"""
