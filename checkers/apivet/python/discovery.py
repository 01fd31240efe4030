"""What a file declares that the conventions judge: strategies, registrations, gates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apivet.program import model
from apivet.python.augmentations import Augmentations
from apivet.python.conversions import Conversions
from apivet.python.gatechecks import GateChecks
from apivet.python.objects import ObjectTypes
from apivet.python.registrations import Registrations
from apivet.python.source import SourceModule
from apivet.python.strategies import Strategies

if TYPE_CHECKING:
    from apivet.python.modules import Workspace


def discover(workspace: Workspace, module: SourceModule) -> model.Contents:
    """Everything in one file."""
    declared = [workspace.types.build(module, source) for source in module.classes.values()]
    objects = ObjectTypes(workspace)
    strategies = Strategies(workspace, objects).among(module, declared)
    checks = GateChecks(workspace, module, frozenset(item.type.dotted for item in strategies))
    checks.look()
    conversions = Conversions(workspace, module, objects)
    return model.Contents(
        module=module.dotted,
        strategies=tuple(strategies),
        registrations=tuple(Registrations(workspace, module, objects).found()),
        tags=tuple(
            model.GateTag(gate, type_.dotted, field.name, field.location)
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
        augmentations=tuple(Augmentations(workspace, module).among(declared)),
    )
