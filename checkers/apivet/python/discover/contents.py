"""Declarations of a file that the conventions judge: strategies, registrations, gates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apivet.program.contents import Contents, GateTag, NearMiss, Registration
from apivet.program.syntax import Name
from apivet.python.discover.augmentations import Augmentations
from apivet.python.discover.conversions import Conversions
from apivet.python.discover.gate_checks import GateChecks
from apivet.python.discover.known_gates import GateWords
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.discover.registrations import Registrations
from apivet.python.discover.strategies import StrategyClasses
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule


def discover(resolver: Resolver, gates: GateWords | None, module: SourceModule) -> Contents:
    """Find all declarations in one file, and with the words for gates the places where it uses some."""
    declared = [resolver.types.build(module, source) for source in module.classes.values()]
    objects = ObjectTypes(resolver)
    among = StrategyClasses(resolver, objects)
    again = [resolver.types.build(module, source) for source in module.classes_again]
    strategies = among.among(module, [*declared, *again])
    found = Contents()
    if gates is not None:
        found = GateChecks(resolver, gates, module, frozenset(item.type.dotted for item in strategies)).found()
    registrations = Registrations(resolver, module, objects).found()
    registered = {name.rpartition(".")[2] for each in registrations for name in _names_of_hooks(each)}
    conversions = Conversions(resolver, module, objects)
    return Contents(
        module=module.dotted,
        strategies=tuple(strategies),
        registrations=tuple(registrations),
        tags=tuple(
            GateTag(gate, type_.dotted, field.name, field.location)
            for type_ in declared
            for field in type_.fields
            if field.owner == type_.dotted
            for gate in field.gates
        ),
        gate_checks=found.gate_checks,
        uncalled_gates=found.uncalled_gates,
        used_gates=found.used_gates,
        types=tuple(type_.dotted for type_ in declared if objects.is_root(type_)),
        conversions=tuple(conversions.among(declared)),
        untyped_conversions=tuple(conversions.untyped(declared)),
        augmentations=tuple(Augmentations(resolver, module).among(declared)),
        near_misses=(
            *(each for each in among.near_misses if each.object.rpartition(".")[2] not in registered),
            *_unknown_keys(registrations),
        ),
    )


def _names_of_hooks(registration: Registration) -> Iterator[str]:
    """The names that hooks are given by."""
    for value in (*registration.hooks.values(), *(check for _, _, check in registration.checks)):
        if isinstance(value, Name):
            yield value.name


def _unknown_keys(registrations: Sequence[Registration]) -> Iterator[NearMiss]:
    for each in registrations:
        for name in each.unknown:
            yield NearMiss(each.dotted, each.location, f"'{name}' is no key of a strategy's configuration")
