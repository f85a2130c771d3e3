"""django-treenode: a node is remembered, weakly, so that it gets the columns of a new tree.

Read: 0.25. Its receiver is connected to all models of a project, and does nothing for models that
are no trees.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastserializers.names import path_of


def is_tree(receiver: Any, model: type) -> bool:
    return is_node(model)


@lru_cache(maxsize=1024)
def is_node(model: type) -> bool:
    return any(path_of(base) == "treenode.models.TreeNodeModel" for base in model.__mro__)


RECEIVERS = {"treenode.signals.post_init_treenode": is_tree}
