"""The objects that a file has rows about, and what these rows guard, which may be there when the object is lost."""

from __future__ import annotations

from collections.abc import Iterable

from apivet.conventions.hub_pairing import hub_pairs
from apivet.conventions.registry import known
from apivet.conventions.rule import HookRule, MemberRule
from apivet.program.contents import Contents
from apivet.program.model import Program, Type
from apivet.program.role import Role
from apivet.verdicts import Judgement, RowSubject

#: The role of a hub type, beside those of strategies.
HUB = "hub"


def subjects_of(contents: Contents, program: Program, rows: Iterable[Judgement], path: str) -> tuple[RowSubject, ...]:
    """A subject for each object that one of the rows is about."""
    roles: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for strategy in contents.strategies:
        roles[strategy.type.dotted] = ((strategy.role.value,), _names([strategy.object_type]))
    every_role = tuple(role.value for role in Role)
    for registration in contents.registrations:
        roles[registration.dotted] = (every_role, _names([registration.object_type]))
    registered = _names(registration.object_type for registration in contents.registrations)
    names = dict.fromkeys(row.object for row in rows)
    for group in program.groups_of(contents.module) if names.keys() - roles.keys() else ():
        for pair in hub_pairs(program, group):
            roles.setdefault(pair.object, ((HUB,), (pair.served.dotted,)))
    found = []
    for name in names:
        # What is neither is a hook that a registration has, or guards itself.
        held = roles.get(name) or ((every_role, registered) if registered else ((), ()))
        found.append(RowSubject(name, path, _inside(name, contents.module), *held))
    return tuple(found)


def roles_of(rule: str, plugins: tuple[str, ...]) -> tuple[str, ...]:
    """The roles of strategies that a rule is asked of; none for one that is about anything else."""
    known_rule = known(plugins).find(rule)
    if isinstance(known_rule, (HookRule, MemberRule)):
        return tuple(role.value for role in known_rule.roles)
    return ()


def _names(types: Iterable[Type | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(type_.dotted.partition("[")[0] for type_ in types if type_ is not None))


def _inside(name: str, module: str) -> str:
    return name[len(module) + 1 :] if name.startswith(f"{module}.") else name
