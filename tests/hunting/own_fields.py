"""Field classes of a project, each with code of its own."""

from tests.overrides.fields import CUSTOM_FIELDS


def type_name(source):
    """Return the name of the type of what is represented: that of a page is another one."""
    return "list" if isinstance(source, list) else type(source).__name__


# These take no arguments, represent nothing, or are made by the language of the moment: rows may
# change it, and where few rows are planned at once, as here, the fields are made before them.
UNFIT = ["Unread", "rounded", "SourceOfTheLanguage", "FormatOfTheLanguage"]
CUSTOM = {
    name: [cls for cls in classes if cls.__name__ not in UNFIT]
    for name, classes in CUSTOM_FIELDS.items()
}
"""By the attribute of which they represent the values."""
OWN_FIELDS = {cls.__name__: cls for classes in CUSTOM.values() for cls in classes}
