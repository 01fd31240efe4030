"""Ownership of loaded modules: which are the project's own."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Final

#: The path of a file of a module without links, which stays while it is loaded: copies of a process know what it knew.
real_path: Final[Callable[[str], str]] = functools.cache(os.path.realpath)


def is_below(roots: tuple[str, ...]) -> Callable[[str], bool]:
    """Whether a loaded module is one of the project's: its file lies below one of these directories."""
    known: dict[str, bool] = {}
    places = tuple(real_path(root) + os.sep for root in roots)

    def is_own(name: str) -> bool:
        if name not in known:
            path = getattr(sys.modules.get(name), "__file__", None)
            inside = isinstance(path, str) and real_path(path).startswith(places)
            known[name] = inside and "site-packages" not in path and not name.startswith("apivet.")  # type: ignore[operator]
        return known[name]

    return is_own
