"""Imports that lead into a copy of the project, whatever it is that finds them: an editable installation too."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from apivet.blackbox.protocol.scratch import Scratch


class Redirection:
    """Asks all other finders, and has what they find in the project loaded from its copy. What was generated, and is
    no part of the copy, is found where it lies."""

    def __init__(self, scratch: Scratch) -> None:
        self._scratch = scratch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The modules that an import asks for."""
        found = self._found(name, path, target)
        if found is None:
            copy, root = self._scratch.copy, self._scratch.root
            places = sys.path if path is None else path
            original = [root + each[len(copy) :] for each in places if each.startswith(copy)]
            found = importlib.machinery.PathFinder.find_spec(name, original, target) if original else None
        return self._redirected(found) if found is not None else None

    def _found(self, name: str, path: Any, target: Any) -> importlib.machinery.ModuleSpec | None:
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            found = find(name, path, target) if find is not None and finder is not self else None
            if found is not None:
                return found  # type: ignore[no-any-return]
        return None

    def _redirected(self, spec: importlib.machinery.ModuleSpec) -> importlib.machinery.ModuleSpec:
        places = spec.submodule_search_locations
        inside = None if places is None else [self._place(place) for place in places]
        origin = self._place(spec.origin) if spec.has_location and spec.origin else None
        if origin is None or origin == spec.origin:
            if inside is not None and inside != list(places or ()):
                spec.submodule_search_locations = inside
            return spec
        redirected = importlib.util.spec_from_file_location(spec.name, origin, submodule_search_locations=inside)
        return redirected or spec

    def _place(self, path: str) -> str:
        inside = self._scratch.inside(os.path.realpath(path))
        return inside if inside is not None and os.path.exists(inside) else path
