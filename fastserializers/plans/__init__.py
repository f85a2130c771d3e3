"""Which plan a serializer reads by now.

- `strategy`: how an object, a list, a page or a stream is read, and why: the one decision.
- `reached`: whether a nested serializer is reached by any row.
- `request_plan`: the plan of a serializer whose fields are not those of its class.
- `fields_snapshot`: the fields that such a plan was made of, to see whether they have changed.
- `marks`: what makes one serializer read fast, and its state.
- `switch`: which code reads, as the setting says and for a proof.
- `class_plan`: the plan of a serializer class, and how its fields are made one by one.
- `versions`: the last few versions of a class, each with its plan.
- `fingerprint`: what a class is compared by, to see that its plan is still right.
"""
