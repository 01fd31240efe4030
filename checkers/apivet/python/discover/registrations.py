"""Declarative registrations: ``new_rest(RESTConfig(...))`` with hand-written hooks inside it."""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.program import model, signatures, syntax
from apivet.program.contents import Registration
from apivet.program.role import Role
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.names.changing import replaced as replaced_name
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule
from apivet.python.source.nodes import assigned, every_node, last_name, nodes_in
from apivet.python.source.statements import StatementLowering
from apivet.python.source.walking import callee_name, keyword, positional
from apivet.python.types.gate_tags import GateNames

_REST_ORDER: Final = ("resource", "kind", "strategy_config", "status_config")
_HOOK_NOTIONS: Final = ("prepare_for_create", "prepare_for_update", "get_reset_fields")
_FLAG_NOTIONS: Final = (
    "allow_create_on_update",
    "allow_unconditional_update",
    "default_garbage_collection_policy",
)
_STRATEGY_KEYS: Final = ("strategy_config", "strategy")
#: The keys that hand-written strategies are given under, and the hooks that they answer for.
_HAND_WRITTEN: Final[Mapping[str, tuple[str, ...]]] = {
    "strategy": ("prepare_for_create", "prepare_for_update"),
    "create_strategy": ("prepare_for_create",),
    "update_strategy": ("prepare_for_update",),
}
#: The hooks that the default strategy runs.
_OF_THE_DEFAULT: Final = (
    (Role.MAIN, "prepare_for_create"),
    (Role.MAIN, "prepare_for_update"),
    (Role.STATUS, "prepare_for_update"),
)
#: Hooks that look at an object and leave it alone, by the hook that they run behind.
_CHECKS: Final[Mapping[str, str]] = {
    "validate": "prepare_for_create",
    "validate_create": "prepare_for_create",
    "warnings_on_create": "prepare_for_create",
    "validate_update": "prepare_for_update",
    "warnings_on_update": "prepare_for_update",
}
_STATUS_KEYS: Final = ("status_config", "status")
_TYPE_KEYS: Final = ("kind", "type", "object", "object_type", "new_func")
_COPIES: Final = ("replace", "evolve", "__replace__")
_DEPTH: Final = 6


class _ExpressionScope(Struct):
    """The scope of an expression: its module, and what the enclosing functions bind names to."""

    module: SourceModule
    local: dict[str, syntax.Expression] = field(default_factory=dict)


class _RegistrationCall(Struct):
    """A call that registers something, as the module is loaded or in a function."""

    call: ast.Call
    dotted: str
    place: _ExpressionScope
    is_loaded: bool


Given = dict[str, tuple[_ExpressionScope, syntax.Expression]]


class Registrations:
    """Finds the registrations of a file."""

    def __init__(self, resolver: Resolver, module: SourceModule, objects: ObjectTypes) -> None:
        self.resolver = resolver
        self.module = module
        self.objects = objects
        self.vocabulary = resolver.config.vocabulary

    def found(self) -> list[Registration]:
        """All registrations, each under a dotted name of its own."""
        if not any(name.encode() in self.module.data for name in self.vocabulary.new_rest):
            return []
        made = [one for one in map(self._registration, self._sites()) if one is not None]
        counts = Counter(item.dotted for item, _ in made)
        named = [
            replace(item, dotted=f"{item.dotted}.{label}") if counts[item.dotted] > 1 and label else item
            for item, label in made
        ]
        return [item for item in named if item.object_type is not None or item.hooks or item.flags]

    # ------------------------------------------------------------------------------------------------------ sites

    def _sites(self) -> Iterator[_RegistrationCall]:
        yield from self._sites_in(self.module.tree.body, self.module.dotted, _ExpressionScope(self.module), at_top=True)

    def _sites_in(
        self, body: list[ast.stmt], dotted: str, place: _ExpressionScope, at_top: bool
    ) -> Iterator[_RegistrationCall]:
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                inner = f"{dotted}.{node.name}"
                local = {**place.local, **self._local_names(node, inner)}
                yield from self._sites_in(node.body, inner, _ExpressionScope(self.module, local), at_top=False)
            elif isinstance(node, ast.ClassDef):
                yield from self._sites_in(node.body, f"{dotted}.{node.name}", place, at_top=True)
            else:
                name = _assigned_name(node) if at_top else None
                for call in self._calls(node):
                    yield _RegistrationCall(call, f"{dotted}.{name}" if name else dotted, place, at_top)

    def _calls(self, node: ast.AST) -> Iterator[ast.Call]:
        """Registration calls of a statement, in the order of the source, functions defined inside left out."""
        names = self._names
        pending: list[ast.AST] = [node]
        while pending:
            current = pending.pop()
            if isinstance(current, ast.Call) and last_name(current) in names:
                yield current
            if not isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                pending.extend(reversed(list(nodes_in(current))))

    @functools.cached_property
    def _names(self) -> frozenset[str]:
        """The names of the registering function here: its own, and those under which it is imported."""
        known = self.vocabulary.new_rest
        renamed = [name for name, all_ in self.module.symbols.items() if any(one.member in known for one in all_)]
        return frozenset((*known, *renamed))

    def _local_names(self, node: ast.FunctionDef | ast.AsyncFunctionDef, dotted: str) -> dict[str, syntax.Expression]:
        """Names that a function binds once, by a plain assignment or a ``def``, with their values."""
        scope = replace(self.module.scope, dotted=dotted, again={})
        lowering = StatementLowering(scope)
        bound: dict[str, list[syntax.Expression]] = {}
        for statement in every_node(node):
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement is not node:
                function = lowering.function(statement)
                bound.setdefault(statement.name, []).append(syntax.Lambda(function.location, function))
            elif isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
                name = _assigned_name(statement)
                if name is not None:
                    bound.setdefault(name, []).append(lowering.expression(statement.value))
        return {name: values[0] for name, values in bound.items() if len(values) == 1}

    # ------------------------------------------------------------------------------------------------ one of them

    def _registration(self, site: _RegistrationCall) -> tuple[Registration, str] | None:
        """A registration with the label that tells it from others; ``None`` where a hand-written strategy is
        registered, which is judged for itself."""
        call = StatementLowering(self.module.scope).expression(site.call)
        assert isinstance(call, syntax.Call)
        given = self._rest(site.place, call)
        strategy = self._section(given, _STRATEGY_KEYS)
        status = self._section(given, _STATUS_KEYS) or self._section(strategy, _STATUS_KEYS)
        home = self._home([*strategy.values(), *status.values()])
        hooks: dict[tuple[Role, str], syntax.Expression] = {}
        for role, section in ((Role.MAIN, strategy), (Role.STATUS, status)):
            for notion in _HOOK_NOTIONS:
                value = self._named(section, notion)
                if value is not None:
                    hooks[role, notion] = value
        flags = {}
        for notion in _FLAG_NOTIONS:
            value = self._named(strategy, notion)
            if value is not None:
                flags[notion] = value
        by_hand = [name for name in _HAND_WRITTEN if name in given and (name != "strategy" or not (hooks or flags))]
        replaced = frozenset(notion for name in by_hand for notion in _HAND_WRITTEN[name])
        if not hooks and not flags and replaced.issuperset(_HAND_WRITTEN["strategy"]):
            return None
        doubt = self._another(site)
        if doubt is not None:
            hooks.update(dict.fromkeys(_OF_THE_DEFAULT, syntax.Opaque(call.location, doubt, ())))
        registration = Registration(
            dotted=site.dotted,
            module=home.dotted,
            location=StatementLowering(self.module.scope).location(site.call),
            object_type=self._object_type(site.place, call, given, hooks, home),
            hooks=hooks,
            flags=flags,
            checks=tuple((name, notion, strategy[name][1]) for name, notion in _CHECKS.items() if name in strategy),
            replaced=replaced,
            unknown=tuple(name for name in (*strategy, *status) if name not in self._known_keys),
        )
        return registration, self._label(given, registration.object_type)

    def _another(self, site: _RegistrationCall) -> str | None:
        """The reason why something else may be registered: another object under the name, or another function, or what
        a name in the call stood for by then."""
        loaded = self.module.loaded(site.call) if site.is_loaded else None
        if isinstance(loaded, syntax.Opaque):
            return loaded.note
        called = site.call.func.id if isinstance(site.call.func, ast.Name) else ""
        names = (site.dotted.rpartition(".")[2], called)
        return next(filter(None, (replaced_name(self.resolver, self.module, name) for name in names)), None)

    @functools.cached_property
    def _known_keys(self) -> frozenset[str]:
        """The keys that mean something in the configuration of a strategy."""
        notions = (*_HOOK_NOTIONS, *_FLAG_NOTIONS)
        words = (name for notion in notions for name in getattr(self.vocabulary, notion))
        return frozenset((*notions, *words, *_CHECKS, *_STATUS_KEYS, *_HAND_WRITTEN, "delete_strategy", *_TYPE_KEYS))

    def _home(self, values: list[tuple[_ExpressionScope, syntax.Expression]]) -> SourceModule:
        """The module in which the hooks are written: that of the configuration that holds them."""
        for place, _ in values:
            if place.module is not self.module:
                return place.module
        return self.module

    def _rest(self, place: _ExpressionScope, call: syntax.Call) -> Given:
        arguments = positional(call)
        given: Given = {}
        if arguments:
            given = self._options(place, arguments[0], _REST_ORDER)
        configured = keyword(call, "config", "rest_config")
        if configured is not None:
            given = self._options(place, configured, _REST_ORDER)
        given.update({item.name: (place, item.value) for item in call.arguments if item.name is not None})
        return given

    def _section(self, given: Given, names: tuple[str, ...]) -> Given:
        for name in names:
            if name in given:
                place, value = given[name]
                order = (*_HOOK_NOTIONS, *_FLAG_NOTIONS) if names is _STRATEGY_KEYS else _HOOK_NOTIONS[1:]
                return self._options(place, value, order)
        return {}

    def _options(
        self, place: _ExpressionScope, node: syntax.Expression, order: tuple[str, ...], depth: int = 0
    ) -> Given:
        """The arguments with which a configuration object is made, wherever that is."""
        if depth > _DEPTH:
            return {}
        if isinstance(node, syntax.Name) and node.name in place.local:
            return self._options(place, place.local[node.name], order, depth + 1)
        if isinstance(node, (syntax.Name, syntax.Attribute)):
            entity = self.resolver.entity(place.module, node)
            if isinstance(entity, model.Global) and entity.value is not None:
                module = self.resolver.module(entity.module)
                return {} if module is None else self._options(_ExpressionScope(module), entity.value, order, depth + 1)
            return {}
        if not isinstance(node, syntax.Call):
            return {}
        made = self.resolver.entity(place.module, node.callee)
        arguments = positional(node)
        if isinstance(made, syntax.Function):
            given = self._returned_options(made, order, depth)
        elif callee_name(node) in _COPIES and arguments:
            given = self._options(place, arguments[0], order, depth + 1)
        else:
            if isinstance(made, model.Type) and made.fields:
                order = tuple(item.name for item in made.fields if not item.keyword_only)
            given = {name: (place, value) for name, value in zip(order, arguments)}
        given.update({name: (place, value) for name, value in _keywords(node)})
        return given

    def _returned_options(self, made: syntax.Function, order: tuple[str, ...], depth: int) -> Given:
        """The options of a configuration that a function makes and returns."""
        module = self.resolver.module(made.module)
        for statement in made.body:
            if isinstance(statement, syntax.Return) and statement.value is not None and module is not None:
                return self._options(_ExpressionScope(module), statement.value, order, depth + 1)
        return {}

    def _named(self, section: Given, notion: str) -> syntax.Expression | None:
        for name in (notion, *getattr(self.vocabulary, notion)):
            if name in section:
                place, value = section[name]
                if isinstance(value, syntax.Name) and value.name in place.local:
                    value = place.local[value.name]
                if isinstance(value, syntax.Literal) and value.value is None:
                    return None
                return value
        return None

    # ------------------------------------------------------------------------------------------------ object type

    def _object_type(
        self,
        place: _ExpressionScope,
        call: syntax.Call,
        given: Given,
        hooks: dict[tuple[Role, str], syntax.Expression],
        home: SourceModule,
    ) -> model.Type | None:
        for name in _TYPE_KEYS:
            if name in given:
                found = self._root(given[name][0], given[name][1])
                if found is not None:
                    return found
        configurations = [call, *positional(call), *(given[key][1] for key in _STRATEGY_KEYS if key in given)]
        for configuration in configurations:
            if isinstance(configuration, syntax.Call) and isinstance(configuration.callee, syntax.Subscript):
                found = self._root(place, configuration.callee.index)
                if found is not None:
                    return found
        for (_, notion), hook in hooks.items():
            function = self._function(home, hook)
            if function is not None and notion != "get_reset_fields":
                declared = self.objects.of_hook(function, notion).type
                candidates = [declared] if declared is not None else list(self.objects.named_in_body(function, notion))
                for candidate in candidates:
                    if self.objects.is_root(candidate):
                        return candidate
        return None

    def _root(self, place: _ExpressionScope, node: syntax.Expression) -> model.Type | None:
        if isinstance(node, syntax.Name) and node.name in place.local:
            node = place.local[node.name]
        if isinstance(node, syntax.Lambda) and node.function.body:
            made = node.function.body[0]
            if isinstance(made, syntax.Return) and isinstance(made.value, syntax.Call):
                node = made.value.callee
        if isinstance(node, syntax.Literal) and isinstance(node.value, str) and "." in node.value:
            located = self.resolver.type(node.value)
            if located is not None and self.objects.is_root(located):
                return located
        shape = self.resolver.shapes.annotation(place.module, node).shape
        type_ = self.resolver.type(shape.dotted) if isinstance(shape, model.Named) else None
        return type_ if type_ is not None and self.objects.is_root(type_) else None

    def _function(self, home: SourceModule, node: syntax.Expression) -> syntax.Function | None:
        if isinstance(node, syntax.Lambda):
            return node.function
        if isinstance(node, syntax.Call) and callee_name(node) == "partial" and node.arguments:
            inner, given = self._function(home, node.arguments[0].value), signatures.given_beforehand(node)
            return None if inner is None or given is None else signatures.left_open(inner, *given)
        if isinstance(node, syntax.Attribute):
            holder = self.resolver.entity(home, node.value)
            if isinstance(holder, model.Global) and isinstance(holder.value, syntax.Call):
                module = self.resolver.module(holder.module)
                made = None if module is None else self.resolver.entity(module, holder.value.callee)
                if isinstance(made, model.Type):
                    found = self.resolver.member(made, node.name)
                    return found if isinstance(found, syntax.Function) else None
        found = self.resolver.entity(home, node)
        return found if isinstance(found, syntax.Function) else None

    def _label(self, given: Given, object_type: model.Type | None) -> str:
        """The label that tells registrations with the same enclosing function apart: the resource, else the kind."""
        if "resource" in given:
            place, value = given["resource"]
            text = GateNames(self.resolver).text(place.module, value)
            if text:
                return text
        return object_type.name if object_type is not None else ""


def _keywords(call: syntax.Call) -> Iterator[tuple[str, syntax.Expression]]:
    """Keyword arguments, also those given as ``**{"name": value}``."""
    for argument in call.arguments:
        if argument.name is not None:
            yield argument.name, argument.value
        elif argument.spread == "**" and isinstance(argument.value, syntax.Mapping):
            for key, value in argument.value.entries:
                if isinstance(key, syntax.Literal) and isinstance(key.value, str):
                    yield key.value, value


def _assigned_name(node: ast.stmt) -> str | None:
    targets = [target for target, _ in assigned(node)]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None
