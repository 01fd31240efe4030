"""Whether types are memory-identical, with all that is nested in them (contract section 6).

Types refer to each other in circles, so nothing is compared by going down into it. First every pair that can be reached
is compared by itself; then what differs spreads, against the references, to the pairs that hold it. What nothing has
spread to is identical, circles included.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable

from msgspec import Struct

from apivet.conventions.hub_layout import Doubt, LayoutDifference, Nested, Own, compare
from apivet.conventions.hub_matching import Matcher
from apivet.conventions.hub_pairing import Counterparts, Pair
from apivet.program.model import Program, Type
from apivet.verdicts import Verdict

#: Two types by their dotted names, of the hub and of the served side.
Key = tuple[str, str]


class Through(Struct, frozen=True):
    """Why a type differs that has no difference of its own: its ``field`` leads, over whatever steps, to ``type``, in
    which ``inner`` is where the difference lies (``None``: it is one of the whole type)."""

    field: str
    type: str
    inner: str | None

    def __str__(self) -> str:
        return f"{self.type}.{self.inner}" if self.inner else self.type


class Compared(Struct, frozen=True):
    """The comparison of two types. ``differences`` and ``doubts`` are their own; where there are
    none that decide the verdict, ``through`` says which nested type's do."""

    hub: Type
    served: Type
    verdict: Verdict
    differences: tuple[LayoutDifference, ...]
    doubts: tuple[Doubt, ...]
    through: Through | None

    @property
    def identical(self) -> bool:
        """Whether one can stand for the other in memory."""
        return self.verdict is Verdict.HOLDS


class _Cause(Struct, frozen=True):
    """Why a pair is concerned: the field that leads towards the nearest ``source`` (none: it is one itself)."""

    field: str
    source: Key


Spread = dict[Key, _Cause]


class TypeComparison:
    """Compares types, and remembers what came of each pair."""

    def __init__(self, program: Program, known: Iterable[Pair] = ()) -> None:
        self.program = program
        self.counterparts = Counterparts(program, known)
        self._matcher = Matcher(self.counterparts.paired)
        self._own: dict[Key, Own] = {}
        self._settled: dict[Key, Compared] = {}

    def compare(self, hub: Type, served: Type) -> Compared:
        """Compare two types, with all that is nested in them."""
        return self.compare_all(((hub, served),))[0]

    def compare_all(self, pairs: Iterable[tuple[Type, Type]]) -> list[Compared]:
        """Compare many pairs, which costs no more than to compare each type in them once."""
        wanted = [(hub.dotted, served.dotted) for hub, served in pairs]
        open_pairs = [key for key in wanted if key not in self._settled]
        if open_pairs:
            self._settle(open_pairs)
        return [self._settled[key] for key in wanted]

    def beneath(self, hub: Type, served: Type) -> list[Compared]:
        """The pairs nested in a pair, over whatever steps, that nobody else reports on: such as are judged where their
        own hub module is are left out, with what is nested in them, and so are types that do not correspond."""
        self.compare(hub, served)
        first = (hub.dotted, served.dotted)
        found = {first: None}
        pending = deque(found)
        while pending:
            for nested in self._declarations(pending.popleft()).nested:
                key = (nested.hub, nested.served)
                if key not in found and self.counterparts.correspond(*key) and not self.counterparts.is_judged(*key):
                    found[key] = None
                    pending.append(key)
        return [self._settled[key] for key in found if key != first]

    # ------------------------------------------------------------------------------------------------- the graph

    def _settle(self, keys: list[Key]) -> None:
        reached = self._reachable(keys)
        differing = self._spread(reached, lambda own: bool(own.differences))
        doubtful = self._spread(reached, lambda own: bool(own.doubts))
        for key in reached:
            if key not in self._settled:
                self._settled[key] = self._compared(key, differing, doubtful)

    def _reachable(self, keys: Iterable[Key]) -> list[Key]:
        """These pairs and all that are nested in them, each once, nearest first."""
        found = dict.fromkeys(keys)
        pending = deque(found)
        while pending:
            for nested in self._declarations(pending.popleft()).nested:
                key = (nested.hub, nested.served)
                if key not in found:
                    found[key] = None
                    pending.append(key)
        return list(found)

    def _declarations(self, key: Key) -> Own:
        """The comparison of two declarations by themselves."""
        own = self._own.get(key)
        if own is None:
            hub, served = self._types(key)
            own = compare(hub, served, self.counterparts.version(served), self._matcher)
            lost = [nested for nested in own.nested if not self._can_be_found(nested)]
            if lost:
                doubts = tuple(Doubt(item.field, f"{item.hub} can't be looked up", item.location) for item in lost)
                found = tuple(nested for nested in own.nested if nested not in lost)
                own = Own(own.differences, own.doubts + doubts, found)
            self._own[key] = own
        return own

    def _can_be_found(self, nested: Nested) -> bool:
        return self.program.type(nested.hub) is not None and self.program.type(nested.served) is not None

    def _types(self, key: Key) -> tuple[Type, Type]:
        hub, served = self.program.type(key[0]), self.program.type(key[1])
        if hub is None or served is None:
            raise LookupError(f"{key[0]} and {key[1]} are not both types of the tree")
        return hub, served

    def _spread(self, reached: list[Key], is_source: Callable[[Own], bool]) -> Spread:
        """The pairs that are sources, and those that hold one, over whatever steps."""
        holders: dict[Key, list[tuple[Key, Nested]]] = defaultdict(list)
        for key in reached:
            for nested in self._own[key].nested:
                holders[nested.hub, nested.served].append((key, nested))
        found: Spread = {key: _Cause("", key) for key in reached if is_source(self._own[key])}
        pending = deque(found)
        while pending:
            key = pending.popleft()
            for holder, nested in holders[key]:
                if holder not in found:
                    # To hold a type that does not correspond is the holder's own affair.
                    is_own = not self.counterparts.correspond(nested.hub, nested.served)
                    found[holder] = _Cause("", holder) if is_own else _Cause(nested.field, found[key].source)
                    pending.append(holder)
        return found

    # --------------------------------------------------------------------------------------------------- verdicts

    def _compared(self, key: Key, differing: Spread, doubtful: Spread) -> Compared:
        own = self._own[key]
        differences = own.differences + tuple(
            LayoutDifference("type", nested.field, nested.sentence, nested.location, nested.there)
            for nested in self._foreign(own, differing)
        )
        doubts = own.doubts + tuple(
            Doubt(nested.field, f"{nested.sentence}: whether these are the same can't be told", nested.location)
            for nested in self._foreign(own, doubtful)
        )
        hub, served = self._types(key)
        if key in differing:
            through = None if differences else self._through(key, differing)
            return Compared(hub, served, Verdict.VIOLATED, differences, doubts, through)
        if key in doubtful:
            through = None if doubts else self._through(key, doubtful)
            return Compared(hub, served, Verdict.UNPROVEN, differences, doubts, through)
        return Compared(hub, served, Verdict.HOLDS, differences, doubts, None)

    def _foreign(self, own: Own, concerned: Spread) -> list[Nested]:
        """The fields whose type has another counterpart than the one that stands there."""
        return [
            nested
            for nested in own.nested
            if (nested.hub, nested.served) in concerned and not self.counterparts.correspond(nested.hub, nested.served)
        ]

    def _through(self, key: Key, spread: Spread) -> Through:
        """The nearest pair that is by itself what this one is for its sake."""
        cause = spread[key]
        own = self._own[cause.source]
        reasons = own.differences or own.doubts
        return Through(cause.field, cause.source[0], reasons[0].field if reasons else None)
