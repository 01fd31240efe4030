"""Operators: short-circuiting, arithmetic, comparison."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from apivet.effects import (
    accepting,
    counting,
    elements,
    enums,
    flags,
    mapping_keys,
    objects,
    ordering,
    plain,
    questions,
    refusing,
    secretive,
    special,
    tables,
    value_kinds,
    witnesses,
)
from apivet.effects.cells import Entry
from apivet.effects.declared import may_be_none
from apivet.effects.diagrams import Diagram, Leaf, leaves
from apivet.effects.element_keys import with_one_more
from apivet.effects.equality import comparing
from apivet.effects.equality.own_methods import unequal_by_method
from apivet.effects.frames import Arguments
from apivet.effects.gate_tables import state_in
from apivet.effects.identity import identical
from apivet.effects.library.copies import update_from
from apivet.effects.state import Machine
from apivet.effects.streams import some_of
from apivet.effects.values import (
    FALSE,
    KEYS,
    ORDERED_DICT,
    SEQUENCE,
    TRUE,
    Blank,
    Computed,
    Constant,
    Input,
    Position,
    Reference,
    Truthy,
)
from apivet.program import syntax
from apivet.program.failures import FailureKind
from apivet.program.model import Scalar, Unknown
from apivet.program.operators import FOLDED, TELLING

_CONTAINS = "__contains__"


def boolean_operation(machine: Machine, node: syntax.Boolean) -> Diagram:
    """``and`` / ``or``: the operand that decides. The result is put together from the last operand to the first, so
    that each adds one decision on top, however many there are."""
    diagrams = machine.diagrams
    entered = asked = machine.guard
    is_whole = True
    earlier: list[tuple[Diagram, Diagram, Diagram]] = []
    value = machine.evaluate(node.operands[0])
    for operand in node.operands[1:]:
        decided = questions.truth(machine, value)
        goes_on = decided if node.operator == "and" else diagrams.negate(decided)
        is_whole = is_whole and machine.guard is asked
        asked = diagrams.both(machine.guard, goes_on)
        if asked is diagrams.false:
            break
        earlier.append((machine.guard, goes_on, value))
        machine.guard = asked
        value = _among(machine, machine.evaluate(operand), earlier)
    left = machine.guard
    is_whole = is_whole and (left is asked or asked is diagrams.false)
    for before, goes_on, given in reversed(earlier):
        value = diagrams.choose(goes_on, value, given)
        if not is_whole:
            left = diagrams.either(left, diagrams.both(before, diagrams.negate(goes_on)))
    machine.guard = entered if is_whole else left
    return value


def _among(machine: Machine, value: Diagram, earlier: list[tuple[Diagram, Diagram, Diagram]]) -> Diagram:
    """An operand behind others: as it is, but where another element decides it than those that decided these."""
    test = questions.truth(machine, value)
    found = witnesses.widened(machine, test, (goes_on for _, goes_on, _ in earlier))
    if found is test:
        return value
    return machine.diagrams.choose(machine.diagrams.both(test, found), value, questions.boolean(machine, found))


def conditional(machine: Machine, node: syntax.Conditional) -> Diagram:
    """``then if test else otherwise``."""
    diagrams = machine.diagrams
    test = witnesses.widened(machine, questions.truth(machine, machine.evaluate(node.test)))
    entered = machine.guard
    machine.note_branch(test, node.location)
    machine.guard = diagrams.both(entered, test)
    then = machine.evaluate(node.then) if machine.alive else machine.none
    left = machine.guard
    machine.guard = diagrams.both(entered, diagrams.negate(test))
    otherwise = machine.evaluate(node.otherwise) if machine.alive else machine.none
    machine.guard = diagrams.either(left, machine.guard)
    return diagrams.choose(test, then, otherwise)


def binary_operation(machine: Machine, node: syntax.Binary) -> Diagram:
    """Arithmetic between two expressions."""
    left, right = machine.evaluate(node.left), machine.evaluate(node.right)
    followed = (left,) if node.operator == "%" else (left, right)  # a text asks what it is filled with
    hidden = secretive.ask(machine, node.operator, (left, right), node.location, followed)
    return binary(machine, node.operator, left, right) if hidden is None else hidden


def binary(machine: Machine, symbol: str, left: Diagram, right: Diagram) -> Diagram:
    """``left symbol right``: constants are folded, sequences are joined, the rest is computed."""

    def one(first: Any) -> Diagram:
        return machine.each(right, lambda second: _binary_leaves(machine, symbol, first, second))

    return machine.each(left, one)


#: Operators that make containers of containers, in languages where one does.
_JOINING: Final = ("+", "*", "|")


def _binary_leaves(machine: Machine, symbol: str, first: Any, second: Any) -> Diagram:
    same = _neutral(machine, symbol, first, second)
    if same is not None:
        return same
    said = special.operated(machine, symbol, first, second, machine.nowhere)
    if said is not None:
        return said
    if (member := flags.joined(machine, symbol, first, second)) is not None:
        return machine.diagrams.leaf(member)
    if symbol in ("|", "&", "^") and _is_yes_or_no(machine, first) and _is_yes_or_no(machine, second):
        return _of_truths(machine, symbol, first, second)
    if symbol in ("+", "-", "*", "/", "//"):
        first, second = _as_number(first), _as_number(second)
    fold = FOLDED.get(symbol)
    if fold is not None and isinstance(first, Constant) and isinstance(second, Constant):
        try:
            return machine.diagrams.leaf(Constant.of(fold(first.value, second.value)))
        except TypeError:
            machine.fail(machine.diagrams.true, FailureKind.WRONG_KIND)
            return machine.none
    accepting.ask_operator(machine, symbol, first, second)
    if isinstance(first, Reference):
        joined = _of_containers(machine, symbol, first, second)
        if joined is not None:
            return joined
    operands = tuple(machine.heap.settle(machine.diagrams.leaf(part)) for part in (first, second))
    refusing.operate(machine, symbol, operands[1])
    made = plain.sole(machine, Computed(symbol, operands))
    whole = machine.diagrams.leaf(made)
    function = machine.frame.function
    if symbol not in _JOINING or not isinstance(made, Computed) or (function is not None and function.is_static):
        return whole
    return machine.heap.made_of(machine.guard, [machine.diagrams.leaf(part) for part in (first, second)], whole)


def _of_containers(machine: Machine, symbol: str, first: Reference, second: Any) -> Diagram | None:
    """The container that an operator makes of containers; ``None`` where that is not known."""
    if symbol == "|" and isinstance(second, Reference):
        if elements.is_mapping(machine, second) or elements.keyed_fields(machine, second):
            return _merged(machine, first, second)
    if symbol in ("+", "|") and isinstance(second, Reference):
        joined = _joined(machine, first, second) if symbol == "+" else _united(machine, first, second)
        if joined is not None:
            return joined
    whole = machine.diagrams.leaf(first)
    if symbol in ("-", "^") and value_kinds.is_empty(machine, machine.diagrams.leaf(second)):
        if value_kinds.is_set(machine, machine.heap.settle(whole)):
            return machine.diagrams.leaf(machine.heap.copy(first))
    entries = machine.heap.entries(first) if symbol in ("-", "&") and isinstance(second, Reference) else None
    if entries is not None and (_is_listed(machine, first) or _are_constants(entries)):
        picked = picked_from(machine, entries, second, common=symbol == "&")
        return None if picked is None else machine.diagrams.leaf(machine.heap.container("set", picked))
    if symbol == "*":
        repeated = _repeated(machine, first, second)
        if repeated is not None:
            return repeated
    return None


def _repeated(machine: Machine, first: Reference, times: Any) -> Diagram | None:
    """``[x] * n``: the very same elements, several times; ``None`` where they are no objects."""
    held = [entry.value for entry in machine.heap.entries(first) or ()]
    if not any(isinstance(leaf.value, Reference) for value in held for leaf in leaves(value)):
        return None
    whole = machine.diagrams.leaf(first)
    return machine.lose([whole], "elements that are repeated", machine.nowhere, [machine.diagrams.leaf(times)])


def _neutral(machine: Machine, symbol: str, first: Any, second: Any) -> Diagram | None:
    """The result of an operation that changes nothing: ``x + 0``, ``"" + x``, ``items * 1``."""
    if symbol in ("+", "-") and isinstance(second, Constant) and second.value in (0, False):
        return machine.diagrams.leaf(_as_number(first))
    if symbol in ("//", "**") and second == Constant.of(1) and plain.is_of(machine, first, plain.WHOLE):
        return machine.diagrams.leaf(first)
    if symbol == "*" and isinstance(first, Reference) and second == Constant.of(1):
        if machine.heap.entries(first) is not None:
            return machine.diagrams.leaf(machine.heap.copy(first))
    for one, other in ((first, second), (second, first)):
        if symbol == "*" and one in (Constant.of(0), FALSE) and plain.is_of(machine, other, plain.TEXTS):
            return machine.diagrams.leaf(Constant.of(""))
        if symbol == "*" and one in (Constant.of(0), FALSE) and plain.is_of(machine, other, plain.WHOLE):
            return machine.diagrams.leaf(Constant.of(0))
    same = plain.unchanged(machine, symbol, first, second)
    return None if same is None else machine.diagrams.leaf(_as_number(same))


def _is_yes_or_no(machine: Machine, value: Any) -> bool:
    """Whether a value is true or false, and no other number."""
    value = _settled(machine, value)
    if isinstance(value, Input):
        return not may_be_none(machine, value) and plain.is_of(machine, value, ("bool",))
    return value in (TRUE, FALSE) or (isinstance(value, Computed) and value.operator in TELLING)


def _of_truths(machine: Machine, symbol: str, first: Any, second: Any) -> Diagram:
    """``one & other``, ``one | other`` and ``one ^ other`` of what is true or false: one of the two, as far as the
    other one decides."""
    diagrams = machine.diagrams
    if first in (TRUE, FALSE):
        first, second = second, first
    kept, decided = diagrams.leaf(first), questions.truth(machine, diagrams.leaf(second))
    if symbol == "&":
        return diagrams.choose(decided, kept, diagrams.leaf(FALSE))
    if symbol == "|":
        return diagrams.choose(decided, diagrams.leaf(TRUE), kept)
    turned = questions.boolean(machine, diagrams.negate(questions.truth(machine, kept)))
    return diagrams.choose(decided, turned, kept)


def picked_from(machine: Machine, entries: list[Entry], others: Reference, *, common: bool) -> list[Entry] | None:
    """The elements of a set, or keys of a mapping, that another container has too, or has not; ``None`` where nobody
    knows what that has."""
    if machine.heap.entries(others) is None:
        return None
    diagrams = machine.diagrams
    chosen = []
    for entry in entries:
        found = _contains(machine, diagrams.leaf(others), entry.value)
        present = diagrams.both(entry.present, found if common else diagrams.negate(found))
        if present is not diagrams.false:
            chosen.append(Entry(entry.key, present, entry.value))
    return chosen


def _is_listed(machine: Machine, container: Reference) -> bool:
    """Whether a container was made here, as a set. The keys of a mapping are told as a list, of which Python takes
    nothing away; so are its items, pairs of which two may have the same key."""
    cell = machine.heap.cells[container.cell]
    made = cell.base.value if isinstance(cell.base, Leaf) else None
    if made == Blank(SEQUENCE):
        held = [leaf.value for entry in cell.entries or () for leaf in leaves(entry.value)]
        return not any(isinstance(value, Reference) for value in held)
    return made == Blank("set")


def _are_constants(entries: list[Entry]) -> bool:
    return all(isinstance(entry.value, Leaf) and isinstance(entry.value.value, Constant) for entry in entries)


def _as_number(value: Any) -> Any:
    """In arithmetic ``True`` is one."""
    return Constant.of(int(value.value)) if isinstance(value, Constant) and isinstance(value.value, bool) else value


def _merged(machine: Machine, first: Reference, second: Reference) -> Diagram:
    """``mapping | mapping``: a copy of the first with the elements of the second."""
    if elements.is_ordered(machine, second) and not elements.is_ordered(machine, first):
        made = machine.diagrams.leaf(machine.heap.make(ORDERED_DICT, Unknown("dict")))
        update_from(machine, made, machine.diagrams.leaf(first), machine.nowhere)
    else:
        made = machine.diagrams.leaf(machine.heap.copy(first))
    update_from(machine, made, machine.diagrams.leaf(second), machine.nowhere)
    return made


def _joined(machine: Machine, first: Reference, second: Reference) -> Diagram | None:
    entries = [machine.heap.entries(first), machine.heap.entries(second)]
    if entries[0] is None or entries[1] is None:
        return None
    copied = ([Entry(each.key, each.present, each.value) for each in part] for part in entries if part is not None)
    kind = value_kinds.sequence_like(machine, first, second)
    made = machine.heap.container(kind, with_one_more(machine, first.cell, *copied))
    for source in (first, second):
        machine.heap.cells[made.cell].fields.update(machine.heap.cells[source.cell].fields)
    orders = [order for part in (first, second) if (order := ordering.order_of(machine, machine.diagrams.leaf(part)))]
    if orders:
        ordering.mark_order(machine, made, machine.diagrams.leaf(Computed(ordering.JOINED, tuple(orders))))
    return machine.diagrams.leaf(made)


def _united(machine: Machine, first: Reference, second: Reference) -> Diagram | None:
    """``set | set``: what is in both is there once."""
    mine, its = machine.heap.entries(first), machine.heap.entries(second)
    if mine is None or its is None:
        return None
    more = [each for each in its if not any(each.present is own.present and each.value is own.value for own in mine)]
    copied = ([Entry(each.key, each.present, each.value) for each in part] for part in (mine, more))
    return machine.diagrams.leaf(machine.heap.container("set", with_one_more(machine, first.cell, *copied)))


def comparison(machine: Machine, node: syntax.Comparison) -> Diagram:
    """A comparison, as a value that is true or false."""
    left, right = machine.evaluate(node.left), machine.evaluate(node.right)
    followed = [left, right]
    if node.operator in ("in", "not in"):
        followed = [machine.diagrams.leaf(leaf) for _, leaf in special.among(machine, Arguments((left, right)))]
    hidden = secretive.ask(machine, node.operator, (left, right), node.location, followed)
    if hidden is not None:
        return hidden
    if node.operator in ("==", "!=", "is", "is not"):
        differ = unequal_by_method(machine, left, right) if node.operator == "!=" else None
        if differ is not None:
            return questions.boolean(machine, differ)
        equal = _are_equal(machine, node, left, right)
        negated = node.operator in ("!=", "is not")
        return questions.boolean(machine, machine.diagrams.negate(equal) if negated else equal)
    if node.operator in ("in", "not in"):
        accepting.ask_search(machine, right, left)
        inside = _contains(machine, right, left)
        return questions.boolean(machine, inside if node.operator == "in" else machine.diagrams.negate(inside))
    return _ordered(machine, node, left, right)


def _are_equal(machine: Machine, node: syntax.Comparison, left: Diagram, right: Diagram) -> Diagram:
    if node.operator.startswith("is"):
        return identical(machine, left, right)
    return comparing.same(machine, left, right)


def _contains(machine: Machine, container: Diagram, element: Diagram) -> Diagram:
    diagrams = machine.diagrams
    container = machine.each(container, lambda leaf: _searched(machine, leaf))
    if questions.is_iterator(machine, container):
        container = diagrams.leaf(machine.heap.container(SEQUENCE, some_of(machine, container, machine.nowhere)))

    def inside(leaf: Any, wanted: Any) -> Diagram:
        state = state_in(machine, leaf, wanted)
        if state is not None:
            return questions.truth(machine, state)
        said = special.ask_aside(machine, leaf, (_CONTAINS,), (diagrams.leaf(wanted),))
        if said is not None:
            return questions.truth(machine, said)
        if isinstance(leaf, Reference):
            wanted = enums.plain_key(machine, wanted) if elements.is_mapping(machine, leaf) else wanted
            for ask in (_has_name, tables.holds, _has_element):
                found: Diagram | None = ask(machine, leaf, wanted)
                if found is not None:
                    return found
        if (has := flags.has(machine, leaf, wanted)) is not None:
            return diagrams.true if has else diagrams.false
        held, asked = (machine.heap.settle(diagrams.leaf(part)) for part in (leaf, wanted))
        operands = (ordering.in_any_order(machine, held), asked)
        if plain.is_made_by_hand(machine, operands[0]):
            return questions.truth(machine, machine.unseen("whether a container has it", None, operands))
        return diagrams.decide(Truthy(Computed("in", operands)))

    return machine.each_guard(container, lambda leaf: machine.each_guard(element, lambda one: inside(leaf, one)))


def _searched(machine: Machine, leaf: Any) -> Diagram:
    """The iterator that ``in`` asks, of an object that has one and no other way to answer; else the object itself."""
    has = partial(objects.own_method, machine, leaf) if isinstance(leaf, Reference) else None
    asked = None if has is None or has(_CONTAINS) is not None else has(special.ITERATING)
    return machine.diagrams.leaf(leaf) if asked is None else machine.call(asked, (), (), machine.nowhere)


def _has_name(machine: Machine, container: Reference, wanted: Any) -> Diagram | None:
    """The guard under which something stands under a name; ``None`` where that is not what is asked."""
    diagrams, is_mapping = machine.diagrams, elements.is_mapping(machine, container)
    cell = machine.heap.cells[container.cell]
    if not (isinstance(wanted, Constant) and isinstance(wanted.value, str)):
        return None
    if isinstance(cell.shape, Scalar) or (cell.made and not is_mapping):
        return None  # a text has parts, and no names
    if machine.heap.entries(container) is not None and not is_mapping and not isinstance(cell.shape, Unknown):
        return None
    by_loops = mapping_keys.somewhere(machine, mapping_keys.under_loops(machine, container, wanted.value))
    if cell.made and wanted.value not in cell.fields:
        asked = Computed("in", (machine.heap.settle(diagrams.leaf(container)), diagrams.leaf(wanted)))
        return diagrams.decide(Truthy(asked)) if KEYS in cell.fields else by_loops
    type_ = objects.type_of(machine, container)
    if type_ is not None and type_.is_keyed and not type_.open and type_.field(wanted.value) is None:
        if wanted.value not in cell.fields:
            return by_loops
    found = objects.field(machine, container, wanted.value, machine.nowhere)
    return diagrams.either(mapping_keys.holds_key(machine, container, found), by_loops)


def _has_element(machine: Machine, container: Reference, wanted: Any) -> Diagram | None:
    """The guard under which a container has an element; ``None`` where that can't be told from its elements."""
    diagrams, entries = machine.diagrams, machine.heap.entries(container)
    if isinstance(wanted, Reference) and not elements.is_mapping(machine, container):
        itself = [entry.present for entry in entries or () if entry.value is diagrams.leaf(wanted)]
        if any(diagrams.both(machine.guard, diagrams.negate(there)) is diagrams.false for there in itself):
            return diagrams.true
    if isinstance(wanted, Position) and elements.is_mapping(machine, container):
        held = mapping_keys.standing_under(machine, container, entries or [], wanted)
        found = [(where, entry.value) for where, entry in held] + mapping_keys.under_names(machine, container, wanted)
        return mapping_keys.somewhere(machine, found)
    if isinstance(wanted, Position) and wanted.of is None and not wanted.placement:
        found_at = [entry.present for entry in entries or () if entry.key == wanted.key]
        if found_at:
            return found_at[0]
    if entries is not None and machine.heap.cells[container.cell].made:
        is_key = elements.is_mapping(machine, container)
        named = mapping_keys.under_names(machine, container, wanted) if is_key else []
        either = mapping_keys.somewhere(machine, named)
        for entry in entries:
            its = mapping_keys.key_of(machine, container, entry) if is_key else entry.value
            if isinstance(wanted, Position):  # of two sets, too, elements that stand in one place may be two
                match = mapping_keys.are_one(machine, wanted, its)
            else:
                match = comparing.same(machine, its, diagrams.leaf(wanted))
            either = diagrams.either(either, diagrams.both(entry.present, match))
        return either
    if entries is None:
        return None
    values = [entry.value for entry in entries]
    if elements.is_mapping(machine, container):
        values = [mapping_keys.key_of(machine, container, entry) for entry in entries]
        values += [diagrams.leaf(Constant.of(name)) for name in mapping_keys.names_of(machine, container)]
    return None if any(_may_be(machine, value, wanted) for value in values) else diagrams.false


def _may_be(machine: Machine, element: Diagram, wanted: Any) -> bool:
    """Whether an element can equal a value, as far as their kinds tell."""
    return any(
        value_kinds.may_be_equal(machine, getattr(mine.value, "given", None) or mine.value, its.value)
        for mine in leaves(machine.heap.settle(element))
        for its in leaves(machine.heap.settle(machine.diagrams.leaf(wanted)))
    )


def _settled(machine: Machine, leaf: Any) -> Any:
    """A value as it is now, where that depends on nothing."""
    settled = machine.heap.settle(machine.diagrams.leaf(leaf))
    return settled.value if isinstance(settled, Leaf) else None


def _ordered(machine: Machine, node: syntax.Comparison, left: Diagram, right: Diagram) -> Diagram:
    def one(first: Any, second: Any) -> Diagram:
        many = counting.compared_with_many(node.operator, first, second)
        if many is None:
            many = plain.compared(machine, node.operator, _settled(machine, first), _settled(machine, second))
        if many is not None:
            return machine.diagrams.leaf(TRUE if many else FALSE)
        asked = counting.asks_for_any(node.operator, first, second)
        if asked is not None and plain.text_counted(machine, asked[0]) is not None:
            there = questions.truth(machine, machine.diagrams.leaf(asked[0]))
            return questions.boolean(machine, there if asked[1] else machine.diagrams.negate(there))
        if plain.count_the_same(machine, first, second, is_order=True):
            counted = [machine.diagrams.leaf(each) for each in (first, second)]
            return machine.unseen("how many elements there are, compared", node.location, counted)
        return _binary_leaves(machine, node.operator, first, second)

    return machine.each(left, lambda first: machine.each(right, lambda second: one(first, second)))
