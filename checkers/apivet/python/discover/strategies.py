"""Classes that are strategies, their bindings, and the objects that they prepare (contract section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from apivet.documents import closest
from apivet.program import model, signatures, syntax
from apivet.program.contents import NearMiss, Strategy
from apivet.program.role import Role
from apivet.python.discover.mentions import MentionedParts
from apivet.python.discover.object_types import ObjectTypes, hook_parameters
from apivet.python.files.tree_facts import is_among
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.walking import callee_name, walk
from apivet.python.types.gate_tags import GateNames
from apivet.verdicts import Confidence
from apivet.vocabulary import CREATE, UPDATE

#: The likeness of names of which one is taken for the other, misspelled: two letters of twenty.
_MISSPELLED: Final = 0.9
_STATUS_SUFFIX: Final = "StatusStrategy"
#: The arguments that a hook is called with at most: a context, and the objects.
_GIVEN: Final = {"prepare_for_create": 2, "prepare_for_update": 3}
#: Partial applications in a class body, and what the first parameter that is left open is bound to.
_PARTIAL: Final[dict[str | None, Literal["none", "instance"]]] = {"partial": "none", "partialmethod": "instance"}


class StrategyClasses:
    """Finds the strategies of a file."""

    def __init__(self, resolver: Resolver, objects: ObjectTypes) -> None:
        self.resolver = resolver
        self.objects = objects
        self.vocabulary = resolver.config.vocabulary
        #: Classes and hooks that look like those of strategies and are none, among the classes asked for.
        self.near_misses: list[NearMiss] = []

    def among(self, module: SourceModule, declared: list[model.Type]) -> list[Strategy]:
        """The strategies among the classes of a file."""
        found = []
        for type_ in declared:
            self.near_misses += self._misspelled_hooks(type_)
            strategy = self._strategy(module, type_, declared)
            if isinstance(strategy, Strategy):
                found.append(strategy)
                self.near_misses += self._odd_hooks(strategy)
            elif strategy is not None:
                self.near_misses.append(NearMiss(type_.dotted, type_.location, strategy))
        self.near_misses += self._loose_hooks(module)
        return found

    def _odd_hooks(self, strategy: Strategy) -> Iterator[NearMiss]:
        """The hooks of a strategy that are over another object than it is, or are given none."""
        for notion, hook in self.hooks(strategy.type):
            told = self.objects.of_hook(hook, notion, self.objects.bindings(strategy.type).get(hook.owner or "", {}))
            parameters = hook_parameters(hook, notion)
            unfilled = signatures.unfilled(hook, _GIVEN[notion])
            reason = ""
            if parameters[0] is None and not any(each.kind in ("*", "**") for each in hook.parameters):
                reason = "it takes no object"
            elif notion == "prepare_for_update" and parameters[1] is None and parameters[0] is not None:
                reason = f"it takes no stored object beside '{parameters[0]}'"
            elif unfilled:
                reason = f"nothing is given for '{unfilled[0]}': a hook takes a context at most, and the objects"
            elif told.excluded:
                reason = f"'{parameters[0]}' is no API object; the order is object, stored object"
            elif told.type is not None and strategy.object_type is not None and self._is_other(told.type, strategy):
                reason = f"it is over {told.type.dotted}, the strategy over {strategy.object_type.dotted}"
            elif _passes_over_object(hook, notion):
                reason = f"'{parameters[0]}' stands where the object does, and is not used: the stored one comes second"
            if reason:
                yield NearMiss(f"{strategy.type.dotted}.{hook.name}", hook.location, reason)

    def _misspelled_hooks(self, type_: model.Type) -> Iterator[NearMiss]:
        """The methods of a class that has no hook of a notion, which are called nearly as that is."""
        for notion in ("prepare_for_create", "prepare_for_update"):
            words: tuple[str, ...] = getattr(self.vocabulary, notion)
            if self._hook(type_, words) is not None:
                continue
            meant = {_bare(word): word for word in words}
            for name in type_.methods:
                close = closest(_bare(name), meant, _MISSPELLED)
                if close is not None:
                    reason = f"it is called like no hook; did you mean '{meant[close]}'?"
                    yield NearMiss(f"{type_.dotted}.{name}", type_.methods[name].location, reason)

    def _is_other(self, type_: model.Type, strategy: Strategy) -> bool:
        """Whether a type has nothing to do with a strategy's."""
        own = strategy.object_type
        assert own is not None
        related = (*self.resolver.ancestry(own), *self.resolver.ancestry(type_))
        return type_.dotted != own.dotted and sum(each.dotted in (own.dotted, type_.dotted) for each in related) < 3

    def _loose_hooks(self, module: SourceModule) -> Iterator[NearMiss]:
        """Functions of the module itself that are called as hooks are, and stand in no class or registration."""
        for notion in ("prepare_for_create", "prepare_for_update"):
            for name in getattr(self.vocabulary, notion):
                if name not in module.symbols:
                    continue
                entity = self.resolver.resolve_in(module, name)
                if isinstance(entity, syntax.Function) and entity.module == module.dotted:
                    yield NearMiss(f"{module.dotted}.{name}", entity.location, "it is a function of no class")

    def _takes_object(self, hook: syntax.Function, notion: str) -> bool:
        """Whether a hook may be over an API object, by its annotations."""
        told = self.objects.of_hook(hook, notion)
        return not told.excluded and (told.type is None or self.objects.is_root(told.type))

    def hooks(self, type_: model.Type) -> list[tuple[str, syntax.Function]]:
        """The hooks that a class defines or inherits, the most derived of each notion."""
        hooks = []
        for notion in ("prepare_for_create", "prepare_for_update"):
            hook = self._hook(type_, getattr(self.vocabulary, notion))
            if hook is not None:
                hooks.append((notion, hook))
        return hooks

    def _hook(self, type_: model.Type, names: tuple[str, ...]) -> syntax.Function | None:
        for ancestor in self.resolver.ancestry(type_):
            for name in names:
                if name in ancestor.methods:
                    found = ancestor.methods[name]
                    return None if found.is_property else found
                if name in ancestor.attributes:
                    return self._assigned(ancestor, ancestor.attributes[name])
        return None

    def _has_made_hook(self, type_: model.Type) -> bool:
        """Whether a class has a hook that no statement defines: one that a call gives, or a property."""
        names = [name for notion in (CREATE, UPDATE) for name in getattr(self.vocabulary, notion)]
        for ancestor in self.resolver.ancestry(type_):
            for name in names:
                declared = ancestor.field(name) if ancestor.form == "plain" else None
                value = ancestor.attributes.get(name) or (declared.default if declared is not None else None)
                if name in ancestor.methods or not isinstance(value, (syntax.Literal, type(None))):
                    return True
        return False

    def _assigned(self, type_: model.Type, value: syntax.Expression) -> syntax.Function | None:
        """``prepare_for_create = wipe_status`` in a class body: a function that is given the strategy first."""
        if isinstance(value, syntax.Call) and callee_name(value) in ("staticmethod", "classmethod"):
            return self._named(type_, value.arguments[0].value) if value.arguments else None
        found = self._named(type_, value)
        is_open = isinstance(value, syntax.Call) and callee_name(value) in _PARTIAL
        is_plain = found is not None and not is_open and found.binding == "none" and bool(found.parameters)
        return replace(found, binding="instance") if found is not None and is_plain else found

    def _named(self, type_: model.Type, value: syntax.Expression) -> syntax.Function | None:
        """The function that a value in a class body names, as it is defined."""
        if isinstance(value, syntax.Call) and callee_name(value) in _PARTIAL and value.arguments:
            inner, given = self._named(type_, value.arguments[0].value), signatures.given_beforehand(value)
            if inner is None or given is None:
                return None
            return signatures.left_open(replace(inner, binding=_PARTIAL[callee_name(value)]), *given)
        if isinstance(value, syntax.Lambda):
            return value.function
        module = self.resolver.module(type_.module)
        if module is None:
            return None
        if isinstance(value, syntax.Name) and value.name in type_.methods:
            return type_.methods[value.name]
        if isinstance(value, syntax.Call):
            return self._made(module, type_, value)
        found = self.resolver.entity(module, value, type_.dotted[len(type_.module) + 1 :])
        return found if isinstance(found, syntax.Function) else None

    def _made(self, module: SourceModule, type_: model.Type, call: syntax.Call) -> syntax.Function | None:
        """The function that a call in a class body gives, as far as it tells the type of its objects: what the callee
        defines and returns, else what it is given."""
        maker = self.resolver.entity(module, call.callee)
        given = [self._named(type_, each.value) for each in call.arguments if not isinstance(each.value, syntax.Call)]
        returned = _returned(maker) if isinstance(maker, syntax.Function) else None
        found = [each for each in (returned, *given) if each is not None]
        annotated = (each for each in found if any(item.annotation is not None for item in each.parameters))
        return next(annotated, returned)

    def _strategy(self, module: SourceModule, type_: model.Type, declared: list[model.Type]) -> Strategy | str | None:
        """The strategy that a class is, else why it is none though it has hooks."""
        hooks = self.hooks(type_)
        if not hooks and not self._has_made_hook(type_):
            return None
        if type_.form == "protocol":
            return "it is a protocol: what implements it is checked"
        if self._is_abstract(type_) or self._is_unfinished(module, type_, hooks):
            return "it leaves something for others to write: classes that do are checked"
        object_type = self.objects.of_strategy(type_, hooks)
        if object_type.excluded:
            odd = [hook.name for notion, hook in hooks if not self._takes_object(hook, notion)]
            which = f"{' and '.join(odd)} takes" if odd else "its hooks take"
            return f"{which} something that is no API object: a class with structured {self.vocabulary.metadata}"
        role = self._role(module, type_)
        if object_type.type is not None:
            return Strategy(type_, role, object_type.type, frozenset(), Confidence.CERTAIN, object_type.told_by)
        if self._is_checked_through_subclasses(module, type_, role):
            return "no type of its objects is named: classes that derive from it are checked"
        mentions = self._mentions(type_, declared)
        if not mentions & {self.vocabulary.metadata, self.vocabulary.spec, self.vocabulary.status}:
            return "nothing tells the type of its objects: annotate them in its hooks"
        return Strategy(type_, role, None, mentions, Confidence.INFERRED, "mentioned parts")

    def _is_abstract(self, type_: model.Type) -> bool:
        """Whether a class leaves anything abstract, a hook or what its hooks call: nobody can make an object of it."""
        given: set[str] = set()
        for ancestor in self.resolver.ancestry(type_):
            if any(method.abstract for name, method in ancestor.methods.items() if name not in given):
                return True
            given.update((*ancestor.methods, *ancestor.attributes))
        return False

    def _is_unfinished(self, module: SourceModule, type_: model.Type, hooks: list[tuple[str, syntax.Function]]) -> bool:
        """Whether what a class leaves to others is for its subclasses to write. One that has no subclasses and a hook
        of its own refuses the other requests: nothing is ever created through a subresource, say."""
        missing = [hook for _, hook in hooks if _not_implemented(hook)]
        is_base = is_among(type_.name, module.path, self.resolver.facts.subclassed)
        return bool(missing) and (is_base or len(missing) == len(hooks))

    def _is_checked_through_subclasses(self, module: SourceModule, type_: model.Type, role: Role) -> bool:
        """Whether a base is there for others to complete. One that only strategies of subresources derive from is
        none of these: it is the main strategy that they vary."""
        facts = self.resolver.facts
        return is_among(type_.name, module.path, facts.varied if role is Role.MAIN else facts.subclassed)

    # ------------------------------------------------------------------------------------------------------ roles

    def _role(self, module: SourceModule, type_: model.Type) -> Role:
        subresource = self._subresource(type_)
        if subresource in ("status", self.vocabulary.status) or type_.name.endswith(_STATUS_SUFFIX):
            return Role.STATUS
        if self._bound_as_status(module, type_):
            return Role.STATUS
        return Role.OTHER if subresource else Role.MAIN

    def _subresource(self, type_: model.Type) -> str | None:
        for ancestor in self.resolver.ancestry(type_):
            value = ancestor.attributes.get("subresource")
            field = ancestor.field("subresource")
            if value is None and field is not None and field.owner == ancestor.dotted:
                value = field.default
            source = self.resolver.module(ancestor.module)
            if value is not None and source is not None:
                return GateNames(self.resolver).text(source, value, ancestor.dotted[len(ancestor.module) + 1 :])
        return None

    def _bound_as_status(self, module: SourceModule, type_: model.Type) -> bool:
        """Whether a registration somewhere binds the class, an instance of it or what makes one, for status."""
        bound = self.resolver.facts.status_bound
        if not bound:
            return False
        if is_among(type_.name, module.path, bound):
            return True
        for name in module.symbols:
            if is_among(name, module.path, bound) and self._makes(module, name, type_):
                return True
        return False

    def _makes(self, module: SourceModule, name: str, type_: model.Type) -> bool:
        entity = self.resolver.resolve_in(module, name)
        if isinstance(entity, model.Global) and entity.module == module.dotted:
            return entity.value is not None and self._instance_of(module, entity.value, type_)
        if isinstance(entity, syntax.Function):
            return any(
                isinstance(statement, syntax.Return)
                and statement.value is not None
                and self._instance_of(module, statement.value, type_)
                for statement in entity.body
            )
        return False

    def _instance_of(self, module: SourceModule, value: syntax.Expression, type_: model.Type) -> bool:
        if not isinstance(value, syntax.Call):
            return False
        made = self.resolver.entity(module, value.callee)
        return isinstance(made, model.Type) and made.dotted == type_.dotted

    # --------------------------------------------------------------------------------------------------- mentions

    def _mentions(self, type_: model.Type, declared: list[model.Type]) -> frozenset[str]:
        """The parts mentioned by the class, its bases and its siblings in the file."""
        mentions = MentionedParts(self.resolver, type_)
        related = [*self.resolver.ancestry(type_), *(item for item in declared if self._is_sibling(type_, item))]
        for relative in related:
            for notion in ("prepare_for_create", "prepare_for_update"):
                for name in getattr(self.vocabulary, notion):
                    hook = relative.methods.get(name)
                    if hook is not None:
                        mentions.hook(hook, notion)
        for notion, hook in self.hooks(type_):
            mentions.hook(hook, notion)
        return frozenset(mentions.found)

    def _is_sibling(self, type_: model.Type, other: model.Type) -> bool:
        if other.dotted == type_.dotted:
            return False
        if any(ancestor.dotted == type_.dotted for ancestor in self.resolver.ancestry(other)):
            return True
        return _stem(type_.name) == _stem(other.name)


def _returned(maker: syntax.Function) -> syntax.Function | None:
    """The function that another one defines, and returns."""
    names = {
        node.value.name
        for node in maker.body
        if isinstance(node, syntax.Return) and isinstance(node.value, syntax.Name)
    }
    defined = (node.function for node in maker.body if isinstance(node, syntax.Define))
    return next((function for function in defined if function.name in names), None)


def _stem(name: str) -> str:
    return name.removesuffix("Strategy").removesuffix("Status")


def _passes_over_object(hook: syntax.Function, notion: str) -> bool:
    """Whether a hook uses what stands in the stored object's place and, unannotated, leaves the object itself alone: it
    takes its parameters in another order than hooks are given them."""
    obj, old, _ = hook_parameters(hook, notion)
    if old is None or old.startswith(signatures.STORED_PREFIXES):
        return False
    annotated = any(each.name == obj and each.annotation is not None for each in hook.parameters)
    used = {node.name for node in walk(hook.body) if isinstance(node, syntax.Name)}
    return not annotated and obj not in used and old in used


def _not_implemented(hook: syntax.Function) -> bool:
    """A hook whose whole body says that subclasses have to write it."""
    if len(hook.body) != 1 or not isinstance(hook.body[0], syntax.Raise):
        return False
    raised = hook.body[0].value
    if isinstance(raised, syntax.Call):
        raised = raised.callee
    return isinstance(raised, syntax.Name) and raised.name == "NotImplementedError"


def _bare(name: str) -> str:
    """A name without what spellings of it differ in."""
    return name.replace("_", "").lower()
