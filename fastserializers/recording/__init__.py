"""Records of the readings of a request, for the panel of the toolbar and for `Server-Timing`.

In: each reading, with its reason, and each query that it makes. Out: a `Record` for each list and
object. The core does not import this room, but tells the `Recorder` of `recorder.py`.

- `readings`: the recorder of a request. `records`: what it keeps, in numbers, with advice.
- `origins`: for which relation a query is made, or saved.
- `lines`: records in words, for people.
"""
