"""Following code that deals with types: module-level code and functions, in the order of the source.

This is no interpreter of what code does to objects (that is ``effects``), but a reader of lists of types and of version
constants: loops over what is written out are unrolled, functions of the tree are followed with the arguments they are
given, both sides of a branch are read, and whatever else there may be is unseen.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from typing import Final, Protocol

from apivet.program import model, syntax
from apivet.python.discover.calling import Calling, shrunk
from apivet.python.discover.meanings import (
    HANDED_IN,
    UNSEEN,
    ClassValue,
    CodeValue,
    Environment,
    ObjectValue,
    RunValue,
    TableValue,
    TextValue,
    UnseenValue,
    Value,
    doubted,
    merged,
    parts,
    table_of,
    unseen_from,
)
from apivet.python.discover.valuation import CallArguments, CallSite
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.statements import StatementLowering

_DEPTH: Final = 8
#: Limit of following one file, in statements and expressions: a registration takes six or seven of them.
_STEPS: Final = 150_000


class _Leaving(enum.IntEnum):
    """The code that is not run any more after a statement."""

    NOTHING = 0
    ROUND = 1
    LOOP = 2
    FUNCTION = 3
    RAISING = 4


_LEAVING: Final[dict[type[syntax.Statement], _Leaving]] = {
    syntax.Continue: _Leaving.ROUND,
    syntax.Break: _Leaving.LOOP,
    syntax.Return: _Leaving.FUNCTION,
    syntax.Raise: _Leaving.RAISING,
}


class Observer(Protocol):
    """The observer of what the code does."""

    def called(self, name: str, receiver: Value | None, given: CallArguments, site: CallSite, origin: CallSite) -> bool:
        """A call is met, of a method where there is a receiver. Whether it is understood, and not to be followed.
        ``origin`` is the call that the classes come from which it is given: itself, or a call of the function around
        it."""
        ...

    def concerns(self, module: SourceModule) -> bool:
        """Whether a file may do what is looked for, so that its functions are worth being followed."""
        ...

    def exhausted(self, module: SourceModule) -> None:
        """Not all of a file was followed: there is too much of it."""
        ...

    def lost(self, name: str, given: CallArguments, site: CallSite) -> None:
        """A call is met of something that can't be followed."""
        ...

    def stored(self, holder: Value, attribute: str | None, target: syntax.Node, written: str, module: str) -> None:
        """An attribute is assigned; ``None`` where its name is computed."""
        ...


class Tracer(Calling):
    """Follows the code of one file, and what it calls."""

    def __init__(self, resolver: Resolver, observer: Observer) -> None:
        super().__init__(resolver)
        self.observer = observer
        self._returned: list[list[Value]] = []
        self._pending: list[CodeValue] = []
        self._results: dict[Hashable, Value] = {}
        self._sites: list[CallSite | None] = []
        self._steps = 0
        #: The conditions that lead to where the code is, each with its side; none inside of loops, where each round may
        #: take another side.
        self.sides: list[tuple[str, int]] = []
        self._loops = 0
        self.home_module: SourceModule | None = None

    def follow(self, module: SourceModule) -> None:
        """Follow all code in a file: its top level, then each function and method, called with unknown arguments."""
        try:
            self._follow(module)
        except RecursionError:
            self._steps = _STEPS
        if self._steps >= _STEPS:
            self.observer.exhausted(module)

    def _follow(self, module: SourceModule) -> None:
        around = Environment(module.dotted)
        self.home, self.home_module = around, module
        self._block(StatementLowering(module.scope).block(module.tree.body), around)
        for code in self._pending:
            self.alone(code)
        for source in module.classes.values():
            type_ = self.resolver.types.build(module, source)
            outer = Environment(module.dotted, {}, around, source.qualified)
            self._decorated(module, type_, outer)
            for method in type_.methods.values():
                self.alone(CodeValue(method, outer, self._bound_to(method, type_)))

    def _decorated(self, module: SourceModule, type_: model.Type, around: Environment) -> None:
        """A decorator is called with the class."""
        for decorator in type_.decorators:
            given = CallArguments((ClassValue(type_.dotted, type_.name),), {})
            if isinstance(decorator, (syntax.Name, syntax.Attribute)):
                call = syntax.Call(decorator.location, decorator, ())
                self.made(call, decorator, given, around)
            elif isinstance(decorator, syntax.Call):
                made = self.value(decorator, around)
                if isinstance(made, CodeValue):
                    self.apply(made, given, CallSite(decorator, module.dotted))

    def _bound_to(self, method: syntax.Function, type_: model.Type) -> tuple[Value, ...]:
        if method.binding == "instance":
            return (ObjectValue("", type_.dotted),)
        return (ClassValue(type_.dotted, type_.name),) if method.binding == "class" else ()

    def alone(self, code: CodeValue) -> None:
        """A function, with whatever arguments."""
        self.apply(code, CallArguments((), {}, more=(HANDED_IN,)))

    # ------------------------------------------------------------------------------------------------- functions

    def apply(self, code: CodeValue, given: CallArguments, site: CallSite | None = None) -> Value:
        """The value that a function of the tree returns, once it was followed."""
        function = code.function
        whole = CallArguments((*code.bound, *given.positional), given.named, given.more)
        if self._is_worth_following(function):
            known = (function.dotted, function.location, _around(code), whole.key, tuple(self.sides), self._loops > 0)
            if known not in self._results:
                self._results[known] = unseen_from(given.all)  # for a call of itself
                self._results[known] = self._run(code, whole, site if _hands_classes(given) else None)
            return self._results[known]
        return unseen_from(given.all)

    def _is_worth_following(self, function: syntax.Function) -> bool:
        """Whether a function may do what is looked for, or does nothing but to give something back."""
        if len(function.body) == 1 and isinstance(function.body[0], syntax.Return):
            return True
        module = self.resolver.module(function.module)
        return module is not None and (self.home_module is module or self.observer.concerns(module))

    def _run(self, code: CodeValue, given: CallArguments, site: CallSite | None) -> Value:
        function = code.function
        if len(self._sites) >= _DEPTH or not self.step():
            return unseen_from(given.all)
        inner = code.around.inner(function.module)
        self._bind_parameters(function, given, inner)
        self._returned.append([])
        self._sites.append(site)
        try:
            self._block(function.body, inner)
        finally:
            self._sites.pop()
            returned = self._returned.pop()
        if not returned:
            return UNSEEN
        result = returned[0]
        for other in returned[1:]:
            result = merged(result, other)
        return result

    def _bind_parameters(self, function: syntax.Function, given: CallArguments, inner: Environment) -> None:
        waiting = list(given.positional)
        named = dict(given.named)
        rest = given.more[0] if given.more else None
        for parameter in function.parameters:
            if parameter.kind == "positional" and waiting:
                inner.names[parameter.name] = waiting.pop(0)
            elif parameter.kind == "*":
                inner.names[parameter.name] = RunValue((*waiting, *given.more))
                waiting = []
            elif parameter.kind == "**":
                inner.names[parameter.name] = unseen_from([*named.values(), *given.more])
            elif parameter.name in named:
                inner.names[parameter.name] = named.pop(parameter.name)
            elif parameter.default is not None:
                inner.names[parameter.name] = self.value(parameter.default, Environment(function.module))
            elif rest is not None:
                inner.names[parameter.name] = rest
            else:
                inner.names[parameter.name] = HANDED_IN

    def make(self, type_: model.Type, given: CallArguments, identity: str) -> ObjectValue:
        """A new object of a class of the tree, with the attributes that its constructor is seen to set."""
        made = ObjectValue(identity, type_.dotted)
        for ancestor in self.resolver.ancestry(type_):
            maker = ancestor.methods.get("__init__")
            if maker is not None and self._is_worth_following(maker):
                self.apply(CodeValue(maker, Environment(maker.module), (made,)), given)
                return made
        names = [field.name for field in type_.fields if not field.keyword_only]
        made.attributes.update(zip(names, given.positional))
        made.attributes.update(given.named)
        return made

    def noticed(self, name: str, receiver: Value | None, given: CallArguments, site: CallSite) -> bool:
        """Let the observer know of a call."""
        if name in ("setattr", "__setattr__") and len(given.positional) > 1:
            attribute = given.positional[1]
            text = attribute.text if isinstance(attribute, TextValue) else None
            subject = written(site.call.arguments[0].value)
            for one in parts(given.positional[0]):
                self.observer.stored(one, text, site.call, subject, site.module)
        return self.observer.called(name, receiver, given, site, self._origin(site))

    def unfollowed(self, name: str, given: CallArguments, site: CallSite) -> None:
        """Let the observer know of a call that ends here."""
        self.observer.lost(name, given, site)

    def _origin(self, site: CallSite) -> CallSite:
        """The outermost call of those that hand classes on to each other, down to this one."""
        for outer in reversed(self._sites):
            if outer is None:
                break
            site = outer
        return site

    # ------------------------------------------------------------------------------------------------- statements

    def step(self) -> bool:
        """Count; whether it may go on."""
        self._steps += 1
        return self._steps < _STEPS

    def _block(self, block: syntax.Block, names: Environment) -> _Leaving:
        """Follow statements up to one that is certainly left, and tell what that leaves."""
        leaving, count = _Leaving.NOTHING, len(self.sides)
        for statement in block:
            if leaving is not _Leaving.NOTHING or not self.step():
                break
            leaving = self._statement(statement, names)
        del self.sides[count:]
        return leaving

    def _statement(self, node: syntax.Statement, names: Environment) -> _Leaving:
        if isinstance(node, syntax.Assign):
            if not (isinstance(node.value, syntax.Entity) and names is self.home):  # else the resolver knows it
                value = self.value(node.value, names)
                for target in node.targets:
                    self.bind(target, value, names)
        elif isinstance(node, syntax.Augment):
            self._augment(node, names)
        elif isinstance(node, syntax.Delete):
            self._delete(node, names)
        elif isinstance(node, syntax.Evaluate):
            if not _is_left_alone(node.value):
                self.value(node.value, names)
        elif isinstance(node, syntax.Return):
            if node.value is not None and self._returned:
                self._returned[-1].append(self.value(node.value, names))
        elif isinstance(node, syntax.Define):
            code = CodeValue(node.function, names)
            names.names[node.function.name] = code
            if names is not self.home:
                self.alone(code)
            else:
                self._pending.append(code)
        else:
            return self._compound(node, names)
        return _LEAVING.get(type(node), _Leaving.NOTHING)

    def _compound(self, node: syntax.Statement, names: Environment) -> _Leaving:
        if isinstance(node, syntax.If):
            self.value(node.test, names)
            known = self.truth(node.test, names)
            sides = [(True, node.then), (False, node.otherwise)]
            blocks = [block for side, block in sides if known in (None, side)]
            return self._branches(blocks, names, choice=node if known is None and not self._loops else None)
        if isinstance(node, syntax.ForEach):
            return self._loop(node, names)
        if isinstance(node, syntax.While):
            self._loops += 1
            self._branches([node.body, ()], names)
            self._loops -= 1
            return self._block(node.otherwise, names) if self.truth(node.test, names) is not True else _Leaving.NOTHING
        if isinstance(node, syntax.With):
            for manager, target in node.managers:
                value = self.value(manager, names)
                if target is not None:
                    self.bind(target, value, names)
            leaving = self._block(node.body, names)
            return leaving if leaving is not _Leaving.RAISING else _Leaving.NOTHING  # it may be suppressed
        if isinstance(node, syntax.Try):
            blocks = [(*node.body, *node.otherwise), *(handler.body for handler in node.handlers)]
            leaving = self._branches(blocks, names, is_caught=bool(node.handlers))
            return self._block(node.last, names) or leaving
        return _LEAVING.get(type(node), _Leaving.NOTHING)

    def _branches(
        self,
        blocks: list[syntax.Block],
        names: Environment,
        *,
        is_caught: bool = False,
        choice: syntax.If | None = None,
    ) -> _Leaving:
        """Each block from the same start; what the blocks leave in a name differs or does not. What the first one
        raises may be caught by the others, or they are the sides of a ``choice``, of which one is taken."""
        before = dict(names.names)
        results: list[dict[str, Value]] = []
        leavings: list[_Leaving] = []
        for side, block in enumerate(blocks):
            names.names = dict(before)
            leaving = self._behind(choice, side, block, names)
            results.append(names.names)
            if not (is_caught and block is blocks[0] and leaving is _Leaving.RAISING):
                leavings.append(leaving)
        after: dict[str, Value] = {}
        for name in dict.fromkeys(name for result in results for name in result):
            known = [result[name] for result in results if name in result]
            value = known[0]
            for other in known[1:]:
                value = merged(value, other)
            after[name] = value
        names.names = after
        staying = [side for side, leaving in enumerate(leavings) if leaving is _Leaving.NOTHING]
        if choice is not None and len(staying) == 1:
            self.sides.append((choice.location.shown, staying[0]))  # for the rest of the block
        return min(leavings, default=_Leaving.NOTHING)

    def _behind(self, choice: syntax.If | None, side: int, block: syntax.Block, names: Environment) -> _Leaving:
        """Follow one side of a condition."""
        count = len(self.sides)
        if choice is not None:
            self.sides.append((choice.location.shown, side))
        leaving = self._block(block, names)
        del self.sides[count:]
        return leaving

    def _loop(self, node: syntax.ForEach, names: Environment) -> _Leaving:
        for item in self.items(self.value(node.iterable, names)):
            if not self.step():
                return _Leaving.NOTHING
            self.bind(node.target, item, names)
            self._loops += 1
            leaving = self._block(node.body, names)
            self._loops -= 1
            if leaving is _Leaving.LOOP:
                return _Leaving.NOTHING
            if leaving > _Leaving.LOOP and not isinstance(item, UnseenValue):
                return leaving
        return self._block(node.otherwise, names)

    # -------------------------------------------------------------------------------------------------- bindings

    def bind(self, target: syntax.Expression, value: Value, names: Environment) -> None:
        """Assign the value to a target."""
        if isinstance(target, syntax.Name):
            names.names[target.name] = value
            if names is self.home and isinstance(value, ObjectValue) and ":" in value.identity:
                # The name under which other modules know it as well.
                value.identity = f"{names.module}.{target.name}"
        elif isinstance(target, syntax.Starred):
            self.bind(target.value, value, names)
        elif isinstance(target, syntax.Sequence):
            self._unpack(target.items, value, names)
        elif isinstance(target, syntax.Attribute):
            holder = self.value(target.value, names)
            if isinstance(holder, ObjectValue):
                holder.attributes[target.name] = value
            for one in parts(holder):
                self.observer.stored(one, target.name, target, written(target.value), names.module)
        elif isinstance(target, syntax.Subscript):
            self._put(target, value, names)

    def _unpack(self, targets: tuple[syntax.Expression, ...], value: Value, names: Environment) -> None:
        items = list(value.items) if isinstance(value, RunValue) else []
        plain = not any(isinstance(item, UnseenValue) for item in items)
        starred = [index for index, target in enumerate(targets) if isinstance(target, syntax.Starred)]
        if isinstance(value, RunValue) and plain and not starred and len(items) == len(targets):
            for target, item in zip(targets, items):
                self.bind(target, item, names)
            return
        if isinstance(value, RunValue) and plain and len(starred) == 1 and len(items) >= len(targets) - 1:
            first, after = starred[0], len(targets) - starred[0] - 1
            middle = RunValue(tuple(items[first : len(items) - after]))
            shared = [*items[:first], middle, *items[len(items) - after :]]
            for target, item in zip(targets, shared):
                self.bind(target, item, names)
            return
        for target in targets:
            self.bind(target, unseen_from([value]), names)

    def _put(self, target: syntax.Subscript, value: Value, names: Environment) -> None:
        """``table[key] = value``."""
        key = self.value(target.index, names)
        holder = self.value(target.value, names)
        if isinstance(holder, TableValue):
            self.rebind(target.value, table_of((*holder.entries, (key, value))), names)
        elif isinstance(holder, RunValue):
            place = target.index.value if isinstance(target.index, syntax.Literal) else None
            items = list(holder.items)
            if place.__class__ is int and not any(isinstance(each, UnseenValue) for each in items):
                items[place : place + 1 or None] = [value]
            else:
                items = [*(unseen_from([each]) for each in items), value]
            self.rebind(target.value, RunValue(tuple(items)), names)

    def _delete(self, node: syntax.Delete, names: Environment) -> None:
        """``del table[key]``."""
        for target in node.targets:
            holder = self.value(target.value, names) if isinstance(target, syntax.Subscript) else None
            if isinstance(target, syntax.Subscript) and isinstance(holder, (RunValue, TableValue)):
                given = CallArguments((self.value(target.index, names),), {})
                self.rebind(target.value, shrunk(holder, "pop", given), names)

    def _augment(self, node: syntax.Augment, names: Environment) -> None:
        value = self.value(node.value, names)
        before = self.value(node.target, names)
        if isinstance(before, (RunValue, TableValue)) and node.operator not in ("+", "|"):
            self.rebind(node.target, doubted(before), names)
        elif isinstance(before, RunValue):
            self.rebind(node.target, RunValue((*before.items, *self.items(value))), names)
        elif isinstance(before, TableValue) and isinstance(value, TableValue):
            self.rebind(node.target, table_of((*before.entries, *value.entries)), names)
        else:
            self.bind(node.target, unseen_from([before, value]), names)

    def rebind(self, target: syntax.Expression, value: Value, names: Environment) -> None:
        """Let a name, wherever it was bound, or an attribute of an object stand for what it has become."""
        if isinstance(target, syntax.Name):
            current: Environment | None = names
            while current is not None and target.name not in current.names:
                current = current.outer
            (current or names).names[target.name] = value
        elif isinstance(target, syntax.Attribute):
            holder = self.value(target.value, names)
            if isinstance(holder, ObjectValue):
                holder.attributes[target.name] = value


def _is_left_alone(value: syntax.Expression) -> bool:
    """Whether a statement makes a generator that nobody consumes, so that its elements are never made."""
    return isinstance(value, syntax.Comprehension) and value.kind == "generator"


def _around(code: CodeValue) -> Hashable:
    """A key for functions of one text: the names around them, where these are not just the module's."""
    around = code.around
    return around if around.names or around.outer is not None else around.module


def _hands_classes(given: CallArguments) -> bool:
    return any(isinstance(one, ClassValue) for value in given.all for one in parts(value))


def written(node: syntax.Expression) -> str:
    """A dotted name as it stands in the source; nothing for anything else."""
    if isinstance(node, syntax.Name):
        return node.name
    if isinstance(node, syntax.Attribute):
        holder = written(node.value)
        return f"{holder}.{node.name}" if holder else ""
    return ""
