"""Declarations of a file that the conventions judge: strategies, registrations, gates."""

from __future__ import annotations

from apivet.program.contents import Contents, GateTag
from apivet.python.discover.augmentations import Augmentations
from apivet.python.discover.conversions import Conversions
from apivet.python.discover.gate_checks import GateChecks
from apivet.python.discover.known_gates import GateWords
from apivet.python.discover.object_types import ObjectTypes
from apivet.python.discover.registrations import Registrations
from apivet.python.discover.strategies import Strategies
from apivet.python.names.resolver import Resolver
from apivet.python.source.module import SourceModule


def discover(resolver: Resolver, gates: GateWords, module: SourceModule) -> Contents:
    """Find all declarations in one file."""
    declared = [resolver.types.build(module, source) for source in module.classes.values()]
    objects = ObjectTypes(resolver)
    strategies = Strategies(resolver, objects).among(module, declared)
    checks = GateChecks(resolver, gates, module, frozenset(item.type.dotted for item in strategies))
    checks.look()
    conversions = Conversions(resolver, module, objects)
    return Contents(
        module=module.dotted,
        strategies=tuple(strategies),
        registrations=tuple(Registrations(resolver, module, objects).found()),
        tags=tuple(
            GateTag(gate, type_.dotted, field.name, field.location)
            for type_ in declared
            for field in type_.fields
            if field.owner == type_.dotted
            for gate in field.gates
        ),
        gate_checks=tuple(checks.checks),
        uncalled_gates=tuple(checks.uncalled),
        used_gates=tuple(checks.used),
        types=tuple(type_.dotted for type_ in declared if objects.is_root(type_)),
        conversions=tuple(conversions.among(declared)),
        untyped_conversions=tuple(conversions.untyped(declared)),
        augmentations=tuple(Augmentations(resolver, module).among(declared)),
    )
