"""Records of the readings of a request, for the panel of the toolbar and for `Server-Timing`.

In: each reading, with its reason, and each query that it makes. Out: a `Record` for each list and
object. Without panel and middleware, a reading only looks at one context variable. Read `recorder`
first, then `records`, `relations` (for which relation a query is made) and `loaded` (which queries
are saved).
"""
