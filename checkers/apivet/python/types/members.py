"""Methods and attributes of classes, lowered when somebody asks for one: of most classes nobody does."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Generic, TypeVar, Union

from msgspec.structs import replace

from apivet.program import syntax
from apivet.python.source.class_bodies import functions_when_made, known_test, statements_of
from apivet.python.source.nodes import every_node
from apivet.python.source.statements import FunctionNode, StatementLowering, accessor_name
from apivet.python.types.rebinding import Makers
from apivet.python.types.rebound import Rebound

#: Conditions inside conditions, and behind each other, of one class body: beyond this the last definition counts.
_NESTED: Final = 20

_Node = TypeVar("_Node", bound=Union[ast.expr, FunctionNode])
_Lowered = TypeVar("_Lowered")


class Members(dict[str, _Lowered], Generic[_Node, _Lowered]):
    """Members of a class by name. Looking one up lowers it; whether it is there is asked far more often, of every
    class that something derives from, and answered by the dict alone."""

    def __init__(self, nodes: Mapping[str, _Node], lower: Callable[[str, _Node], _Lowered]) -> None:
        placeholders: dict[str, Any] = dict.fromkeys(nodes)
        super().__init__(placeholders)
        self._pending = dict(nodes)
        self._lower = lower

    def __getitem__(self, name: str) -> _Lowered:
        if name in self._pending:
            self[name] = self._lower(name, self._pending[name])
            del self._pending[name]
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """The member of that name, or ``default``."""
        # The dict's own would hand out what is not lowered yet.
        try:
            return self[name]
        except KeyError:
            return default

    def items(self) -> Any:
        """Every member with its name; all are lowered."""
        self._lower_all()
        return super().items()

    def values(self) -> Any:
        """Every member; all are lowered."""
        self._lower_all()
        return super().values()

    def _lower_all(self) -> None:
        for name in tuple(self._pending):
            self[name]


def methods_of(
    node: ast.ClassDef, lowering: StatementLowering, rebound: Rebound, makers: Makers, fields: AbstractSet[str]
) -> Mapping[str, syntax.Function]:
    """The methods of a class, setters under their own names. Of one that is defined under a condition, or for which
    there is a doubt, it can't be told which it is: that is like a decorator which can't be resolved. A special method
    that is set behind the class, or by another file, is there, whatever it does."""
    found: dict[str, FunctionNode] = {}
    conditional: set[str] = set()
    for item, is_certain in functions_when_made(node.body):
        name = accessor_name(item)
        found[name] = item
        (conditional.discard if is_certain else conditional.add)(name)
    for name in rebound.values:
        found.pop(name, None)
    special = {name: _nobody_knows(name, node) for name in (*rebound.special(fields), *makers.special(fields))}
    found.update(special)

    def lowered(name: str, item: FunctionNode) -> syntax.Function:
        wrapped = rebound.wrapped.get(name)
        if wrapped:
            item = copy.copy(item)
            item.decorator_list = [*wrapped, *item.decorator_list]
        function = lowering.function(item)
        reason = "a definition under a condition" if name in conditional else rebound.doubt(name) or makers.doubt(name)
        reason = f"{name}, which is set behind its class," if name in special else reason
        if reason is None:
            return function
        mark = syntax.Opaque(function.location, reason, ())
        return replace(function, decorators=(*function.decorators, mark))

    return Members(found, lowered)


def _nobody_knows(name: str, node: ast.ClassDef) -> FunctionNode:
    """A special method of which nobody can tell what it does."""
    (made,) = ast.parse(f"def {name}(self, *values, **named): ...").body
    assert isinstance(made, ast.FunctionDef)
    for part in every_node(made):
        ast.copy_location(part, node)
    return made


def attributes_of(
    node: ast.ClassDef,
    lowering: StatementLowering,
    rebound: Rebound,
    doubt: Callable[[str], str | None],
    awaited: Collection[str],
    given: Collection[str],
    described: Collection[str],
) -> Mapping[str, syntax.Expression]:
    """The plain attributes of a class, with what they are set to, in its body or behind it. Of one for which there is
    a ``doubt`` nobody can tell; one that is ``awaited`` is there as well if only its doubt tells of it, and in any case
    one that is ``given`` in another way than by an assignment of the body. Calls may only describe fields: those that
    are ``described``."""
    found: dict[str, ast.expr] = {}
    _bind(node.body, found, 0)
    annotated = {
        item.target.id for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    for name in annotated.intersection(found, described):
        if isinstance(found[name], ast.Call):
            del found[name]
    found.update({name: value for name, value in rebound.values.items() if name not in annotated})
    unread: set[str] = set()
    for name in (*awaited, *given):
        if name not in found and (value := _annotated(node, name)) is not None:
            found[name] = value
        elif name not in found and (name in given or doubt(name)):
            found[name] = ast.copy_location(ast.Constant(None), node)
            unread.add(name)

    def lowered(name: str, value: ast.expr) -> syntax.Expression:
        lowered_value = lowering.loaded(value)
        reason = None if name in annotated - {*awaited} else rebound.doubt(name) or doubt(name)
        reason = reason or (f"{name}, which the class body binds," if name in unread else None)
        return lowered_value if reason is None else syntax.Opaque(lowered_value.location, reason, (lowered_value,))

    return Members(found, lowered)


def _annotated(node: ast.ClassDef, name: str) -> ast.expr | None:
    """The value of a name that a class body binds with an annotation."""
    for item in node.body:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and item.target.id == name:
            return item.value
    return None


def _bind(body: Sequence[ast.stmt], found: dict[str, ast.expr], depth: int) -> None:
    for statement in body:
        if isinstance(statement, ast.If) and depth < _NESTED and known_test(statement.test) is None:
            _bind_either(statement, found, depth + 1)
        elif isinstance(statement, ast.If) and isinstance(statement.test, (ast.Constant, ast.Compare)):
            _bind(statement.body if known_test(statement.test) else statement.orelse, found, depth)
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            for simple in statements_of([statement]):
                _bind_one(simple, found)
        else:
            _bind_one(statement, found)


def _bind_either(node: ast.If, found: dict[str, ast.expr], depth: int) -> None:
    """Bind names that are set under a condition to either value: ``a if condition else b``."""
    then, otherwise = dict(found), dict(found)
    _bind(node.body, then, depth)
    _bind(node.orelse, otherwise, depth)
    for name in {**then, **otherwise}:
        one, other = then.get(name), otherwise.get(name)
        if one is not None and other is not None and one is not other:
            found[name] = ast.copy_location(ast.IfExp(node.test, one, other), one)
        else:
            found[name] = then.get(name) or otherwise[name]


def _bind_one(statement: ast.stmt, found: dict[str, ast.expr]) -> None:
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                found[target.id] = statement.value
            elif isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
                if len(target.elts) == len(statement.value.elts):
                    for item, value in zip(target.elts, statement.value.elts):
                        if isinstance(item, ast.Name):
                            found[item.id] = value
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        if statement.value is not None:
            found[statement.target.id] = statement.value
