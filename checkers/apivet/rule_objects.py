"""Rules as objects: what each has, and how they are found, by importing the package that holds them."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True)
class RuleObject:
    """A rule in code. Its page has the same symbol."""

    symbol: str


def objects_in(package: ModuleType) -> tuple[RuleObject, ...]:
    """The rules of a package and of all modules below it, each once."""
    modules = [package]
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        modules.append(importlib.import_module(found.name))
    values = (value for module in modules for value in vars(module).values())
    return tuple({id(value): value for value in values if isinstance(value, RuleObject)}.values())
