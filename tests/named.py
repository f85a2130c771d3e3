"""Functions and classes by what they are called, for parameters and messages of tests."""


def by_name(*functions):
    """Return the functions by their names, with spaces."""
    return {function.__name__.replace("_", " "): function for function in functions}


def all_of(namespace):
    """Return the functions and classes in the body of a class by what they are called."""
    return by_name(*(each for name, each in vars(namespace).items() if name[0] != "_"))
