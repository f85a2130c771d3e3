"""Idioms of REST framework's documentation and of the threads in which its users help each other.

`tests.third_party` has those of the packages that projects install.
"""
