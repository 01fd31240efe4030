"""Names of the hooks' parameters (contract section 2)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from apivet.program.syntax import Call, Function, Parameter

#: A parameter whose name begins like this is the stored object, wherever it stands.
STORED_PREFIXES = ("old", "existing", "current")
CONTEXT_NAMES = ("ctx", "context", "_ctx", "_context", "request", "req")


class HookParameters(Struct, frozen=True):
    """The names of the object, of the stored object and of the context, where the hook has them."""

    obj: str | None
    old: str | None
    context: str | None


def create_parameters(function: Function) -> HookParameters:
    """``(self, [ctx,] obj)``."""
    obj, context = _object_and_context(_required(function)[:2])
    return HookParameters(obj, None, context)


def update_parameters(function: Function) -> HookParameters:
    """``(self, [ctx,] obj, old)``, by position; a name that says it is the stored object goes before that."""
    names = [parameter.name for parameter in function.parameters if parameter.kind in ("positional", "keyword")]
    required = _required(function)
    old = next((name for name in names if name.startswith(STORED_PREFIXES)), None)
    if old is not None:
        obj, context = _object_and_context([name for name in required if name != old][:2])
        return HookParameters(obj, old, context)
    plain = _plain(function)
    if len(required) == 1 and len(plain) > 1:
        required = plain
    if len(required) >= 3:
        return HookParameters(required[1], required[2], required[0])
    if len(required) == 2:
        return HookParameters(required[0], required[1], None)
    return HookParameters(required[0] if required else None, None, None)


def given_beforehand(call: Call) -> tuple[int, frozenset[str]] | None:
    """The number of positional arguments of a partial application, and the names of the others; ``None`` where some are
    spread from a value."""
    given = call.arguments[1:]
    if any(argument.spread for argument in given):
        return None
    names = frozenset(argument.name for argument in given if argument.name is not None)
    return len(given) - len(names), names


def left_open(function: Function, positional: int, names: Collection[str]) -> Function:
    """A function as its caller sees it once some of its parameters were given. What stands behind one that was given by
    its name can only be given by name, too."""
    kept: list[Parameter] = []
    skipped = 1 if function.binding != "none" else 0
    by_name = False
    for number, parameter in enumerate(function.parameters):
        if parameter.kind == "positional" and skipped <= number < skipped + positional:
            continue
        if parameter.name in names and parameter.kind in ("positional", "keyword"):
            by_name = True
            continue
        if by_name and parameter.kind == "positional":
            parameter = replace(parameter, kind="keyword")
        kept.append(parameter)
    return replace(function, parameters=tuple(kept))


def _plain(function: Function) -> list[str]:
    """The parameters behind the receiver; those that are given by keyword alone where there are no others."""
    names = [parameter.name for parameter in function.parameters if parameter.kind == "positional"]
    plain = names[1:] if function.binding != "none" else names
    return plain or [parameter.name for parameter in function.parameters if parameter.kind == "keyword"]


def unfilled(function: Function, number: int) -> list[str]:
    """The parameters without a default that are left where a call fills so many, by position."""
    needed = {parameter.name for parameter in function.parameters if parameter.default is None}
    return [name for name in _plain(function) if name in needed][number:]


def _required(function: Function) -> list[str]:
    defaulted = {parameter.name for parameter in function.parameters if parameter.default is not None}
    plain = _plain(function)
    return [name for name in plain if name not in defaulted] or plain


def _object_and_context(names: list[str]) -> tuple[str | None, str | None]:
    if len(names) < 2:
        return (names[0] if names else None), None
    if names[1] in CONTEXT_NAMES and names[0] not in CONTEXT_NAMES:
        return names[0], names[1]
    return names[1], names[0]
