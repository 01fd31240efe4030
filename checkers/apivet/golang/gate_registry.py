"""Feature gates that a tree registers: the keys of the maps from features to their specs, and the constants that a
package names as gates; and the places where code asks for one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apivet.golang.comments import comment_lines
from apivet.golang.constant_texts import constant_named
from apivet.golang.declarations import ConstantDeclaration
from apivet.golang.packages import Package
from apivet.golang.source import GoFile, child, text
from apivet.golang.syntax_search import innermost_function, keyed, walked
from apivet.golang.typing import Typing
from apivet.program.contents import GateUse

_SPECS = ("VersionedSpecs", "FeatureSpec")
_FEATURES = ("featuregate.Feature", "Feature")


def registered_gates(typing: Typing, files: Iterable[GoFile]) -> frozenset[str]:
    """The names of the gates that these files register."""
    return frozenset(name for file in files for name in _registered(typing, file))


def gates_of_package(typing: Typing, package: Package) -> frozenset[str]:
    """The gates of a package that is there to register some: its constants, too, that a tag says to be gates."""
    declared = (each for each in package.constants.values() if _is_tagged(each))
    named = (constant_named(typing, each.file, each.name) for each in declared)
    return registered_gates(typing, package.files) | {name for name in named if name is not None}


def _is_tagged(declared: ConstantDeclaration) -> bool:
    return any(line.strip() in ("+featureGate", "+k8s:featureGate") for _, line in comment_lines(declared.node))


def _registered(typing: Typing, file: GoFile) -> Iterator[str]:
    for literal in walked(file.root_among(map(str.encode, _SPECS)), "composite_literal"):
        type_node = child(literal, "type")
        value_node = child(type_node, "value") if type_node is not None and type_node.type == "map_type" else None
        if value_node is None or not text(value_node).endswith(_SPECS):
            continue
        for key, _ in keyed(literal):
            yield constant_named(typing, file, key) or key.rpartition(".")[2].strip('"')


def gates_asked_for(typing: Typing, package: Package, file: GoFile) -> Iterator[GateUse]:
    """The calls ``gates.Enabled(features.X)`` of a file, where ``X`` is a constant that is a feature."""
    for call in walked(file.root, "call_expression"):
        function, given = child(call, "function"), child(call, "arguments")
        field = child(function, "field") if function is not None else None
        arguments = given.named_children if given is not None else []
        if field is None or text(field) != "Enabled" or len(arguments) != 1:
            continue
        gate = _feature(typing, file, text(arguments[0]))
        if gate is not None:
            owner = _owner(package, call)
            yield GateUse(gate, owner, owner, file.location(call))


def _feature(typing: Typing, file: GoFile, written: str) -> str | None:
    """The gate that an expression names, where it is a constant that is declared as one."""
    local, _, name = written.rpartition(".")
    path = typing.packages.imported(file).get(local) if local else None
    package = typing.package_of(file) if not local else typing.packages.package(path) if path is not None else None
    declared = package.find(name) if package is not None else None
    type_node = declared.type_node if isinstance(declared, ConstantDeclaration) else None
    return constant_named(typing, file, written) if type_node is not None and text(type_node) in _FEATURES else None


def _owner(package: Package, call: object) -> str:
    """The type of the method, else the function, in which a call stands."""
    around = innermost_function(call)  # type: ignore[arg-type]
    if around is None:
        return package.path
    named, receiver = child(around, "name"), child(around, "receiver")
    types = list(walked(receiver, "type_identifier")) if receiver is not None else []
    name = text(types[0]) if types else text(named) if named is not None else ""
    return f"{package.path}.{name}"
