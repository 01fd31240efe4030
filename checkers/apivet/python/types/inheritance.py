"""Fields of a class, and their order, when some are inherited.

Every form of declaration collects them in its own way, and the order is what a cast of memory depends on. Each function
here does what the library does when the class is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from apivet.program import model
from apivet.python.annotations.forms import Declaration, Form

#: Forms that take over what a base annotates that is declared in no form.
_WITH_PLAIN: Final[tuple[Form, ...]] = ("pydantic", "plain", "enum")


class Above(Struct, frozen=True):
    """The bases of a class.

    ``parents`` are its direct bases, ``order`` all its bases in method resolution order, as far as they are in the
    tree; ``fields`` holds those of each base by its dotted name, with type variables as they stand for the class.
    """

    parents: tuple[model.Type, ...]
    order: tuple[model.Type, ...]
    fields: Mapping[str, Sequence[model.Field]]

    def of(self, base: model.Type) -> Sequence[model.Field]:
        """All fields of a base."""
        return self.fields[base.dotted]

    def own(self, base: model.Type) -> Iterator[model.Field]:
        """The fields that a base declares itself."""
        return (field for field in self.fields[base.dotted] if field.owner == base.dotted)


def all_fields(declaration: Declaration, declared: Sequence[model.Field], above: Above) -> tuple[model.Field, ...]:
    """The fields of a class, inherited ones included, in the order that they have at run time."""
    form = declaration.form
    if not declaration.is_own:
        return tuple(_first(form, above))
    if form == "namedtuple":
        return tuple(declared)
    inherited = _inherited(declaration, above)
    if form == "attrs":
        # Declared again, a field goes to the place where that was done.
        taken = {field.name for field in declared}
        return (*(field for name, field in inherited.items() if name not in taken), *declared)
    fields = _updated((inherited.values(), declared)).values()
    if form == "msgspec" and any(field.keyword_only for field in fields):
        return tuple(sorted(fields, key=lambda field: field.keyword_only))
    return tuple(fields)


def _inherited(declaration: Declaration, above: Above) -> dict[str, model.Field]:
    """The fields of the bases, in the order in which the class gets them."""
    form = declaration.form
    parents = [base for base in above.parents if _counts(form, base)]
    if len(above.parents) <= 1:
        return _updated(above.of(base) for base in parents)
    if form == "typeddict":
        return _updated(above.of(base) for base in parents)
    order = [base for base in above.order if _counts(form, base)]
    if form == "dataclass":
        return _updated(above.of(base) for base in reversed(order))
    if form == "attrs":
        return _of_attrs(declaration, order, above)
    fields = _updated(above.own(base) for base in reversed(order))
    if form == "pydantic":
        # Names are collected from the furthest base on; what they are then is asked of the direct bases.
        known = _updated(above.of(base) for base in reversed(parents) if base.form == form)
        return {name: known.get(name, field) for name, field in fields.items()}
    return fields


def _counts(form: Form, base: model.Type) -> bool:
    """Whether what a base declares are fields of a class of that form."""
    if base.form == form:
        return True
    if base.form == "plain":
        # A decorator that can't be told may well be one for data classes.
        return form in _WITH_PLAIN or bool(base.decorators)
    return form == "plain" and base.form != "protocol"


def _updated(groups: Iterable[Iterable[model.Field]]) -> dict[str, model.Field]:
    """A field that is declared again keeps the place it had."""
    return {field.name: field for group in groups for field in group}


def _first(form: Form, above: Above) -> Sequence[model.Field]:
    """A class that merely derives from a declared one has the fields of that."""
    return next((above.of(base) for base in above.order if base.form == form), ())


def _of_attrs(declaration: Declaration, order: Sequence[model.Type], above: Above) -> dict[str, model.Field]:
    """The newer way takes each field from where it is declared last, the older one from the first base that has it."""
    found: dict[str, model.Field] = {}
    if declaration.has("collect_by_mro"):
        for base in reversed(order):
            for field in above.own(base):
                found.pop(field.name, None)
                found[field.name] = field
    else:
        for base in order:
            for field in above.of(base):
                found.setdefault(field.name, field)
    return found


def linearized(parents: Sequence[model.Type], orders: Iterable[Sequence[model.Type]]) -> tuple[model.Type, ...]:
    """The bases of a class in method resolution order, from the orders of its direct bases. Where there is no such
    order, the first candidate is taken."""
    return tuple(_merged([order for order in (*orders, parents) if order]))


def _merged(orders: Sequence[Sequence[model.Type]]) -> Iterator[model.Type]:
    tails = Counter(item.dotted for order in orders for item in order[1:])
    done: set[str] = set()
    places = [0] * len(orders)
    while True:
        left = [index for index, order in enumerate(orders) if places[index] < len(order)]
        if len(left) <= 1:
            yield from (item for index in left for item in orders[index][places[index] :] if item.dotted not in done)
            return
        heads = [orders[index][places[index]] for index in left]
        head = next((item for item in heads if not tails[item.dotted]), heads[0])
        yield head
        done.add(head.dotted)
        for index in left:
            order = orders[index]
            while places[index] < len(order) and order[places[index]].dotted in done:
                places[index] += 1
                if places[index] < len(order):
                    tails[order[places[index]].dotted] -= 1
