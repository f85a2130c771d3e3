"""A project with many packages: what they do when instances are made, and which lists are rows."""
