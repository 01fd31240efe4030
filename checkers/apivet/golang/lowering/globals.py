"""Variables of packages that keep the value they begin with."""

from __future__ import annotations

import re

from apivet.golang.declarations import VariableDeclaration
from apivet.golang.packages import Package
from apivet.golang.types import Basic, GoType, Named, Struct
from apivet.golang.typing import Typing

#: Fields and elements of a variable, as far as its line says.
_PART = rb"(?:\s*\.\s*\w+|\[[^\]\n]*\])*"
#: Ends of a target: an assignment, alone or with others, or a step.
_SET = rb"[ \t]*(?:,[^=\n;{}()]*)?(?:(?:[-+*/%&|^]|<<|>>|&\^)?=(?!=)|:=|\+\+|--)"
_METHOD = re.compile(rb"\s*\.\s*(\w+)\s*\(")


def stays(typing: Typing, package: Package, declared: VariableDeclaration, type_: GoType) -> bool:
    """Whether a variable is the same all the time, as far as its package says: code is read as text, so that one of
    the same name in a function counts too. Plain ones that other packages may set do not."""
    under = typing.underlying(type_)
    if isinstance(under, Basic) and declared.name[:1].isupper():
        return False
    name = re.escape(declared.name.encode())
    changes = [rb"&\s*" + name + rb"\b", rb"(?<![\w.])" + name + rb"\b" + _PART + _SET]
    if not isinstance(under, (Basic, Struct)):  # others may reach what it refers to
        changes.append(rb"(?<![\w.])(?<!len\()" + name + rb"[ \t]*(?=[,)\n;}])")
    changed = re.compile(b"|".join(changes))
    called = re.compile(rb"(?<![\w.])" + name + rb"\b" + _METHOD.pattern)
    span = range(declared.node.start_byte, declared.node.end_byte)
    for file in package.files:
        if any(file is not declared.file or each.start() not in span for each in changed.finditer(file.data)):
            return False
        for each in called.finditer(file.data):
            method = package.method(type_.name, each.group(1).decode()) if isinstance(type_, Named) else None
            if method is not None and method.by_pointer and isinstance(under, Struct):
                return False
    return True
