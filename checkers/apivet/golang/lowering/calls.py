"""Calls: of functions and methods of the tree, of builtins, of what the library is known to do, and conversions."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from apivet.golang.declarations import FunctionDeclaration
from apivet.golang.lowering import library, pools
from apivet.golang.lowering.arguments import bound_by, given_to
from apivet.golang.lowering.body import Unlowered, Value, has_call, named_children
from apivet.golang.lowering.builtin_calls import BUILTINS, is_builtin, pointer_to, positional, unspread
from apivet.golang.lowering.casts import converted
from apivet.golang.lowering.conversion_calls import conversion_call
from apivet.golang.lowering.expressions import held, is_own_copy, receiver_for
from apivet.golang.lowering.field_sets import field_set, of_field_set
from apivet.golang.lowering.losses import is_started
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.map_calls import copied_map, taken_from_map
from apivet.golang.lowering.operators import equal
from apivet.golang.lowering.reordering import reordered
from apivet.golang.lowering.told import note_told, tells_addresses
from apivet.golang.source import child, text
from apivet.golang.types import (
    UNKNOWN,
    Basic,
    Func,
    GoType,
    Named,
    Pointer,
    Tuple,
    pointee,
    substituted,
)
from apivet.golang.typing import Selection
from apivet.program import syntax
from apivet.program.operations import Operation

_COPIES: Final = ("DeepCopy", "DeepCopyObject")


def call(lower: Expressions, node: Node, results: int) -> Value:
    """A call, or a conversion that looks like one; ``results`` are wanted where that is not told otherwise."""
    function, given = child(node, "function"), child(node, "arguments")
    if function is None or given is None:
        raise Unlowered("a call of nothing")
    while function.type == "parenthesized_expression" and function.named_child_count == 1:
        function = function.named_children[0]
    arguments = named_children(given)
    listed = child(node, "type_arguments")
    explicit = tuple(lower.body.type_of(each) for each in named_children(listed))
    if function.type == "identifier" and is_builtin(lower, text(function)):
        return BUILTINS[text(function)](lower, node, arguments)
    type_ = None if function.type == "type_instantiation_expression" else lower.type_named(function)
    if type_ is not None and not (isinstance(type_, Named) and function.type == "generic_type"):
        if len(arguments) != 1:
            raise Unlowered("a conversion of several values")
        return converted(lower, node, type_, arguments[0])
    if function.type == "index_expression":
        operand, index = child(function, "operand"), child(function, "index")
        told = _declared_function(lower, operand) if operand is not None else None
        if operand is not None and index is not None and told is not None:
            found = lower.type_named(index)
            explicit, function = ((found,) if found is not None else ()), operand
    elif function.type == "type_instantiation_expression":
        explicit = tuple(lower.body.type_of(each) for each in named_children(function)[1:])
        function = child(function, "type") or function.named_children[0]
    if function.type == "selector_expression":
        return _selected(lower, node, function, arguments, explicit, results)
    if function.type == "identifier" and lower.body.find(text(function)) is None:
        value = lower.value(function)
        if isinstance(value.node, syntax.Entity):
            return _known(lower, node, value.node.dotted, lower.body.package.path, arguments, explicit, results, value)
    callee = lower.value(function)
    return _plain(lower, node, callee, arguments, results)


def _declared_function(lower: Expressions, node: Node) -> FunctionDeclaration | None:
    """The function of a package that an expression names."""
    operand, field = child(node, "operand"), child(node, "field")
    if node.type == "selector_expression" and operand is not None and field is not None:
        path = lower.package_named(operand)
        package, name = (None if path is None else lower.body.typing.packages.package(path)), text(field)
    elif node.type == "identifier" and lower.body.find(text(node)) is None:
        package, name = lower.body.package, text(node)
    else:
        return None
    found = None if package is None else package.find(name)
    return found if isinstance(found, FunctionDeclaration) else None


def declared_callee(lower: Expressions, function: Node) -> FunctionDeclaration | None:
    """The function or method that an expression names."""
    found = _declared_function(lower, function)
    operand, field = child(function, "operand"), child(function, "field")
    if found is not None or function.type != "selector_expression" or operand is None or field is None:
        return found
    if lower.package_named(operand) is not None or lower.type_named(operand) is not None:
        return None
    selected = lower.body.typing.select(lower.value(operand).type, text(field))
    return None if selected is None else selected.declaration


# ---------------------------------------------------------------------------------------------------------- callees


def _selected(
    lower: Expressions, node: Node, function: Node, arguments: list[Node], explicit: tuple[GoType, ...], results: int
) -> Value:
    """``x.f(...)``: of a package, or a method."""
    operand, field = child(function, "operand"), child(function, "field")
    if operand is None or field is None:
        raise Unlowered("a selector without a name")
    name = text(field)
    if is_started(node) and declared_callee(lower, function) is None:
        raise Unlowered("a call that goes on by itself")
    path = lower.package_named(operand)
    if path is not None:
        return _known(lower, node, f"{path}.{name}", path, arguments, explicit, results, None)
    known = _by_variable(lower, node, operand, name, arguments, results)
    if known is not None:
        return known
    if lower.type_named(operand) is not None:
        return _plain(lower, node, lower.value(function), arguments, results)
    holder = lower.value(operand)
    return _method(lower, node, holder, name, arguments, results)


def _by_variable(
    lower: Expressions, node: Node, operand: Node, name: str, arguments: list[Node], results: int
) -> Value | None:
    """A method of a variable of a package that is known by its name: ``equality.Semantic.DeepEqual``."""
    inner, field = child(operand, "operand"), child(operand, "field")
    if operand.type != "selector_expression" or inner is None or field is None:
        return None
    path = lower.package_named(inner)
    dotted = f"{path}.{text(field)}.{name}"
    if path is None or not (dotted in library.OPERATIONS or dotted in library.PURE):
        return None
    return _known(lower, node, dotted, path, arguments, (), results, None)


def _method(lower: Expressions, node: Node, holder: Value, name: str, arguments: list[Node], results: int) -> Value:
    at, body = lower.body.at(node), lower.body
    is_copied = body.is_object(pointee(holder.type)) or isinstance(holder.type, Pointer)
    if name in _COPIES and not arguments and is_copied and not is_own_copy(lower, holder, name):
        type_ = holder.type if isinstance(holder.type, Pointer) else Pointer(holder.type)
        return Value(syntax.Perform(at, Operation.DEEP_COPY, (holder.node,)), type_, True)
    if library.asks_for_gate(pointee(holder.type), name) and len(arguments) == 1:
        return Value(syntax.Perform(at, Operation.IS_GATE_ON, (lower.value(arguments[0]).node,)), Basic("bool"), True)
    pooled = pools.used(lower, node, holder, name, arguments)
    if pooled is not None:
        return pooled
    found = body.typing.select(holder.type, name)
    known = _of_known_method(lower, node, holder, name, found, arguments, results)
    if known is not None:
        return known
    if found is None or (body.typing.hides(holder.type) and found.path) or library.is_arithmetic(found.owner, name):
        return _unresolved(lower, node, holder, name, arguments, results)
    if not found.is_method:
        return _plain(lower, node, lower.field(holder, found, node), arguments, results)
    signature = found.signature or Func()
    if found.declaration is None or not isinstance(found.owner, Named):
        return _of_interface(lower, node, lower.through(holder, found, node), name, signature, arguments)
    if found.owner.package in library.FIELD_SET_PACKAGES:
        made = of_field_set(lower, node, holder, name, arguments, signature)
        if made is not None:
            return made
    if found.declaration.file.is_generated and name.startswith("DeepCopy"):
        raise Unlowered("a generated copy")
    receiver = receiver_for(lower, holder, found, node)
    callee = syntax.Entity(at, lower.method_name(found))
    given = [receiver, *given_to(lower, arguments, signature)]
    return Value(syntax.Call(at, callee, positional(given)), _result(signature.results), True)


def _of_known_method(
    lower: Expressions,
    node: Node,
    holder: Value,
    name: str,
    found: Selection | None,
    arguments: list[Node],
    results: int,
) -> Value | None:
    """A method of which it is known what it does. Of a package that only reads, the tree lacking it, the types may well
    have methods that change them: ``strings.Builder``."""
    owner = pointee(holder.type) if found is None else found.owner
    is_hidden = found is not None and bool(found.path) and lower.body.typing.hides(holder.type)
    dotted = f"{owner.dotted}.{name}" if isinstance(owner, Named) else ""
    is_open = found is not None and found.declaration is None and dotted not in library.PURE_METHODS
    if not isinstance(owner, Named) or is_hidden or is_open:
        return None
    if dotted in library.OPERATIONS or dotted in library.ENDING:
        return _special(lower, node, dotted, owner.package, arguments, results)
    if dotted in library.HOLDING:
        return _holding(lower, node, dotted, [holder, *map(lower.value, arguments)])
    is_pure = dotted in library.PURE_METHODS if found is None else library.is_pure(owner.package, dotted)
    if not is_pure and owner.package not in library.OUTWARD_PACKAGES:
        return None
    before = list(lower.body.before)
    looked_at = [lower.value(unspread(each)) for each in arguments]
    note_told(lower, owner.package, [each.type for each in looked_at])
    values, told = [each.node for each in looked_at], library.results(dotted)
    if found is not None:
        signature = found.signature or Func()
        lower.body.before = before
        values, told = given_to(lower, arguments, signature), signature.results
    kind = library.reading(owner.package, dotted)
    return _performed(lower, node, kind, dotted, [holder.node, *values], told, results)


def _holding(lower: Expressions, node: Node, dotted: str, values: list[Value]) -> Value:
    """A value that leads to some others, which stay as they are."""
    held = tuple(each.node for each in values)
    return Value(syntax.Opaque(lower.body.at(node), f"{dotted.rpartition('/')[2]}()", held, holds=True))


def _of_interface(
    lower: Expressions, node: Node, holder: Value, name: str, signature: Func, arguments: list[Node]
) -> Value:
    """A method of an interface: by the type of the value where that is known."""
    at = lower.body.at(node)
    callee = syntax.Attribute(at, holder.node, name)
    given = given_to(lower, arguments, signature)
    return Value(syntax.Call(at, callee, positional(given)), _result(signature.results), True)


def _unresolved(lower: Expressions, node: Node, holder: Value, name: str, arguments: list[Node], results: int) -> Value:
    """A method of a value of which the type is not known: it may change that, and what it is given."""
    at = lower.body.at(node)
    given = [held(lower, holder), *(held(lower, lower.value(unspread(each))) for each in arguments)]
    callee = syntax.Entity(at, f"?.{name}")
    return Value(syntax.Call(at, callee, positional(given)), UNKNOWN if results == 1 else Tuple(()), True)


def _plain(lower: Expressions, node: Node, callee: Value, arguments: list[Node], results: int) -> Value:
    """A call of a function value."""
    at = lower.body.at(node)
    signature = lower.body.underlying(callee.type)
    if not isinstance(signature, Func):
        given = [held(lower, lower.value(unspread(each))) for each in arguments]
        return Value(syntax.Call(at, callee.node, positional(given)), UNKNOWN, True)
    given = given_to(lower, arguments, signature)
    return Value(syntax.Call(at, callee.node, positional(given)), _result(signature.results), True)


def _known(
    lower: Expressions,
    node: Node,
    dotted: str,
    path: str,
    arguments: list[Node],
    explicit: tuple[GoType, ...],
    results: int,
    value: Value | None,
) -> Value:
    """A call of something that a package declares."""
    at, name = lower.body.at(node), dotted.removeprefix(f"{path}.")
    special = _special(lower, node, dotted, path, arguments, results)
    if special is not None:
        return special
    package = lower.body.typing.packages.package(path)
    declared = package.find(name) if package is not None else None
    function = declared if isinstance(declared, FunctionDeclaration) else None
    conversion = conversion_call(lower, node, name, function, arguments)
    if conversion is not None:
        return conversion
    if not isinstance(declared, FunctionDeclaration):
        callee = value or lower.entity(node, path, name)
        return _plain(lower, node, callee, arguments, results)
    signature = lower.body.typing.signature(declared)
    if declared.parameters:
        bound = bound_by(lower, signature, declared.parameters, explicit, arguments)
        dotted = lower.body.typing.instances.function_name(dotted, declared, bound)
        signature = substituted(signature, bound)  # type: ignore[assignment]
    given = given_to(lower, arguments, signature)
    return Value(syntax.Call(at, syntax.Entity(at, dotted), positional(given)), _result(signature.results), True)


def _special(
    lower: Expressions, node: Node, dotted: str, path: str, arguments: list[Node], results: int
) -> Value | None:
    """A call of a function of which it is known what it does; ``None`` for any other."""
    at = lower.body.at(node)
    operation = library.OPERATIONS.get(dotted)
    if dotted in library.POINTING and len(arguments) == 1:
        return pointer_to(lower, lower.value(arguments[0]))
    told = library.results(dotted)
    if operation is not None:
        values = [lower.value(unspread(each)) for each in arguments]
        if operation in (Operation.EQUAL, Operation.EQUAL_TO_THE_LETTER):
            return equal(lower, node, dotted, values)
        given = tuple(each.node for each in values)
        element = lower.body.element_of(values[0].type)
        given = tuple(lower.body.copied_elements(each, element) for each in given)
        return Value(syntax.Perform(at, operation, given), values[0].type, True)
    if dotted in library.LISTING and len(arguments) == 1:
        return taken_from_map(lower, node, library.LISTING[dotted], arguments[0])
    if dotted in library.HOLDING:
        return _holding(lower, node, dotted, [lower.value(each) for each in arguments])
    if path in library.FIELD_SET_PACKAGES:
        return field_set(lower, node, dotted.removeprefix(f"{path}."), arguments)
    if dotted in library.UNSEEN or dotted in library.OF_REQUEST or path in library.UNSEEN_PACKAGES:
        return _unseen(lower, node, dotted, arguments, results)
    if library.is_pure(path, dotted) or path in library.OUTWARD_PACKAGES:
        if dotted in library.ENDING:
            return Value(syntax.Fault(at, dotted), UNKNOWN, True)
        kind = library.reading(path, dotted)
        told_of = [lower.value(unspread(each)) for each in arguments]
        note_told(lower, path, [each.type for each in told_of])
        values_of = [each.node for each in told_of]
        if path == "fmt" and tells_addresses(lower, arguments, [each.type for each in told_of]):
            values_of.append(syntax.Opaque(at, "the addresses of objects", tuple(values_of)))
        return _performed(lower, node, kind, dotted, values_of, told or _declared_results(lower, path, dotted), results)
    if dotted in library.ENDING:
        return Value(syntax.Fault(at, dotted), UNKNOWN, True)
    if dotted in library.MAP_COPIES and len(arguments) == library.MAP_COPIES[dotted]:
        return copied_map(lower, node, arguments)
    if dotted in library.REORDERING and arguments:
        return reordered(lower, node, arguments)
    return None


def _declared_results(lower: Expressions, path: str, dotted: str) -> tuple[GoType, ...] | None:
    package = lower.body.typing.packages.package(path)
    declared = package.find(dotted.removeprefix(f"{path}.")) if package is not None else None
    if not isinstance(declared, FunctionDeclaration) or declared.parameters:
        return None
    return lower.body.typing.signature(declared).results


def _performed(
    lower: Expressions,
    node: Node,
    operation: Operation,
    dotted: str,
    given: list[syntax.Expression],
    told: tuple[GoType, ...] | None,
    results: int,
) -> Value:
    """A known operation; with several results, each is computed of the arguments."""
    at = lower.body.at(node)
    count = len(told) if told is not None else results
    if operation is Operation.PURE and not given:
        given = [syntax.Literal(at, None)]
    if count <= 1:
        type_ = told[0] if told else UNKNOWN
        return Value(syntax.Perform(at, operation, tuple(given), f"go {dotted}"), type_, True)
    if any(isinstance(each, syntax.Call) for each in given):
        raise Unlowered("several results of calls")
    items = tuple(syntax.Perform(at, operation, tuple(given), f"go {dotted} {number}") for number in range(count))
    return Value(syntax.Sequence(at, "tuple", items), Tuple(told or (UNKNOWN,) * count), True)


def _unseen(lower: Expressions, node: Node, dotted: str, arguments: list[Node], results: int) -> Value:
    at = lower.body.at(node)
    if any(has_call(argument) for argument in arguments):
        raise Unlowered("a call in what is given to one of which the result is not known")
    told = _declared_results(lower, dotted.rpartition(".")[0], dotted) or library.results(dotted)
    count = len(told) if told is not None else results
    note, is_free = f"{dotted.rpartition('/')[2]}()", dotted in library.OF_REQUEST
    if count <= 1:
        return Value(syntax.Opaque(at, note, (), is_free), told[0] if told else UNKNOWN, True)
    items = tuple(syntax.Opaque(at, note, (), is_free) for _ in range(count))
    return Value(syntax.Sequence(at, "tuple", items), Tuple(told or (UNKNOWN,) * count), True)


def _result(results: tuple[GoType, ...]) -> GoType:
    return results[0] if len(results) == 1 else Tuple(results)
