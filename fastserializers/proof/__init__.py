"""Proof that compiled code makes what REST framework's makes.

- `compare`: what either code makes of the same source, and the first place where they differ.
- `differences`: all places where two outputs differ. `orders`: relations without a total order.
- `verify`: a share of what requests read, made by both codes, with a log record of a difference.
"""
