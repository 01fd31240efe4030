"""A name of a module's scope, and the statement that binds it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal


@dataclass(eq=False)
class Binding:
    """One thing that a name of the module's scope is bound to.

    ``conditional``: it stands under an ``if``, ``try`` or loop. ``fallback``: it stands where the program only comes
    when the preferred binding fails (``except ImportError``, the other side of ``TYPE_CHECKING``).
    """

    kind: Literal["class", "function", "module", "member", "value"]
    node: ast.AST
    conditional: bool
    fallback: bool
    target: str = ""
    level: int = 0
    member: str = ""
    value: ast.expr | None = None
