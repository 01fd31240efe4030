"""Declarations of a file that the conventions judge."""

from __future__ import annotations

from apivet.golang.conversions import HandWritten
from apivet.golang.facts import has_dot_imports, taken_from_elsewhere
from apivet.golang.model_types import ModelTypes
from apivet.golang.packages import Package
from apivet.golang.source import GoFile
from apivet.golang.strategies import Strategies
from apivet.program.contents import Contents, GateTag


def contents_of(
    types: ModelTypes,
    strategies: Strategies,
    conversions: HandWritten,
    file: GoFile,
    module: str,
    *,
    answers_for_package: bool,
) -> Contents:
    """The declarations of one file of the package ``module``. What is said of a package as a whole is said where one
    file ``answers_for_package``."""
    package = types.typing.packages.package_of(file)
    names = package.types_of(file) if package is not None else []
    declared = [found for name in names if (found := types.find(f"{module}.{name}")) is not None]
    own = [type_ for type_ in declared if type_.module == module]
    beside = [types.find(f"{module}.{name}") for name in package.types] if package and answers_for_package else []
    roots = [type_ for type_ in beside if type_ is not None and type_.module == module]
    return Contents(
        module=module if answers_for_package else "",
        strategies=tuple(strategies.among(file, module)) if _may_have_strategies(package, file) else (),
        tags=tuple(
            GateTag(gate, type_.dotted, field.name, field.location)
            for type_ in own
            for field in type_.fields
            for gate in field.gates
        ),
        conversions=tuple(conversions.among(file, package)) if package is not None else (),
        types=tuple(type_.dotted for type_ in roots if types.is_object(type_)),
    )


def _may_have_strategies(package: Package | None, file: GoFile) -> bool:
    """Whether a type of a file may have hooks: there, in another file of its package, or as what it is made of. Nobody
    is told what is looked at for that: what is found inside of functions makes no hook."""
    if file.holds(b"Strategy") or package is None or package.speaks_of_hooks:
        return True
    return any(taken_from_elsewhere(each) or has_dot_imports(each) for each in package.sources_of_types())
