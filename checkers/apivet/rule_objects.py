"""Rules as objects: what each has, and how they are found, by importing the package that holds them."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class RuleObject:
    """A rule in code. Its page has the same symbol. ``watched`` is the module that has the black box's property for a
    rule of another package; those of this one are found by their symbols."""

    symbol: str
    watched: str = field(default="", kw_only=True)


def objects_in(package: ModuleType, kind: type[T]) -> tuple[T, ...]:
    """The objects of a kind that a package and all modules below it hold, each once."""
    modules = [package]
    for found in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
        modules.append(importlib.import_module(found.name))
    values = (value for module in modules for value in vars(module).values())
    return tuple({id(value): value for value in values if isinstance(value, kind)}.values())
