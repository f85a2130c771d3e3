"""Field classes of a project: some with a name, and any of DRF's with hooks overridden."""

import functools

from tests.named import all_of
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


class Hooks:
    """What a project may override of any class of fields."""

    class RepresentsMore:
        def to_representation(self, value):
            return [super().to_representation(value), self.field_name]

    class RepresentsTheContext:
        def to_representation(self, value):
            return [type(value).__name__, sorted(self.context), type_name(self.root.instance)]

    class RepresentsTheInstance:
        def get_attribute(self, instance):
            return instance

        def to_representation(self, value):
            return type(value).__name__

    class ReadsWhatItMay:
        def get_attribute(self, instance):
            try:
                return super().get_attribute(instance)
            except (AttributeError, KeyError):
                return None

    class HasADefaultOfItsOwn:
        def get_default(self):
            return f"default of {self.field_name}"


HOOKS = all_of(Hooks)


@functools.cache
def field_class_with(hooks, field_class):
    """Return a project's class: a class of fields with some hooks overridden."""
    if not hooks:
        return field_class
    bases = (*(HOOKS[name] for name in hooks), field_class)
    return type(f"Own{field_class.__name__}", bases, {"__module__": __name__})
