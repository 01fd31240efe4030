"""Strategies that ask much of the interpreter, by kind and size: one function a kind, its text the result."""

from __future__ import annotations

from collections.abc import Callable

_TYPES = """\
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Optional


class FeatureGate:
    def __init__(self, name): ...


def enabled(gate): ...


@dataclass
class ObjectMeta:
    name: str = ""
    generation: int = 0
    labels: dict[str, str] = field(default_factory=dict)
    annotations: dict[str, str] = field(default_factory=dict)


"""

_HOOKS = """\


class FerryStrategy:
    def prepare_for_create(self, ctx, obj: Ferry):
{create}
        obj.status = FerryStatus()
        obj.metadata.generation = 1

    def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):
{update}
        obj.status = old.status
        if obj.spec != old.spec:
            obj.metadata.generation = old.metadata.generation + 1
"""


def _lines(texts: list[str], depth: int = 1) -> str:
    return "\n".join("    " * depth + text for text in texts)


def _types(spec: list[str], status: list[str]) -> str:
    holder = ["metadata: ObjectMeta", "spec: FerrySpec", "status: FerryStatus"]
    classes = (("FerrySpec", spec), ("FerryStatus", status), ("Ferry", holder))
    return _TYPES + "\n\n".join(f"@dataclass\nclass {name}:\n{_lines(fields)}\n" for name, fields in classes)


def _strategy(create: list[str], update: list[str] | None = None) -> str:
    return _HOOKS.format(create=_lines(create, 2), update=_lines(create if update is None else update, 2))


_FLAGS = 80


def _flags(count: int, kind: str = "bool = False") -> list[str]:
    return [f"wish{number}: {kind}" for number in range(count)]


def spec_field_ifs(size: int) -> str:
    """Independent conditions on other fields that write one spec field."""
    body = [f'if obj.spec.wish{each}: obj.spec.course = "c{each}"' for each in range(size)]
    return _types(['course: str = ""', *_flags(size)], ["knots: int = 0"]) + _strategy(body)


def spec_field_unseen_ifs(size: int) -> str:
    """Independent conditions that nobody can see through and that write one spec field."""
    body = [f'if ctx.asks({each}): obj.spec.course = "c{each}"' for each in range(size)]
    return _types(['course: str = ""'], ["knots: int = 0"]) + _strategy(body)


def spec_field_sums(size: int) -> str:
    """Independent conditions that each add to one spec field."""
    body = [f"if obj.metadata.labels.get('l{each}'): obj.spec.load += {each + 1}" for each in range(size)]
    return _types(["load: int = 0"], ["knots: int = 0"]) + _strategy(body)


def spec_list_ifs(size: int) -> str:
    """Independent conditions that each add an element to one list."""
    body = [f"if obj.metadata.labels.get('l{each}'): obj.spec.decks.append('{each}')" for each in range(size)]
    return _types(["decks: list[str] = field(default_factory=list)"], ["knots: int = 0"]) + _strategy(body)


def spec_fields_ifs(size: int) -> str:
    """Independent conditions, each about a field of its own."""
    body = [f"if obj.spec.wish{each} < 0: obj.spec.wish{each} = 0" for each in range(size)]
    return _types(_flags(size, "int = 0"), ["knots: int = 0"]) + _strategy(body)


def status_field_ifs(size: int) -> str:
    """Independent conditions that write one status field, which is then wiped or put back."""
    body = [f'if obj.spec.wish{each}: obj.status.phase = "p{each}"' for each in range(size)]
    return _types(_flags(size), ['phase: str = ""']) + _strategy(body)


def status_field_ifs_behind(size: int) -> str:
    """Independent conditions that write one status field after it was wiped or put back."""
    body = [f'if obj.spec.wish{each}: obj.status.phase = "p{each}"' for each in range(size)]
    hooks = [
        "def prepare_for_create(self, ctx, obj: Ferry):",
        *(f"    {line}" for line in ("obj.status = FerryStatus()", "obj.metadata.generation = 1", *body)),
        "",
        "def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):",
        *(f"    {line}" for line in ("obj.status = deepcopy(old.status)", *body)),
        "    if obj.spec != old.spec: obj.metadata.generation = old.metadata.generation + 1",
    ]
    return _types(_flags(size), ['phase: str = ""']) + "\n\nclass FerryStrategy:\n" + _lines(hooks) + "\n"


_VALIDATED = """\


def validate(obj):
    errors = []
{checks}
    if errors:
        raise ValueError(errors)

"""


def raising_validator(size: int) -> str:
    """A helper that only raises, once for each of its conditions."""
    checks = [f"if obj.spec.wish{each} < {each}: raise ValueError('{each}')" for each in range(size)]
    types = _types(_flags(size, "int = 0"), ["knots: int = 0"])
    return types + _VALIDATED.format(checks=_lines(checks)) + _strategy(["validate(obj)"])


def collecting_validator(size: int) -> str:
    """A helper that collects complaints and raises if there are any."""
    checks = [f"if obj.spec.wish{each} < {each}: errors.append('{each}')" for each in range(size)]
    types = _types(_flags(size, "int = 0"), ["knots: int = 0"])
    return types + _VALIDATED.format(checks=_lines(checks)) + _strategy(["validate(obj)"])


def linked_validator(size: int) -> str:
    """A helper whose conditions are each about several fields."""
    near = [(each, (each * 7 + 3) % size, (each * 5 + 1) % size) for each in range(size)]
    checks = [f"if obj.spec.wish{a} > obj.spec.wish{b} and obj.spec.wish{c}: raise ValueError" for a, b, c in near]
    types = _types(_flags(size, "int = 0"), ["knots: int = 0"])
    return types + _VALIDATED.format(checks=_lines(checks)) + _strategy(["validate(obj)"])


def looping_validator(size: int) -> str:
    """A helper that looks at lists and mappings in loops."""
    checks = []
    for each in range(size):
        checks += [
            f"for item in obj.spec.decks{each}:",
            f"    if item.startswith('{each}') or len(item) > {each}: raise ValueError(item)",
            "for key, text in obj.metadata.labels.items():",
            f"    if key == 'k{each}' and text in obj.spec.decks{each}: raise ValueError(key)",
        ]
    lists = [f"decks{each}: list[str] = field(default_factory=list)" for each in range(size)]
    types = _types(lists, ["knots: int = 0"])
    return types + _VALIDATED.format(checks=_lines(checks)) + _strategy(["validate(obj)"])


def returning_validator(size: int) -> str:
    """A helper that gives back the complaints, of which the hook makes an exception."""
    checks = [f"if obj.spec.wish{each} < {each}: found.append('{each}')" for each in range(size)]
    helper = "\n\ndef complaints(obj):\n    found = []\n" + _lines(checks) + "\n    return found\n"
    types = _types(_flags(size, "int = 0"), ["knots: int = 0"])
    return types + helper + _strategy(["found = complaints(obj)", "if found: raise ValueError(found)"])


def enriching_validator(size: int) -> str:
    """A helper that fills in what is missing and raises for what is wrong, called twice."""
    checks = []
    for each in range(size):
        checks += [
            f"if obj.spec.wish{each} is None: obj.spec.wish{each} = {each}",
            f"if obj.spec.wish{each} > {100 + each}: raise ValueError('{each}')",
        ]
    types = _types(_flags(size, "Optional[int] = None"), ["knots: int = 0"])
    return types + _VALIDATED.format(checks=_lines(checks)) + _strategy(["validate(obj)", "validate(obj)"])


def helper_chain(size: int) -> str:
    """Helpers that call the next one, of which the last one writes."""
    chain = [f"def step{each}(obj):\n    step{each + 1}(obj)\n" for each in range(size)]
    last = f"def step{size}(obj):\n    obj.spec.course = obj.spec.course.strip()\n"
    return (
        _types(['course: str = ""'], ["knots: int = 0"])
        + "\n\n"
        + "\n\n".join([*chain, last])
        + _strategy(["step0(obj)"])
    )


def reading_chain(size: int) -> str:
    """Helpers that call the next one twice and only read."""
    chain = [f"def step{each}(obj):\n    return step{each + 1}(obj) + step{each + 1}(obj)\n" for each in range(size)]
    last = f"def step{size}(obj):\n    return len(obj.spec.course)\n"
    helpers = "\n\n" + "\n\n".join([*chain, last])
    return (
        _types(['course: str = ""'], ["knots: int = 0"]) + helpers + _strategy(["if step0(obj) > 9: raise ValueError"])
    )


def doubling_chain(size: int) -> str:
    """Helpers that call the next one twice, of which the last one writes."""
    chain = [f"def step{each}(obj):\n    step{each + 1}(obj)\n    step{each + 1}(obj)\n" for each in range(size)]
    last = f"def step{size}(obj):\n    obj.spec.course = obj.spec.course.strip()\n"
    return (
        _types(['course: str = ""'], ["knots: int = 0"])
        + "\n\n"
        + "\n\n".join([*chain, last])
        + _strategy(["step0(obj)"])
    )


_CONTAINERS = """\
@dataclass
class Lock:
{gated}
    level: int = 0


@dataclass
class Cabin:
    name: str = ""
    lock: Optional[Lock] = None


@dataclass
class Deck:
    cabins: list[Cabin] = field(default_factory=list)
    crew_cabins: list[Cabin] = field(default_factory=list)
    spare_cabins: list[Cabin] = field(default_factory=list)


"""

_DROPPED = """\
def _uses_{each}(deck):
    if deck is None:
        return False
    for cabin in deck.cabins:
        if cabin.lock is not None and cabin.lock.bolt{each} is not None:
            return True
    for cabin in deck.crew_cabins:
        if cabin.lock is not None and cabin.lock.bolt{each} is not None:
            return True
    for cabin in deck.spare_cabins:
        if cabin.lock is not None and cabin.lock.bolt{each} is not None:
            return True
    return False


def _drop_{each}(deck, old_deck):
    if enabled("Bolt{each}") or _uses_{each}(old_deck):
        return
    for cabins in (deck.cabins, deck.crew_cabins, deck.spare_cabins):
        for cabin in cabins:
            if cabin.lock is not None:
                cabin.lock.bolt{each} = None

"""


def drop_helpers(size: int) -> str:
    """Helpers that drop gated fields two deep in three lists, each with a test of their use."""
    gated = [f'bolt{each}: Annotated[Optional[int], FeatureGate("Bolt{each}")] = None' for each in range(size)]
    head, rest = _TYPES, _types(["deck: Deck", 'course: str = ""'], ["knots: int = 0"])[len(_TYPES) :]
    helpers = "\n\n" + "\n\n".join(_DROPPED.format(each=each) for each in range(size))
    create = [f"_drop_{each}(obj.spec.deck, None)" for each in range(size)]
    update = [f"_drop_{each}(obj.spec.deck, old.spec.deck)" for each in range(size)]
    return head + _CONTAINERS.format(gated=_lines(gated)) + rest + helpers + _strategy(create, update)


def nested_loops(size: int) -> str:
    """Loops inside loops over parts of the elements."""
    names = [f"Level{each}" for each in range(size)]
    inner = "".join(
        f"@dataclass\nclass {name}:\n    text: str = ''\n    below: list[{after}] = field(default_factory=list)\n\n\n"
        for name, after in reversed(list(zip(names, [*names[1:], "str"])))
    )
    body = [
        f"{'    ' * each}for item{each} in {f'item{each - 1}' if each else 'obj.spec'}.below:" for each in range(size)
    ]
    body.append("    " * size + f"item{size - 1}.text = item{size - 1}.text.strip()")
    rest = _types(["below: list[Level0] = field(default_factory=list)"], ["knots: int = 0"])[len(_TYPES) :]
    return _TYPES + inner + rest + _strategy(body)


def compared_fields(size: int) -> str:
    """A spec that is compared field by field."""
    told = " or ".join(f"obj.spec.wish{each} != old.spec.wish{each}" for each in range(size))
    hooks = [
        "def prepare_for_update(self, ctx, obj: Ferry, old: Ferry):",
        "    obj.status = old.status",
        f"    if {told}:",
        "        obj.metadata.generation = old.metadata.generation + 1",
    ]
    return _types(_flags(size, "int = 0"), ["knots: int = 0"]) + "\n\nclass FerryStrategy:\n" + _lines(hooks) + "\n"


#: Each kind with a size that must be decided.
KINDS: dict[Callable[[int], str], int] = {
    spec_field_ifs: 10,
    spec_field_unseen_ifs: 10,
    spec_field_sums: 10,
    spec_list_ifs: 10,
    spec_fields_ifs: 80,
    status_field_ifs: 80,
    status_field_ifs_behind: 80,
    raising_validator: 60,
    collecting_validator: 60,
    linked_validator: 40,
    looping_validator: 12,
    returning_validator: 40,
    enriching_validator: 15,
    helper_chain: 40,
    reading_chain: 20,
    doubling_chain: 12,
    drop_helpers: 5,
    nested_loops: 6,
    compared_fields: 300,
}
