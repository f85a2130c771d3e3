"""django-treenode: a node is remembered, weakly, so that it gets the columns of a new tree.

Read: 0.25. Its receiver is connected to all models of a project, and does nothing for models that
are no trees.
"""

from __future__ import annotations

from typing import Any

from fastserializers.packages.table import about


@about("treenode.signals.post_init_treenode")
def is_tree(receiver: Any, model: type) -> bool:
    modules = {base.__module__ for base in model.__mro__ if base.__name__ == "TreeNodeModel"}
    return "treenode.models" in modules
