"""Statements of Go, and function literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tree_sitter import Node

from apivet.golang.lowering.body import (
    BOOL,
    INT,
    STRING,
    Body,
    Frame,
    Target,
    Unlowered,
    Value,
    Variable,
    inside,
    listed,
    named_children,
    parameter_names,
    statements_of,
)
from apivet.golang.lowering.expressions import Expressions, asserted, present_or_zero, stored
from apivet.golang.source import child, children, text
from apivet.golang.types import (
    UNKNOWN,
    Array,
    Basic,
    Func,
    GoType,
    Map,
    Pointer,
    Slice,
    Tuple,
    pointee,
)
from apivet.program import syntax
from apivet.program.operations import Operation

Block = list[syntax.Statement]
_JUMPS: Final = ("break_statement", "continue_statement", "goto_statement", "fallthrough_statement")
_LOOPS: Final = ("for_statement",)
_CASES: Final = ("expression_switch_statement", "type_switch_statement", "select_statement")


def block(lower: Expressions, nodes: list[Node]) -> Block:
    """The statements of a block, in a scope of its own."""
    with lower.body.scope():
        return open_block(lower, nodes)


def open_block(lower: Expressions, nodes: list[Node]) -> Block:
    """The statements of a block whose scope the caller has opened."""
    found: Block = []
    for node in nodes:
        found += statement(lower, node)
    return found


def statement(lower: Expressions, node: Node) -> Block:
    """A statement; where it has no place in the model, all that it can reach is lost."""
    if node.type in ("comment", "empty_statement"):
        return []
    body = lower.body
    outside, body.before = body.before, []
    visible = [dict(scope) for scope in body.scopes]
    deferred = len(body.frame.deferred)
    try:
        if node.has_error:
            raise Unlowered("a syntax error")
        handler = _HANDLERS.get(node.type)
        if handler is None:
            raise Unlowered(node.type.replace("_", " "))
        found = handler(lower, node)
        return [*body.before, *found]
    except Unlowered as unlowered:
        body.scopes[len(visible) :] = []
        del body.frame.deferred[deferred:]
        declared = body.scopes[-1]
        body.scopes[:] = visible
        return _lost(lower, node, str(unlowered), declared)
    finally:
        body.before = outside


def _lost(lower: Expressions, node: Node, note: str, declared: dict[str, Variable]) -> Block:
    """A statement that is not lowered. Jumps out of it can't be told: then the one around it isn't lowered either."""
    body = lower.body
    if _jumps_out(node) or node.type == "defer_statement":
        raise Unlowered(note)
    parts = lower.mentioned(node)
    names = []
    for part in parts:
        assert isinstance(part, syntax.Name)
        variable = next((each for scope in body.scopes for each in scope.values() if each.name == part.name), None)
        if variable is not None:
            names.append(part.name)
            body.note_assigned(variable)
    for name, variable in _declared_in(lower, node, declared):
        body.scopes[-1][name] = variable
        names.append(variable.name)
    leaves = any(each.type == "return_statement" for each in inside(node, functions=False))
    if leaves and body.frame.exit:
        raise Unlowered(note)
    return [syntax.Lost(body.at(node), note, parts, tuple(dict.fromkeys(names)), leaves)]


def _declared_in(lower: Expressions, node: Node, declared: dict[str, Variable]) -> list[tuple[str, Variable]]:
    """The variables that a lost statement declares for those behind it."""
    names: list[str] = []
    if node.type == "short_var_declaration":
        names = [text(each) for each in listed(child(node, "left"))]
    elif node.type == "var_declaration":
        names = [text(name) for each in inside(node) if each.type == "var_spec" for name in children(each, "name")]
    found = []
    for name in names:
        if name != "_" and name not in lower.body.scopes[-1]:
            known = declared.get(name)
            found.append((name, known or Variable(lower.body.fresh(name), UNKNOWN, len(lower.body.frames) - 1)))
    return found


def _jumps_out(node: Node) -> bool:
    """Whether a piece of code may go on elsewhere than behind it, other than by a ``return``."""
    pending: list[tuple[Node, bool, bool]] = [(node, False, False)]
    labels = {text(child(each, "label") or each) for each in inside(node) if each.type == "labeled_statement"}
    while pending:
        part, in_loop, in_switch = pending.pop()
        if part.type in _JUMPS:
            label = named_children(part)
            if label and text(label[0]) not in labels:
                return True
            if part.type == "goto_statement":
                return True
            if not label and part.type == "continue_statement" and not in_loop:
                return True
            if not label and part.type == "break_statement" and not (in_loop or in_switch):
                return True
            if part.type == "fallthrough_statement" and not in_switch:
                return True
        if part.type == "func_literal":
            continue
        is_loop, is_switch = in_loop or part.type in _LOOPS, in_switch or part.type in _CASES
        pending += [(each, is_loop, is_switch) for each in part.named_children]
    return False


# ------------------------------------------------------------------------------------------------------- assignments


def _evaluate(lower: Expressions, node: Node) -> Block:
    inner = named_children(node)[0]
    if inner.type == "call_expression":
        function, arguments = child(inner, "function"), child(inner, "arguments")
        name = text(child(function, "field") or function) if function is not None else ""
        given = named_children(arguments)
        if function is not None and name == "DeepCopyInto" and function.type == "selector_expression":
            return _copied_into(lower, inner, function, given)
        reset = _reset_metadata(lower, inner, function, given)
        if reset is not None:
            return reset
    return [syntax.Evaluate(lower.body.at(node), lower.value(inner, UNKNOWN, 0).node)]


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
    from apivet.golang.lowering import library

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


def _assign(lower: Expressions, node: Node) -> Block:
    left, right, sign = listed(child(node, "left")), listed(child(node, "right")), child(node, "operator")
    symbol = text(sign) if sign is not None else "="
    if symbol != "=":
        return _augment(lower, node, left, right, symbol[:-1])
    if len(left) == 1 and len(right) == 1:
        if text(left[0]) == "_":
            return [syntax.Evaluate(lower.body.at(node), lower.value(right[0]).node)]
        target = place(lower, left[0])
        return [
            put(
                lower,
                node,
                target,
                stored(lower, right[0], target.type) if _is_kept(left[0]) else lower.own(right[0], target.type),
            )
        ]
    targets = [None if text(each) == "_" else place(lower, each) for each in left]
    values = _several(lower, node, right, len(left), [UNKNOWN if each is None else each.type for each in targets])
    found: Block = []
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
    if node.type == "identifier":
        variable = body.find(text(node))
        if variable is None:
            raise Unlowered("a variable of a package is set")
        body.note_assigned(variable)
        return Value(body.name_of(node, variable), variable.type)
    if node.type == "index_expression":
        operand, index = child(node, "operand"), child(node, "index")
        if operand is None or index is None:
            raise Unlowered("an index without a value")
        holder = lower.value(operand)
        found = body.underlying(holder.type)
        if not isinstance(found, (Map, Slice, Array)):
            raise Unlowered("an element of something of an unknown type is set")
        key = lower.value(index, found.key if isinstance(found, Map) else INT).node
        element = found.value if isinstance(found, Map) else found.element
        return Value(syntax.Subscript(body.at(node), holder.node, key), element)
    target = lower.value(node)
    if not isinstance(target.node, (syntax.Attribute, syntax.Pointee, syntax.Name)):
        raise Unlowered("something is set that is no place")
    return target


def put(lower: Expressions, node: Node, target: Value, value: syntax.Expression) -> syntax.Statement:
    """``target = value``."""
    at = lower.body.at(node)
    if not lower.body.is_known(target.type) and not isinstance(target.node, syntax.Name):
        raise Unlowered("a place is set of which the type is not known")
    is_object = lower.body.is_object(target.type)
    if isinstance(target.node, syntax.Pointee) or is_object:
        return syntax.Overwrite(at, target.node, value)
    return syntax.Assign(at, (target.node,), value)


def _augment(lower: Expressions, node: Node, left: list[Node], right: list[Node], symbol: str) -> Block:
    if len(left) != 1 or len(right) != 1:
        raise Unlowered("an operator with several sides")
    target = place(lower, left[0])
    value = lower.value(right[0], target.type)
    return [put(lower, node, target, _combined(lower, node, symbol, target, value.node))]


def _combined(
    lower: Expressions, node: Node, symbol: str, target: Value, value: syntax.Expression
) -> syntax.Expression:
    at = lower.body.at(node)
    if symbol in ("+", "-", "*", "|", "&", "^", "<<", ">>"):
        return syntax.Binary(at, symbol, target.node, value)
    return syntax.Perform(at, Operation.PURE, (target.node, value), f"go {symbol}")


def _step(lower: Expressions, node: Node) -> Block:
    target = place(lower, named_children(node)[0])
    one = syntax.Literal(lower.body.at(node), 1)
    symbol = "+" if node.type == "inc_statement" else "-"
    return [put(lower, node, target, _combined(lower, node, symbol, target, one))]


def _several(lower: Expressions, node: Node, right: list[Node], count: int, wanted: list[GoType]) -> list[Value]:
    """So many values: as many expressions, or one that gives them all."""
    if len(right) == count:
        return [lower.value(each, type_) for each, type_ in zip(right, wanted)]
    if len(right) != 1:
        raise Unlowered("sides of an assignment that do not fit")
    at, source = lower.body.at(right[0]), right[0]
    while source.type == "parenthesized_expression" and source.named_child_count == 1:
        source = source.named_children[0]
    if count == 2 and source.type == "index_expression":
        return _looked_up(lower, source)
    if count == 2 and source.type == "type_assertion_expression":
        return _tested(lower, source)
    if source.type != "call_expression":
        raise Unlowered("several values of one expression")
    value = lower.value(source, UNKNOWN, count)
    items = value.type.items if isinstance(value.type, Tuple) else ()
    if isinstance(value.node, syntax.Sequence) and len(value.node.items) == count:
        return [Value(each, type_, True) for each, type_ in zip(value.node.items, items)]
    name = syntax.Name(at, lower.body.fresh("·results"))
    lower.body.before.append(syntax.Assign(at, (name,), value.node))
    types = items if len(items) == count else (UNKNOWN,) * count
    return [
        Value(syntax.Subscript(at, name, syntax.Literal(at, number)), types[number], True) for number in range(count)
    ]


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
    lower.body.before.append(syntax.Assign(at, (key,), lower.own(index, found.key)))
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
    fits, seen = asserted(lower, node, value.node, type_)
    lower.body.before.append(syntax.Assign(at, (name,), fits))
    zero = lower.body.zero(type_, at)
    return [Value(syntax.Conditional(at, name, seen, zero.node), type_), Value(name, BOOL, True)]


def _declare_short(lower: Expressions, node: Node) -> Block:
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


def defaulted(type_: GoType) -> GoType:
    """The type of a variable that is declared with an untyped constant."""
    if isinstance(type_, Basic) and type_.name.startswith("untyped"):
        plain = {"untyped int": "int", "untyped string": "string", "untyped bool": "bool", "untyped rune": "int32"}
        return Basic(plain.get(type_.name, "float64"))
    return type_


def _declare(lower: Expressions, node: Node) -> Block:
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


def _constants(lower: Expressions, node: Node) -> Block:
    """Constants of a function: folded where they are used."""
    if "iota" in text(node):
        raise Unlowered("iota in a function")
    for spec in named_children(node):
        values = listed(child(spec, "value"))
        for name, value_node in zip(children(spec, "name"), values):
            value = lower.constant(value_node)
            if value is None or value.constant is None:
                raise Unlowered("a constant that can't be told")
            type_node = child(spec, "type")
            type_ = value.type if type_node is None else lower.body.type_of(type_node)
            lower.body.declare(text(name), type_, value.constant)
    return []


# ---------------------------------------------------------------------------------------------------------- branches


def _nested(lower: Expressions, node: Node) -> Block:
    return block(lower, statements_of(node))


def _if(lower: Expressions, node: Node) -> Block:
    condition, then, otherwise = (child(node, name) for name in ("condition", "consequence", "alternative"))
    if condition is None or then is None:
        raise Unlowered("an if without a condition")
    with lower.body.scope():
        first = _initial(lower, node)
        test = lower.truth(condition)
        before = _taken_before(lower)
        lowered = block(lower, statements_of(then))
        other: Block = []
        if otherwise is not None:
            other = (
                statement(lower, otherwise)
                if otherwise.type == "if_statement"
                else block(lower, statements_of(otherwise))
            )
    return [*first, *before, syntax.If(lower.body.at(condition), test, tuple(lowered), tuple(other))]


def _initial(lower: Expressions, node: Node) -> Block:
    """The statement before the condition of an ``if``, ``switch`` or ``for``."""
    first = child(node, "initializer")
    return [] if first is None else statement(lower, first)


def _taken_before(lower: Expressions) -> Block:
    """Statements that an expression needs before it."""
    found, lower.body.before = lower.body.before, []
    return found


def _switch(lower: Expressions, node: Node, label: str = "") -> Block:
    tag = child(node, "value")
    cases = [each for each in named_children(node) if each.type in ("expression_case", "default_case")]
    at, body = lower.body.at(node), lower.body
    with body.scope():
        found = _initial(lower, node)
        asked: Value | None = None
        if tag is not None:
            value = lower.value(tag)
            name = syntax.Name(at, body.fresh("·tag"))
            found += [*_taken_before(lower), syntax.Assign(at, (name,), body.own(value))]
            asked = Value(name, value.type)
        target = _entered(lower, label, is_loop=False)
        tests = [_case_test(lower, each, asked) for each in cases]
        found += _taken_before(lower)
        bodies = [_case_body(lower, cases, number) for number in range(len(cases))]
        body.frame.targets.pop()
    return [*found, *_left(lower, node, target, _chain(lower, node, cases, tests, bodies))]


def _case_test(lower: Expressions, case: Node, asked: Value | None) -> syntax.Expression | None:
    """The condition of a case; ``None`` for the default."""
    if case.type == "default_case":
        return None
    tests: list[syntax.Expression] = []
    for each in listed(child(case, "value")):
        at = lower.body.at(each)
        if asked is None:
            tests.append(lower.truth(each))
            continue
        value = lower.value(each, asked.type)
        under = lower.body.underlying(asked.type)
        if not isinstance(under, Basic) and value.constant is None:
            raise Unlowered("a switch over something that is no plain value")
        symbol = "is" if value.constant is not None and value.constant.value is None else "=="
        tests.append(syntax.Comparison(at, symbol, asked.node, value.node))
    return tests[0] if len(tests) == 1 else syntax.Boolean(lower.body.at(case), "or", tuple(tests))


def _case_body(lower: Expressions, cases: list[Node], number: int) -> Block:
    """The statements of a case; ``fallthrough`` goes on with the next one's."""
    nodes = _case_statements(cases[number])
    falls = bool(nodes) and nodes[-1].type == "fallthrough_statement"
    if any(each.type == "fallthrough_statement" for node in nodes[:-1] for each in inside(node)):
        raise Unlowered("a fallthrough inside a case")
    found = block(lower, nodes[:-1] if falls else nodes)
    if falls and number + 1 < len(cases):
        found += _case_body(lower, cases, number + 1)
    return found


def _case_statements(case: Node) -> list[Node]:
    return [each for part in case.named_children if part.type == "statement_list" for each in named_children(part)]


def _chain(
    lower: Expressions, node: Node, cases: list[Node], tests: list[syntax.Expression | None], bodies: list[Block]
) -> Block:
    """Cases one after the other as a chain of ``if``; the default comes last, wherever it stands."""
    found: Block = []
    for test, body in zip(tests, bodies):
        if test is None:
            found = body
    for case, test, body in reversed(list(zip(cases, tests, bodies))):
        if test is not None:
            found = [syntax.If(lower.body.at(case), test, tuple(body), tuple(found))]
    return found


def _type_switch(lower: Expressions, node: Node, label: str = "") -> Block:
    """``switch x := v.(type)``."""
    value_node, alias = child(node, "value"), child(node, "alias")
    if value_node is None:
        raise Unlowered("a switch over no type")
    cases = [each for each in named_children(node) if each.type in ("type_case", "default_case")]
    at, body = lower.body.at(node), lower.body
    with body.scope():
        found = _initial(lower, node)
        value = lower.value(value_node)
        name = syntax.Name(at, body.fresh("·value"))
        found += [*_taken_before(lower), syntax.Assign(at, (name,), value.node)]
        target = _entered(lower, label, is_loop=False)
        tests: list[syntax.Expression | None] = []
        bodies = []
        for case in cases:
            types = [each for each in children(case, "type") if each.is_named]
            tests.append(_type_test(lower, case, name, types))
            bodies.append(_type_body(lower, case, alias, name, types, value.type))
        body.frame.targets.pop()
    return [*found, *_left(lower, node, target, _chain(lower, node, cases, tests, bodies))]


def _type_test(lower: Expressions, case: Node, name: syntax.Name, types: list[Node]) -> syntax.Expression | None:
    if case.type == "default_case":
        return None
    at = lower.body.at(case)
    tests: list[syntax.Expression] = []
    for each in types:
        if text(each) == "nil":
            tests.append(syntax.Comparison(at, "is", name, syntax.Literal(at, None)))
        else:
            tests.append(asserted(lower, each, name, lower.body.type_of(each))[0])
    return tests[0] if len(tests) == 1 else syntax.Boolean(at, "or", tuple(tests))


def _type_body(
    lower: Expressions, case: Node, alias: Node | None, name: syntax.Name, types: list[Node], type_: GoType
) -> Block:
    with lower.body.scope():
        found: Block = []
        if alias is not None:
            at = lower.body.at(case)
            seen: syntax.Expression = name
            if len(types) == 1 and text(types[0]) != "nil":
                type_ = lower.body.type_of(types[0])
                seen = asserted(lower, types[0], name, type_)[1]
            variable = lower.body.declare(text(listed(alias)[0]), type_)
            value = lower.body.own(Value(seen, type_))
            found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), value))
        return found + open_block(lower, _case_statements(case))


# ------------------------------------------------------------------------------------------------------------- loops


def _entered(lower: Expressions, label: str, *, is_loop: bool) -> Target:
    """A statement that jumps can mean."""
    target = Target(label, is_loop, lower.body.fresh("·break"), lower.body.fresh("·continue"))
    lower.body.frame.targets.append(target)
    return target


def _left(lower: Expressions, node: Node, target: Target, found: Block) -> Block:
    """A statement with the block around it that a ``break`` leaves."""
    return [syntax.Labelled(lower.body.at(node), target.breaks, tuple(found))] if target.broken else found


def _round(lower: Expressions, node: Node, target: Target, found: Block) -> Block:
    """The body of a loop with the block around it that a ``continue`` leaves."""
    return [syntax.Labelled(lower.body.at(node), target.continues, tuple(found))] if target.continued else found


def _for(lower: Expressions, node: Node, label: str = "") -> Block:
    body_node = child(node, "body")
    if body_node is None:
        raise Unlowered("a loop without a body")
    head = next((each for each in named_children(node) if each.type in ("for_clause", "range_clause")), None)
    if head is not None and head.type == "range_clause":
        with lower.body.scope():
            return _range(lower, node, head, body_node, label)
    with lower.body.scope():
        found = _initial(lower, head) if head is not None else []
        condition = child(head, "condition") if head is not None else None
        if head is None:
            condition = next((each for each in named_children(node) if each.id != body_node.id), None)
        test: syntax.Expression = syntax.Literal(lower.body.at(node), True)
        if condition is not None:
            test = lower.truth(condition)
            if lower.body.before:
                raise Unlowered("a condition of a loop that needs several steps")
        target = _entered(lower, label, is_loop=True)
        inner = _round(lower, node, target, block(lower, statements_of(body_node)))
        update = child(head, "update") if head is not None else None
        inner += [] if update is None else statement(lower, update)
        lower.body.frame.targets.pop()
    loop = syntax.While(lower.body.at(node), test, tuple(inner), ())
    return [*found, *_left(lower, node, target, [loop])]


def _range(lower: Expressions, node: Node, head: Node, body_node: Node, label: str) -> Block:
    left, right = listed(child(head, "left")), child(head, "right")
    if right is None:
        raise Unlowered("a range over nothing")
    is_declaring = any(each.type == ":=" for each in head.children)
    value = lower.value(right)
    before = _taken_before(lower)
    found = lower.body.underlying(value.type)
    if isinstance(found, Pointer):
        found = lower.body.underlying(found.target)
    if isinstance(found, Func):
        return [*before, *_range_over_function(lower, node, left, is_declaring, value, found, body_node, label)]
    at = lower.body.at(head)
    types, iterable = _iterated(lower, node, value, found, len(left))
    names = [syntax.Name(at, lower.body.fresh("·item")) for _ in types]
    target = _entered(lower, label, is_loop=True)
    first: Block = []
    for each, name, type_ in zip(left, names, types):
        if text(each) == "_":
            continue
        own = lower.body.own(Value(name, type_))
        if is_declaring:
            variable = lower.body.declare(text(each), type_)
            first.append(syntax.Assign(at, (syntax.Name(at, variable.name),), own))
        else:
            first.append(put(lower, head, place(lower, each), own))
    inner = [*first, *_round(lower, node, target, block(lower, statements_of(body_node)))]
    lower.body.frame.targets.pop()
    item: syntax.Expression = names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", tuple(names))
    return [*before, *_left(lower, node, target, [syntax.ForEach(at, item, iterable, tuple(inner), ())])]


def _iterated(
    lower: Expressions, node: Node, value: Value, found: GoType, count: int
) -> tuple[tuple[GoType, ...], syntax.Expression]:
    """The types of what each round gets, and what is gone through."""
    at = lower.body.at(node)
    if isinstance(found, (Slice, Array)):
        if count == 1:
            return (INT, found.element), syntax.Perform(at, Operation.ENUMERATE, (value.node,))
        if count == 0:
            return (found.element,), value.node
        return (INT, found.element), syntax.Perform(at, Operation.ENUMERATE, (value.node,))
    if isinstance(found, Map):
        return (found.key, found.value), syntax.Perform(at, Operation.ITEMS, (value.node,))
    if isinstance(found, Basic) and found not in (STRING, Basic("untyped string")):
        return (INT,), syntax.Perform(at, Operation.RANGE, (value.node,))
    raise Unlowered("a range over something of an unknown type")


def _range_over_function(
    lower: Expressions,
    node: Node,
    left: list[Node],
    is_declaring: bool,
    value: Value,
    signature: Func,
    body_node: Node,
    label: str,
) -> Block:
    """A range over a function: it is called with the body, which says whether to go on."""
    body, at = lower.body, lower.body.at(node)
    yielding = body.underlying(signature.parameters[0]) if signature.parameters else UNKNOWN
    if not isinstance(yielding, Func):
        raise Unlowered("a range over a function of an unknown type")
    jumps = [each for each in inside(body_node, functions=False) if each.type in ("goto_statement", "defer_statement")]
    if jumps or any(each.type in _JUMPS and named_children(each) for each in inside(body_node, functions=False)):
        raise Unlowered("a jump out of a range over a function")
    outer = body.frame
    mark, result = syntax.Name(at, body.fresh("·returned")), syntax.Name(at, body.fresh("·result"))
    name = body.fresh("·yield")
    body.frames.append(Frame(outer.results, exit=""))
    frame = body.frame
    with body.scope():
        first: Block = []
        parameters = []
        for number, type_ in enumerate(yielding.parameters):
            item = body.fresh("·item")
            parameters.append(syntax.Parameter(item, "positional", None, None))
            given = left[number] if number < len(left) else None
            if given is None or text(given) == "_":
                continue
            own = body.own(Value(syntax.Name(at, item), type_))
            if is_declaring:
                variable = body.declare(text(given), type_)
                first.append(syntax.Assign(at, (syntax.Name(at, variable.name),), own))
            else:
                first.append(put(lower, node, place(lower, given), own))
        target = _entered(lower, label, is_loop=True)
        inner = [*first, *_round(lower, node, target, block(lower, statements_of(body_node)))]
        frame.targets.pop()
    body.frames.pop()
    goes_on: Block = [syntax.Return(at, syntax.Literal(at, True))]
    stops: Block = [syntax.Return(at, syntax.Literal(at, False))]
    lowered = [*_left_early(lower, inner, target, mark, result, at), *goes_on]
    if target.broken:
        whole: Block = [syntax.Labelled(at, target.breaks, tuple(lowered)), *stops]
    else:
        whole = lowered
    frame.outer.update((mark.name, result.name))
    for each in body.frames[1:]:
        each.outer.update(each_name for each_name in frame.outer if _is_outside(body, each_name, each))
    function = syntax.Function(
        at, name, f"{body.package.path}.{name}", body.package.path, None, tuple(parameters),
        (syntax.Outer(at, tuple(sorted(frame.outer))), *whole), (), "none", False, False, False, False, None,
    )  # fmt: skip
    call = syntax.Call(at, value.node, (syntax.Argument(syntax.Lambda(at, function)),))
    none = syntax.Literal(at, None)
    found: Block = [
        syntax.Assign(at, (mark,), syntax.Literal(at, False)),
        syntax.Assign(at, (result,), none),
        syntax.Evaluate(at, call),
    ]
    if any(each.type == "return_statement" for each in inside(body_node, functions=False)):
        found.append(syntax.If(at, mark, tuple(_returned(lower, at, result)), ()))
    return found


def _is_outside(body: Body, name: str, frame: Frame) -> bool:
    """Whether a variable belongs to a function around that of a frame."""
    number = body.frames.index(frame)
    return any(each.name == name and each.frame < number for scope in body.scopes for each in scope.values())


def _left_early(
    lower: Expressions, found: Block, target: Target, mark: syntax.Name, result: syntax.Name, at: object
) -> Block:
    """The body of a range over a function, in which a ``return`` leaves a mark and stops."""
    return [_marked(each, mark, result) for each in found]


def _marked(node: syntax.Statement, mark: syntax.Name, result: syntax.Name) -> syntax.Statement:
    if isinstance(node, syntax.Return):
        at = node.location
        value = node.value or syntax.Literal(at, None)
        return syntax.If(
            at,
            syntax.Literal(at, True),
            (
                syntax.Assign(at, (result,), value),
                syntax.Assign(at, (mark,), syntax.Literal(at, True)),
                syntax.Return(at, syntax.Literal(at, False)),
            ),
            (),
        )
    if isinstance(node, syntax.If):
        then = tuple(_marked(each, mark, result) for each in node.then)
        return syntax.If(node.location, node.test, then, tuple(_marked(each, mark, result) for each in node.otherwise))
    if isinstance(node, syntax.Labelled):
        return syntax.Labelled(node.location, node.label, tuple(_marked(each, mark, result) for each in node.body))
    if isinstance(node, syntax.ForEach):
        inner = tuple(_marked(each, mark, result) for each in node.body)
        return syntax.ForEach(node.location, node.target, node.iterable, inner, node.otherwise)
    if isinstance(node, syntax.While):
        inner = tuple(_marked(each, mark, result) for each in node.body)
        return syntax.While(node.location, node.test, inner, node.otherwise)
    if isinstance(node, syntax.Lost) and node.leaves:
        raise Unlowered("a statement of a range over a function that may return")
    return node


def _labelled(lower: Expressions, node: Node) -> Block:
    label, inner = child(node, "label"), named_children(node)[-1]
    if label is None or inner.type not in _BY_LABEL:
        if any(each.type == "goto_statement" for each in inside(node)):
            raise Unlowered("a goto")
        return statement(lower, inner) if inner.type != "label_name" else []
    return _BY_LABEL[inner.type](lower, inner, text(label))


def _break(lower: Expressions, node: Node) -> Block:
    label = [text(each) for each in named_children(node)]
    for target in reversed(lower.body.frame.targets):
        if not label or target.label == label[0]:
            target.broken = True
            return [syntax.Break(lower.body.at(node), target.breaks)]
    raise Unlowered("a break out of nothing")


def _continue(lower: Expressions, node: Node) -> Block:
    label = [text(each) for each in named_children(node)]
    for target in reversed(lower.body.frame.targets):
        if target.is_loop and (not label or target.label == label[0]):
            target.continued = True
            return [syntax.Break(lower.body.at(node), target.continues)]
    raise Unlowered("a continue without a loop")


# ----------------------------------------------------------------------------------------------------------- the end


def _return(lower: Expressions, node: Node) -> Block:
    frame, at = lower.body.frame, lower.body.at(node)
    given = [each for part in named_children(node) for each in listed(part)]
    if not given:
        return _ended(lower, node, None)
    count = len(frame.results)
    if len(given) == 1 and count > 1:
        value = lower.value(given[0], UNKNOWN, count)
        return [*_taken_before(lower), *_ended(lower, node, value.node)]
    values = tuple(stored(lower, each, type_) for each, type_ in zip(given, frame.results))
    if len(values) != count:
        raise Unlowered("a return that does not fit")
    whole = values[0] if count == 1 else syntax.Sequence(at, "tuple", values)
    return [*_taken_before(lower), *_ended(lower, node, whole)]


def _returned(lower: Expressions, at: object, value: syntax.Expression) -> Block:
    """The function ends with a value that is there already."""
    location = value.location
    frame = lower.body.frame
    if not frame.exit:
        return [syntax.Return(location, value)]
    return [*_results_set(lower, value), syntax.Break(location, frame.exit)]


def _ended(lower: Expressions, node: Node, value: syntax.Expression | None) -> Block:
    """``return``: where something is deferred, the results are set and the end of the function is gone to."""
    frame, at = lower.body.frame, lower.body.at(node)
    if frame.exit:
        found = [] if value is None else _results_set(lower, value)
        return [*found, syntax.Break(at, frame.exit)]
    if value is None:
        return [syntax.Return(at, results_now(lower, at))]
    return [syntax.Return(at, value)]


def _results_set(lower: Expressions, value: syntax.Expression) -> Block:
    frame, at = lower.body.frame, value.location
    if not frame.named:
        return [syntax.Evaluate(at, value)]
    names = tuple(syntax.Name(at, each.name) for each in frame.named)
    return [syntax.Assign(at, names if len(names) == 1 else (syntax.Sequence(at, "tuple", names),), value)]


def results_now(lower: Expressions, at: object) -> syntax.Expression | None:
    """The named results as they are."""
    named = lower.body.frame.named
    if not named:
        return None
    names = tuple(syntax.Name(at, each.name) for each in named)  # type: ignore[arg-type]
    return names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", names)  # type: ignore[arg-type]


def _defer(lower: Expressions, node: Node) -> Block:
    """``defer f(x)``: arguments now, the call at the end."""
    from apivet.golang.lowering.calls import call

    inner = named_children(node)[0]
    frame, at, body = lower.body.frame, lower.body.at(node), lower.body
    if not frame.exit or inner.type != "call_expression":
        raise Unlowered("something that runs at the end")
    if "recover()" in text(inner):
        raise Unlowered("a panic that is caught")
    value = call(lower, inner, 0)
    found = _taken_before(lower)
    node_ = value.node
    if isinstance(node_, syntax.Call):
        arguments = []
        for each in node_.arguments:
            name = syntax.Name(at, body.fresh("·deferred"))
            found.append(syntax.Assign(at, (name,), each.value))
            arguments.append(syntax.Argument(name))
        callee = node_.callee
        if not isinstance(callee, (syntax.Entity, syntax.Lambda)):
            held = callee.value if isinstance(callee, syntax.Attribute) else callee
            name = syntax.Name(at, body.fresh("·deferred"))
            found.append(syntax.Assign(at, (name,), held))
            callee = syntax.Attribute(at, name, callee.name) if isinstance(callee, syntax.Attribute) else name
        node_ = syntax.Call(node_.location, callee, tuple(arguments))
    mark = body.fresh("·reached")
    found.append(syntax.Assign(at, (syntax.Name(at, mark),), syntax.Literal(at, True)))
    frame.deferred.append((mark, syntax.Evaluate(at, node_)))
    return found


def _unlowered(lower: Expressions, node: Node) -> Block:
    raise Unlowered(node.type.replace("_", " "))


def _local_type(lower: Expressions, node: Node) -> Block:
    """A type that is declared in the function: nothing of it can be told by name elsewhere."""
    for spec in named_children(node):
        name = child(spec, "name")
        if name is not None:
            lower.body.local_types[text(name)] = UNKNOWN
    return []


# --------------------------------------------------------------------------------------------------------- functions


def function_literal(lower: Expressions, node: Node) -> Value:
    """``func(...) {...}``."""
    body, at = lower.body, lower.body.at(node)
    inner = child(node, "body")
    if inner is None:
        raise Unlowered("a function without a body")
    signature = body.typing.function_type(node, body.file, body.parameters)
    name = body.fresh("·function")
    lowered, parameters, frame = function_body(lower, node, inner, signature)
    outer = tuple(sorted(frame.outer))
    whole = (syntax.Outer(at, outer), *lowered) if outer else lowered
    function = syntax.Function(
        at, name, f"{body.package.path}.{name}", body.package.path, None, parameters, whole, (),
        "none", False, False, False, False, None,
    )  # fmt: skip
    return Value(syntax.Lambda(at, function), signature, True)


def function_body(
    lower: Expressions, node: Node, inner: Node, signature: Func, receiver: tuple[str, GoType] | None = None
) -> tuple[tuple[syntax.Statement, ...], tuple[syntax.Parameter, ...], Frame]:
    """The body of a function: its parameters are copies of what it is given."""
    body, at = lower.body, lower.body.at(node)
    frame = Frame(signature.results)
    body.frames.append(frame)
    body.scopes.append({})
    try:
        parameters, first = _parameters(lower, node, signature, receiver)
        first += _named_results(lower, node, frame)
        is_deferring = any(each.type == "defer_statement" for each in inside(inner, functions=False))
        if is_deferring:
            first += _results_for_exit(lower, at, frame)
        found = open_block(lower, statements_of(inner))
        if is_deferring:
            found = _with_deferred(lower, at, frame, first, found)
        elif frame.named:
            found = [*first, *found]
        else:
            found = [*first, *found]
        return tuple(found), parameters, frame
    finally:
        body.scopes.pop()
        body.frames.pop()


def _parameters(
    lower: Expressions, node: Node, signature: Func, receiver: tuple[str, GoType] | None
) -> tuple[tuple[syntax.Parameter, ...], Block]:
    body, at = lower.body, lower.body.at(node)
    listed_ = child(node, "parameters")
    names = [] if listed_ is None else [name for name, _, _ in parameter_names(listed_)]
    taken = [*([receiver] if receiver is not None else []), *zip(names, signature.parameters)]
    parameters, first = [], Block()
    for name, type_ in taken:
        variable = body.declare(name or "_", type_)
        parameters.append(syntax.Parameter(variable.name, "positional", None, None))
        own = syntax.Name(at, variable.name)
        if body.is_object(type_) or body.is_array(type_):
            first.append(syntax.Assign(at, (own,), body.own(Value(own, type_))))
    return tuple(parameters), first


def _named_results(lower: Expressions, node: Node, frame: Frame) -> Block:
    result, at = child(node, "result"), lower.body.at(node)
    if result is None or result.type != "parameter_list":
        return []
    names = parameter_names(result)
    if not any(children(each, "name") for each in named_children(result)):
        return []
    found: Block = []
    named = []
    for (name, _, _), type_ in zip(names, frame.results):
        variable = lower.body.declare(name, type_)
        named.append(variable)
        found.append(syntax.Assign(at, (syntax.Name(at, variable.name),), lower.body.zero(type_, at).node))
    frame.named = tuple(named)
    return found


def _results_for_exit(lower: Expressions, at: object, frame: Frame) -> Block:
    """Variables for the results of a function that has something to do at its end."""
    frame.exit = lower.body.fresh("·exit")
    if frame.named or not frame.results:
        return []
    frame.named = tuple(
        Variable(lower.body.fresh("·result"), type_, len(lower.body.frames) - 1) for type_ in frame.results
    )
    return []


def _with_deferred(lower: Expressions, at: object, frame: Frame, first: Block, found: Block) -> Block:
    marks: Block = [
        syntax.Assign(call.location, (syntax.Name(call.location, mark),), syntax.Literal(call.location, False))
        for mark, call in frame.deferred
    ]
    last: Block = [
        syntax.If(call.location, syntax.Name(call.location, mark), (call,), ())
        for mark, call in reversed(frame.deferred)
    ]
    block_ = syntax.Labelled(at, frame.exit, tuple(found))  # type: ignore[arg-type]
    end: Block = []
    if frame.results:
        names = tuple(syntax.Name(at, each.name) for each in frame.named)  # type: ignore[arg-type]
        value: syntax.Expression = names[0] if len(names) == 1 else syntax.Sequence(at, "tuple", names)  # type: ignore[arg-type]
        end = [syntax.Return(at, value)]  # type: ignore[arg-type]
    return [*first, *marks, block_, *last, *end]


_BY_LABEL: Final[dict[str, Callable[[Expressions, Node, str], Block]]] = {
    "for_statement": _for,
    "expression_switch_statement": _switch,
    "type_switch_statement": _type_switch,
}

_HANDLERS: Final[dict[str, Callable[[Expressions, Node], Block]]] = {
    "expression_statement": _evaluate,
    "assignment_statement": _assign,
    "short_var_declaration": _declare_short,
    "inc_statement": _step,
    "dec_statement": _step,
    "var_declaration": _declare,
    "const_declaration": _constants,
    "type_declaration": _local_type,
    "block": _nested,
    "if_statement": _if,
    "expression_switch_statement": _switch,
    "type_switch_statement": _type_switch,
    "for_statement": _for,
    "labeled_statement": _labelled,
    "break_statement": _break,
    "continue_statement": _continue,
    "return_statement": _return,
    "defer_statement": _defer,
    "go_statement": _unlowered,
    "select_statement": _unlowered,
    "send_statement": _unlowered,
}
