"""Packages that projects install: their fields, mixins and renderers with fast serializers.

dynamic-rest is not among those: its newest release, 2.3, asks for a Django before 4.3 and a
REST framework before 3.16.
"""
