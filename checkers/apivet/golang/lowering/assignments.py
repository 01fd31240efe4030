"""Assignments and declarations of variables."""

from __future__ import annotations

from msgspec.structs import replace
from tree_sitter import Node

from apivet.golang.declarations import constants_of
from apivet.golang.lowering import library
from apivet.golang.lowering.body import (
    BOOL,
    INT,
    Unlowered,
    Value,
    defaulted,
    has_call,
    listed,
    named_children,
)
from apivet.golang.lowering.builtin_calls import is_builtin
from apivet.golang.lowering.expressions import array_behind, asserted, is_own_copy, present_or_zero
from apivet.golang.lowering.fills import made_before
from apivet.golang.lowering.filters import is_count, kept_element
from apivet.golang.lowering.literals import as_key, stored
from apivet.golang.lowering.lowerer import Expressions
from apivet.golang.lowering.operators import arithmetic
from apivet.golang.source import child, children, text, unspaced
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    GoType,
    Map,
    Slice,
    pointee,
)
from apivet.program import syntax
from apivet.program.operations import Operation

Block = list[syntax.Statement]


def evaluate(lower: Expressions, node: Node) -> Block:
    """An expression as a statement: a call for its effects."""
    inner = named_children(node)[0]
    if inner.type == "call_expression":
        function, arguments = child(inner, "function"), child(inner, "arguments")
        name = text(child(function, "field") or function) if function is not None else ""
        given = named_children(arguments)
        if function is not None and name == "DeepCopyInto" and function.type == "selector_expression":
            operand = child(function, "operand")
            if operand is None or not is_own_copy(lower, lower.value(operand), name):
                return _copied_into(lower, inner, function, given)
        if name == "copy" and len(given) == 2 and _is_made_for(inner, *given):
            return _filled(lower, inner, *given)
        if name == "clear" and len(given) == 1 and is_builtin(lower, name):
            cleared = _cleared(lower, inner, given[0])
            if cleared is not None:
                return cleared
        reset = _reset_metadata(lower, inner, function, given)
        if reset is not None:
            return reset
    return [syntax.Evaluate(lower.body.at(node), lower.value(inner, UNKNOWN, 0).node)]


def _is_made_for(call: Node, target: Node, source: Node) -> bool:
    """Whether a slice was made right before, as long as the one of which the elements are copied into it."""
    found = made_before(call.parent) if call.parent is not None else None
    if found is None or "(" in text(source):
        return False
    return text(found[0]) == text(target) and unspaced(found[1]) == unspaced(source)


def _filled(lower: Expressions, node: Node, target: Node, source: Node) -> Block:
    """``new := make([]T, len(old)); copy(new, old)``: a new slice of the elements of the old one."""
    place_, value = lower.value(target), lower.value(source)
    found = lower.body.underlying(value.type)
    if not isinstance(found, Slice):
        raise Unlowered("elements of an unknown type are copied")
    return [put(lower, node, place_, lower.body.own_elements(value.node, found.element))]


def _cleared(lower: Expressions, node: Node, given: Node) -> Block | None:
    """``clear(x)`` of a slice: each element is set to zero."""
    at, value = lower.body.at(node), lower.value(given)
    found = lower.body.underlying(value.type)
    if not isinstance(found, Slice) or has_call(given):
        return None
    number = syntax.Name(at, lower.body.fresh("·number"))
    numbers = syntax.Perform(at, Operation.RANGE, (syntax.Perform(at, Operation.LENGTH, (value.node,)),))
    element = Value(syntax.Subscript(at, value.node, number), found.element)
    emptied = put(lower, node, element, lower.body.zero(found.element, at).node)
    return [syntax.ForEach(at, number, numbers, (emptied,), ())]


def _copied_into(lower: Expressions, node: Node, function: Node, given: list[Node]) -> Block:
    """``x.DeepCopyInto(out)``."""
    operand = child(function, "operand")
    if operand is None or len(given) != 1:
        raise Unlowered("a copy")
    value, target = lower.value(operand), lower.value(given[0])
    if not lower.body.is_object(pointee(value.type)) or not lower.body.is_pointer_to_object(target.type):
        raise Unlowered("a copy of something of an unknown type")
    at = lower.body.at(node)
    copy = syntax.Perform(at, Operation.DEEP_COPY, (value.node,))
    return [syntax.Overwrite(at, syntax.Pointee(at, target.node), copy)]


def _reset_metadata(lower: Expressions, node: Node, function: Node | None, given: list[Node]) -> Block | None:
    """``metav1.ResetObjectMetaForStatus(new, old)``, whose body goes through accessors."""
    operand = child(function, "operand") if function is not None else None
    if function is None or operand is None or len(given) != 2:
        return None
    path = lower.package_named(operand)
    if f"{path}.{text(child(function, 'field') or function)}" != library.RESET_METADATA:
        return None
    at = lower.body.at(node)
    sides = [_metadata_of(lower, each) for each in given]
    names = [syntax.Name(at, lower.body.fresh("·metadata")) for _ in sides]
    found: Block = [syntax.Assign(at, (name,), side) for name, side in zip(names, sides)]
    for name in library.KEPT_METADATA:
        new, old = (syntax.Attribute(at, each, name) for each in names)
        found.append(syntax.Assign(at, (new,), old))
    return found


def _metadata_of(lower: Expressions, node: Node) -> syntax.Expression:
    """The metadata of an object, or what is it already."""
    value = lower.value(node)
    struct = lower.body.typing.struct(value.type)
    if struct is not None and any(each.name == "OwnerReferences" for each in struct.fields):
        return value.node
    found = lower.body.typing.select(value.type, "ObjectMeta")
    if found is None or found.field is None:
        raise Unlowered("metadata of something of which the type is not known")
    return lower.field(value, found, node).node


def assign(lower: Expressions, node: Node) -> Block:
    """``a = b``, ``a, b = b, a``, ``a += b``."""
    left, right, sign = listed(child(node, "left")), listed(child(node, "right")), child(node, "operator")
    symbol = text(sign) if sign is not None else "="
    if symbol != "=":
        return _augment(lower, node, left, right, symbol[:-1])
    if len(left) == 1 and len(right) == 1:
        if text(left[0]) == "_":
            return [syntax.Evaluate(lower.body.at(node), lower.value(right[0]).node)]
        kept = kept_element(lower, node, left[0], right[0])
        if kept is not None:
            return kept
        target = place(lower, left[0])
        return [
            put(
                lower,
                node,
                target,
                stored(lower, right[0], target.type) if _is_kept(left[0]) else lower.own(right[0], target.type),
            )
        ]
    found: Block = []
    targets = [None if text(each) == "_" else _held_still(lower, place(lower, each), found) for each in left]
    values = _several(lower, node, right, len(left), [UNKNOWN if each is None else each.type for each in targets])
    if lower.body.before:
        found, lower.body.before = [*lower.body.before, *found], []
    names = []
    for value in values:
        name = syntax.Name(lower.body.at(node), lower.body.fresh("·value"))
        names.append(name)
        found.append(syntax.Assign(lower.body.at(node), (name,), lower.body.own(value)))
    for target_, name in zip(targets, names):
        if target_ is not None:
            found.append(put(lower, node, target_, name))
    return found


def _is_kept(node: Node) -> bool:
    """Whether what is assigned stays in an object."""
    return node.type in ("selector_expression", "index_expression", "unary_expression")


def place(lower: Expressions, node: Node) -> Value:
    """The target of an assignment."""
    while node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    body = lower.body
    variable = body.find(unspaced(node)) if node.type in ("identifier", "index_expression") else None
    if variable is not None:
        body.note_assigned(variable)
        return Value(body.name_of(node, variable), variable.type)
    if node.type == "identifier":
        raise Unlowered("a variable of a package is set")
    if node.type == "index_expression":
        operand, index = child(node, "operand"), child(node, "index")
        if operand is None or index is None:
            raise Unlowered("an index without a value")
        holder = lower.value(operand)
        holder = array_behind(lower, holder, operand)
        found = body.underlying(holder.type)
        if not isinstance(found, (Map, Slice, Array)):
            raise Unlowered("an element of something of an unknown type is set")
        key = lower.value(index, found.key if isinstance(found, Map) else INT).node
        if isinstance(found, Map):
            key = as_key(lower, key, found)
        element = found.value if isinstance(found, Map) else found.element
        return Value(syntax.Subscript(body.at(node), holder.node, key), element)
    target = lower.value(node)
    if not isinstance(target.node, (syntax.Attribute, syntax.Pointee, syntax.Name)):
        raise Unlowered("something is set that is no place")
    return target


def _once(lower: Expressions, node: Node, found: Block) -> Value:
    """A place that is read and set: calls in it happen once."""
    target = place(lower, node)
    return _held_still(lower, target, found) if has_call(node) else target


def _held_still(lower: Expressions, target: Value, found: Block) -> Value:
    """A place whose holder and index are what they are now, whatever is set before it."""

    def kept(value: syntax.Expression) -> syntax.Expression:
        if isinstance(value, syntax.Literal):
            return value
        name = syntax.Name(value.location, lower.body.fresh("·place"))
        found.append(syntax.Assign(value.location, (name,), value))
        return name

    node = target.node
    if isinstance(node, syntax.Attribute):
        return replace(target, node=syntax.Attribute(node.location, kept(node.value), node.name))
    if isinstance(node, syntax.Subscript):
        return replace(target, node=syntax.Subscript(node.location, kept(node.value), kept(node.index)))
    if isinstance(node, syntax.Pointee):
        return replace(target, node=syntax.Pointee(node.location, kept(node.pointer)))
    return target


def put(lower: Expressions, node: Node, target: Value, value: syntax.Expression) -> syntax.Statement:
    """``target = value``."""
    at = lower.body.at(node)
    is_whole = lower.body.is_object(target.type) or lower.body.is_array_of_values(target.type)
    if isinstance(target.node, syntax.Pointee) or is_whole:
        is_scalar = isinstance(lower.body.underlying(target.type), Basic)
        return syntax.Overwrite(at, target.node, value, is_scalar)
    return syntax.Assign(at, (target.node,), value)


def _augment(lower: Expressions, node: Node, left: list[Node], right: list[Node], symbol: str) -> Block:
    if len(left) != 1 or len(right) != 1:
        raise Unlowered("an operator with several sides")
    found: Block = []
    target = _once(lower, left[0], found)
    value = lower.value(right[0], target.type)
    return [*found, put(lower, node, target, arithmetic(lower, symbol, target.node, value, target.type))]


def step(lower: Expressions, node: Node) -> Block:
    """``x++`` and ``x--``."""
    if is_count(lower, node):
        return []
    found: Block = []
    target = _once(lower, named_children(node)[0], found)
    one = Value(syntax.Literal(lower.body.at(node), 1), INT, True)
    symbol = "+" if node.type == "inc_statement" else "-"
    return [*found, put(lower, node, target, arithmetic(lower, symbol, target.node, one, target.type))]


def _several(lower: Expressions, node: Node, right: list[Node], count: int, wanted: list[GoType]) -> list[Value]:
    """Values of a given number: as many expressions, or one that gives them all."""
    if len(right) == count:
        return [lower.boxed(lower.value(each, type_), type_) for each, type_ in zip(right, wanted)]
    if len(right) != 1:
        raise Unlowered("sides of an assignment that do not fit")
    source = right[0]
    while source.type == "parenthesized_expression" and source.named_child_count == 1:
        source = source.named_children[0]
    told = {"index_expression": _looked_up, "type_assertion_expression": _tested}.get(source.type)
    if count == 2 and told is not None:
        return [lower.boxed(*each) for each in zip(told(lower, source), wanted)]
    if source.type != "call_expression":
        raise Unlowered("several values of one expression")
    return lower.results(source, wanted)


def _looked_up(lower: Expressions, node: Node) -> list[Value]:
    """``v, ok := m[k]``."""
    operand, index = child(node, "operand"), child(node, "index")
    if operand is None or index is None:
        raise Unlowered("an index without a value")
    holder = lower.value(operand)
    found = lower.body.underlying(holder.type)
    if not isinstance(found, Map):
        raise Unlowered("an element of something of an unknown type")
    at = lower.body.at(node)
    key = syntax.Name(at, lower.body.fresh("·key"))
    lower.body.before.append(syntax.Assign(at, (key,), as_key(lower, lower.own(index, found.key), found)))
    value = present_or_zero(lower, node, holder.node, key, found.value)
    return [value, Value(syntax.Comparison(at, "in", key, holder.node), BOOL, True)]


def _tested(lower: Expressions, node: Node) -> list[Value]:
    """``v, ok := x.(T)``."""
    operand, type_node = child(node, "operand"), child(node, "type")
    if operand is None or type_node is None:
        raise Unlowered("a type assertion without a type")
    at, type_ = lower.body.at(node), lower.body.type_of(type_node)
    name = syntax.Name(at, lower.body.fresh("·ok"))
    value = lower.value(operand)
    fits, seen = asserted(lower, node, value, type_)
    lower.body.before.append(syntax.Assign(at, (name,), fits))
    zero = lower.body.zero(type_, at)
    return [Value(syntax.Conditional(at, name, seen, zero.node), type_), Value(name, BOOL, True)]


def declare_short(lower: Expressions, node: Node) -> Block:
    """``a, b := ...``: names that the block has already are set, the others are new."""
    left, right = listed(child(node, "left")), listed(child(node, "right"))
    body = lower.body
    wanted = []
    for each in left:
        known = body.scopes[-1].get(text(each))
        wanted.append(known.type if known is not None else UNKNOWN)
    values = _several(lower, node, right, len(left), wanted)
    owned = [body.own(value) for value in values]
    found: Block = []
    if len(owned) > 1 and len(right) > 1:
        names = [syntax.Name(body.at(node), body.fresh("·value")) for _ in owned]
        found += [syntax.Assign(body.at(node), (name,), value) for name, value in zip(names, owned)]
        owned = list(names)
    for each, value, own in zip(left, values, owned):
        found += _bind(lower, each, defaulted(value.type), own)
    return found


def _bind(lower: Expressions, node: Node, type_: GoType, value: syntax.Expression) -> Block:
    """One name of a short declaration."""
    body, at = lower.body, lower.body.at(node)
    name = text(node)
    if name == "_":
        return [syntax.Evaluate(at, value)]
    known = body.scopes[-1].get(name)
    if known is not None:
        body.note_assigned(known)
        return [put(lower, node, Value(syntax.Name(at, known.name), known.type), value)]
    variable = body.declare(name, type_)
    return [syntax.Assign(at, (syntax.Name(at, variable.name),), value)]


def declare(lower: Expressions, node: Node) -> Block:
    """``var a, b T = ...``."""
    body, found = lower.body, Block()
    specs = [
        each
        for part in named_children(node)
        for each in (named_children(part) if part.type == "var_spec_list" else [part])
    ]
    for spec in specs:
        type_node, names = child(spec, "type"), children(spec, "name")
        type_ = UNKNOWN if type_node is None else body.type_of(type_node)
        right = listed(child(spec, "value"))
        at = body.at(spec)
        values = (
            _several(lower, spec, right, len(names), [type_] * len(names))
            if right
            else [body.zero(type_, at)] * len(names)
        )
        owned = [body.own(value) for value in values]
        if not right and len(names) > 1:
            owned = [body.zero(type_, at).node for _ in names]
        for name, value, own in zip(names, values, owned):
            variable = body.declare(text(name), defaulted(value.type) if type_node is None else type_)
            found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), own))
    return found


def constants(lower: Expressions, node: Node) -> Block:
    """Constants of a function: folded where they are used."""
    for each in constants_of(lower.body.file, node):
        type_ = UNKNOWN if each.type_node is None else lower.body.type_of(each.type_node)
        value = None if each.value_node is None else lower.constant(each.value_node, each.iota, type_)
        if value is None or value.constant is None:
            raise Unlowered("a constant that can't be told")
        lower.body.declare(each.name, value.type, value.constant)
    return []
