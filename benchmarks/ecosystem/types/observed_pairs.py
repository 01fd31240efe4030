"""Compare hub types with served types as they really are: by importing their modules and looking at the classes.

    python observed_pairs.py SITE PACKAGE... < mappings.json

Runs in the environment of the package, of which SITE is the directory of packages, and knows nothing of apivet: it is
written from section 6 of the contract. The mappings are the ``[[tool.apivet.hub]]`` tables, as a JSON list. Prints a
JSON object: ``hubs``, the hub modules, and ``identical``, ``differing`` (with a reason each) and ``failed``, by the
dotted names of hub types.
"""

from __future__ import annotations

import ast
import collections.abc
import contextlib
import dataclasses
import enum
import functools
import importlib
import json
import re
import sys
import types
import typing
import warnings
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

VERSION = r"v\d+(?:(?:alpha|beta)\d+)?"
EXEMPT = ("api_version", "kind")
#: How many arguments a bare container would have.
ARITY = {
    **dict.fromkeys((list, set, frozenset, type, collections.deque), 1),
    **dict.fromkeys((collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Collection), 1),
    **dict.fromkeys((collections.abc.Iterable, collections.abc.Iterator, collections.abc.Set), 1),
    **dict.fromkeys((dict, collections.abc.Mapping, collections.abc.MutableMapping), 2),
    **dict.fromkeys((collections.defaultdict, collections.OrderedDict), 2),
}


class Pair(NamedTuple):
    """A hub type, by the name that its module has for it, and its preferred served type."""

    name: str
    hub: type
    served: type


# -------------------------------------------------------------------------------------------------------------- pairs


def modules_of(site: Path, packages: list[str]) -> list[str]:
    """The dotted names of all modules of the packages."""
    found = []
    for package in packages:
        for path in sorted((site / package).rglob("*.py")):
            parts = path.relative_to(site).with_suffix("").parts
            found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return found


def groups(mappings: list[dict[str, Any]], modules: list[str]) -> dict[str, tuple[list[str], list[tuple[str, str]]]]:
    """For each hub module the served modules, the preferred first, and the renamed types."""
    present = set(modules)
    found: dict[str, tuple[list[str], list[tuple[str, str]]]] = {}
    for mapping in mappings:
        pattern = re.escape(mapping["hub"]).replace(r"\{rest\}", r"(?P<rest>[\w.]+)")
        for hub in modules:
            match = re.fullmatch(pattern, hub)
            if match is None:
                continue
            served = mapping["served"].replace("{rest}", match.groupdict().get("rest", ""))
            if served in present and served != hub:
                versions, renames = found.setdefault(hub, ([], []))
                versions.append(served)
                renames.extend(mapping.get("types", {}).items())
    for versions, _ in found.values():
        versions.sort(key=preference)
    return found


def preference(module: str) -> tuple[int, int, int]:
    """Stable versions before betas before alphas, higher ones first."""
    numbers = re.findall(rf"(?:^|[._])({VERSION})(?=[._]|$)", module)
    if not numbers:
        return (3, 0, 0)
    major, stage, minor = re.fullmatch(r"v(\d+)(?:(alpha|beta)(\d+))?", numbers[-1]).groups()
    return ({None: 0, "beta": 1, "alpha": 2}[stage], -int(major), -int(minor or 0))


def pairs(
    hub_name: str, served_names: list[str], renames: list[tuple[str, str]], grouped: Container[str]
) -> Iterator[Pair]:
    """The pairs of types of a group: what its modules declare or hand on, and what they take over from others. Where
    both take over the same class, or the hub one of a module that is ``grouped`` as well, it is told of there."""
    hub = importlib.import_module(hub_name)
    versions = [importlib.import_module(name) for name in served_names]
    for name, type_ in vars(hub).items():
        if name.startswith("_") or not isinstance(type_, type):
            continue
        candidates = [each for hub_type, served in renames if (each := renamed(name, hub_type, served))] or [name]
        found = ((version, each, vars(version).get(each)) for version in versions for each in candidates)
        version, served_name, served = next((each for each in found if isinstance(each[2], type)), (hub, "", None))
        if served is None or not (holds_data(type_) or holds_data(served)):
            continue
        is_theirs = type_.__module__ in served_names
        if not (is_theirs or is_own(hub, name, grouped) or is_own(version, served_name, grouped)):
            if type_ is served or type_.__module__ in grouped:
                continue
        yield Pair(f"{hub_name}.{name}", type_, served)


def is_own(module: types.ModuleType, name: str, grouped: Container[str]) -> bool:
    """Whether a module declares the class of this name, or hands it on: one without data is imported to be derived
    from."""
    cls = getattr(module, name)
    is_data = kind(cls) == "enum" or bool(fields(cls))
    return cls.__module__ == module.__name__ or (is_data and cls.__module__ not in grouped and hands_on(module, name))


def hands_on(module: types.ModuleType, name: str) -> bool:
    """Whether a module has a name for others: it is in ``__all__``, else it is imported with a star, ``as`` itself, or
    from a private module."""
    if hasattr(module, "__all__"):
        return name in module.__all__
    imports = [node for node in ast.walk(parsed(module.__file__)) if isinstance(node, ast.ImportFrom)]
    aliases = [(node.module or "", alias) for node in imports for alias in node.names]
    named = [(source, alias) for source, alias in aliases if (alias.asname or alias.name) == name]
    is_private = any(source.rpartition(".")[2].startswith("_") or alias.asname == alias.name for source, alias in named)
    return is_private or (not named and any(alias.name == "*" for _, alias in aliases))


@functools.cache
def parsed(path: str) -> ast.Module:
    return ast.parse(Path(path).read_bytes())


def renamed(name: str, hub_type: str, served: str) -> str | None:
    match = re.fullmatch(re.escape(hub_type).replace(r"\{name\}", "(.+)"), name)
    return None if match is None else served.replace("{name}", match[1] if match.groups() else "")


# ---------------------------------------------------------------------------------------------------------- one class


def kind(cls: type) -> str:
    """How a class is declared."""
    if issubclass(cls, enum.Enum):
        return "enum"
    if typing.is_typeddict(cls):
        return "TypedDict"
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return "NamedTuple"
    if hasattr(cls, "__struct_fields__"):
        return "msgspec"
    if "__attrs_attrs__" in vars(cls) or any("__attrs_attrs__" in vars(base) for base in cls.__mro__):
        return "attrs"
    if hasattr(cls, "model_fields"):
        return "pydantic"
    return "dataclass" if dataclasses.is_dataclass(cls) else "plain"


def holds_data(cls: type) -> bool:
    """Whether a class is one of the declarations that the contract understands."""
    if getattr(cls, "_is_protocol", False):
        return False
    return kind(cls) != "plain" or bool(fields(cls))


def fields(cls: type) -> dict[str, Any]:
    """The fields in order, with their types."""
    how = kind(cls)
    if how == "enum":
        return {}
    if how == "pydantic":
        found = {name: field.annotation for name, field in cls.model_fields.items()}
        defaults = {name for name, field in cls.model_fields.items() if not field.is_required()}
    else:
        hints = hints_of(cls)
        if how == "dataclass":
            found = {field.name: hints[field.name] for field in dataclasses.fields(cls)}
            missing = dataclasses.MISSING
            defaults = {
                field.name
                for field in dataclasses.fields(cls)
                if field.default is not missing or field.default_factory is not missing
            }
        elif how == "attrs":
            import attr

            found = {field.name: hints.get(field.name, Any) for field in attr.fields(cls)}
            defaults = {field.name for field in attr.fields(cls) if field.default is not attr.NOTHING}
        elif how == "NamedTuple":
            found = {name: hints.get(name, Any) for name in cls._fields}
            defaults = set(cls._field_defaults)
        elif how == "msgspec":
            found = {name: hints[name] for name in cls.__struct_fields__}
            defaults = set(cls.__struct_fields__[len(cls.__struct_fields__) - len(cls.__struct_defaults__) :])
        else:
            found = {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}
            defaults = {name for name in found if hasattr(cls, name)}
    return {name: hint for name, hint in found.items() if name not in EXEMPT or name not in defaults}


def hints_of(cls: type) -> dict[str, Any]:
    """The annotations of a class and its bases, those of bases first."""
    try:
        # Without names of the class: a field called ``bool`` does not change what ``Optional[bool]`` means.
        hints = get_type_hints(cls, localns={})
    except NameError:
        hints = get_type_hints(cls, localns={**vars(cls), **for_type_checkers(cls)})
    order: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        order.update(dict.fromkeys(vars(base).get("__annotations__", {})))
    return {name: hints[name] for name in order if name in hints and hints[name] is not ClassVar}


def for_type_checkers(cls: type) -> dict[str, Any]:
    """What the modules of a class and its bases import for type checkers only."""
    names: dict[str, Any] = {}
    for module in (sys.modules.get(base.__module__) for base in reversed(cls.__mro__)):
        if module is None or not getattr(module, "__file__", None):
            continue
        for node in parsed(module.__file__).body:
            if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
                for statement in node.body:
                    with contextlib.suppress(ImportError):
                        exec(ast.unparse(statement), names | vars(module), names)
    return names


def layout(cls: type) -> dict[str, Any]:
    """What else has to be the same."""
    how = kind(cls)
    if how == "enum":
        bases = tuple(f"{base.__module__}.{base.__qualname__}" for base in cls.__bases__)
        return {"kind": how, "base": bases, "members": {name: each.value for name, each in cls.__members__.items()}}
    frozen = False
    if how == "dataclass":
        frozen = cls.__dataclass_params__.frozen
    elif how == "pydantic":
        frozen = bool(cls.model_config.get("frozen"))
    elif how == "msgspec":
        frozen = cls.__struct_config__.frozen
    elif how == "attrs":
        frozen = cls.__setattr__.__name__ == "_frozen_setattrs"
    return {"kind": how, "slotted": cls.__dictoffset__ == 0, "frozen": frozen}


# --------------------------------------------------------------------------------------------------------- comparison


class Comparison:
    """Compares classes. What is being compared counts as identical meanwhile, so that cycles end: what turns out to
    differ in spite of that does differ, and all that a comparison without a difference came across is identical."""

    def __init__(self, packages: list[str]) -> None:
        self._packages = {package.partition("/")[0] for package in packages}
        self._identical: set[tuple[type, type]] = set()
        self._differing: dict[tuple[type, type], str] = {}
        self._assumed: set[tuple[type, type]] = set()

    def difference(self, hub: type, served: type) -> str:
        """Why two classes are not memory-identical; empty where they are."""
        self._assumed = set()
        found = self._classes(hub, served)
        if not found:
            self._identical |= self._assumed
        return found

    def _classes(self, one: type, other: type) -> str:
        if one is other:
            return ""
        pair = (one, other)
        if pair in self._identical or pair in self._assumed:
            return ""
        if pair not in self._differing:
            before = set(self._assumed)
            self._assumed.add(pair)
            found = self._compared(one, other)
            if not found:
                return ""
            self._assumed = before
            self._differing[pair] = found
        return self._differing[pair]

    def is_known(self, cls: type) -> bool:
        """Whether all of a class can be seen: it is one of the packages', or a declaration that tells its fields. A
        library's class without any is there to be derived from."""
        is_theirs = cls.__module__.partition(".")[0] in self._packages
        return is_theirs or kind(cls) not in ("plain", "pydantic") or bool(fields(cls))

    def _compared(self, one: type, other: type) -> str:
        if not (self.is_known(one) and self.is_known(other)):
            return f"{one.__name__} is not {other.__name__}"
        here, there = layout(one), layout(other)
        for name in here.keys() | there.keys():
            if here.get(name) != there.get(name):
                return f"{name}: {here.get(name)} is not {there.get(name)}"
        ours, theirs = fields(one), fields(other)
        if list(ours) != list(theirs):
            return f"fields {', '.join(sorted(set(ours) ^ set(theirs))) or 'in another order'}"
        for name, hint in ours.items():
            if not self.same(normal(hint), normal(theirs[name])):
                return f"{name}: {hint} is not {theirs[name]}"
        return ""

    def same(self, one: Any, other: Any) -> bool:
        """Whether two types in normal form are identical."""
        if isinstance(one, Members) or isinstance(other, Members):
            return self._sets(
                list(one) if isinstance(one, Members) else [one], list(other) if isinstance(other, Members) else [other]
            )
        if isinstance(one, Applied) and isinstance(other, Applied):
            return (
                len(one.arguments) == len(other.arguments)
                and self.same(one.generic, other.generic)
                and all(map(self.same, one.arguments, other.arguments))
            )
        if isinstance(one, type) and isinstance(other, type):
            return not self._classes(one, other)
        return type(one) is type(other) and one == other

    def _sets(self, ours: list[Any], theirs: list[Any]) -> bool:
        left = [each for each in theirs if each not in ours]
        for each in (each for each in ours if each not in theirs):
            partner = next(
                (
                    candidate
                    for candidate in sorted(left, key=lambda x: name(x) != name(each))
                    if self.same(each, candidate)
                ),
                None,
            )
            if partner is None:
                return False
            left.remove(partner)
        return not left


class Members(tuple):
    """A union."""


class Applied(NamedTuple):
    """A generic with its arguments."""

    generic: Any
    arguments: tuple[Any, ...]


class Value(NamedTuple):
    """One value of a ``Literal``."""

    type: str
    value: Any


def name(hint: Any) -> str:
    return getattr(hint, "__name__", "") if not isinstance(hint, Applied) else name(hint.generic)


def normal(hint: Any) -> Any:
    """One form for all spellings of a type."""
    if hint is None:
        return type(None)
    if hasattr(hint, "__supertype__"):
        return normal(hint.__supertype__)
    if type(hint).__name__ == "TypeAliasType":
        if is_recursive(hint):
            return hint
        return normal(hint.__value__)
    if isinstance(hint, typing.TypeVar):
        return "type variable"
    if isinstance(hint, (str, typing.ForwardRef)):
        raise TypeError(f"{hint!r} is not resolved")
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated or getattr(origin, "__name__", "") in (
        "Required",
        "NotRequired",
        "ReadOnly",
        "Final",
        "ClassVar",
    ):
        return normal(arguments[0])
    if origin in (Union, types.UnionType):
        return union([normal(argument) for argument in arguments])
    if origin is Literal:
        return union([type(None) if each is None else Value(type(each).__name__, each) for each in arguments])
    if origin is None or not arguments:
        return bare(origin or hint)
    return Applied(origin, tuple(applied(argument) for argument in arguments))


def is_recursive(alias: Any) -> bool:
    """Whether an alias names itself, as that of JSON values does: such a one is identical to nothing but itself."""
    return re.search(rf"\b{alias.__name__}\b", repr(alias.__value__)) is not None


def applied(argument: Any) -> Any:
    if argument is Ellipsis:
        return "..."
    return tuple(map(normal, argument)) if isinstance(argument, (list, tuple)) else normal(argument)


def bare(cls: Any) -> Any:
    if cls is tuple:
        return Applied(tuple, (Any, "..."))
    return Applied(cls, (Any,) * ARITY[cls]) if cls in ARITY else cls


def union(members: list[Any]) -> Any:
    flat: list[Any] = []
    for member in members:
        flat += [each for each in (member if isinstance(member, Members) else [member]) if each not in flat]
    return flat[0] if len(flat) == 1 else Members(flat)


# ---------------------------------------------------------------------------------------------------------------- run


def main(site: str, packages: list[str]) -> None:
    warnings.simplefilter("ignore")
    mappings = json.load(sys.stdin)
    printed, sys.stdout = sys.stdout, sys.stderr  # what modules print while they are imported is not our answer
    comparison = Comparison(packages)
    identical: list[str] = []
    differing: dict[str, str] = {}
    failed: dict[str, str] = {}
    hubs = groups(mappings, modules_of(Path(site), packages))
    grouped = {*hubs, *(module for versions, _ in hubs.values() for module in versions)}
    for hub, (served, renames) in sorted(hubs.items()):
        try:
            found = [pair for pair in pairs(hub, served, renames, grouped) if comparison.is_known(pair.served)]
        except Exception as error:
            failed[hub] = f"{type(error).__name__}: {error}"
            continue
        for pair in found:
            try:
                reason = comparison.difference(pair.hub, pair.served)
            except Exception as error:
                failed[pair.name] = f"{type(error).__name__}: {error}"
                continue
            if reason:
                differing[pair.name] = reason
            else:
                identical.append(pair.name)
    answer = {"hubs": sorted(hubs), "identical": sorted(identical), "differing": differing, "failed": failed}
    json.dump(answer, printed, indent=1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
