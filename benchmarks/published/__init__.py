"""The measurements of five published articles, repeated: make bench-published."""
