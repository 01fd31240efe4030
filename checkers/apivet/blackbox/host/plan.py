"""The plan of a run: every strategy that the static check finds, with all that a worker has to know of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from apivet.blackbox.protocol.models import (
    Assignment,
    GatedPath,
    PartsModel,
    RegistrationModel,
    SourceSlice,
    type_models,
)
from apivet.config import Config
from apivet.conventions.declarative import HookSubject
from apivet.conventions.gated_fields import (
    GatedPart,
    all_gated_fields,
    fields_of_unread_gates,
    gated_fields,
    known_gates,
)
from apivet.conventions.open_conditions import why_untold
from apivet.conventions.registry import known
from apivet.conventions.rule import Registered
from apivet.conventions.strategy import StrategySubject
from apivet.conventions.subject import Subject
from apivet.conventions.unions import lies_in_union, rivals
from apivet.effects.values import GateOn
from apivet.program.contents import Contents, Registration, Strategy
from apivet.program.model import Program, Type
from apivet.program.role import Role
from apivet.program.source_program import SourceProgram
from apivet.program.syntax import Expression
from apivet.verdicts import Location
from apivet.vocabulary import CREATE, UPDATE


class Candidate(Struct, frozen=True):
    """A strategy that the static check found, or something that is registered inside the default one: what to do with
    it, or why nothing can be done. Of a strategy all rules are ``asked``; of what is registered those that are its own,
    as its ``hook`` is run. What is ``is_idle`` is never run at all, so that no rule asks anything of it, and what
    ``only_looks`` at objects has to say only what it breaks. ``places`` are where its hooks and
    flags stand, by the vocabulary's words for them."""

    name: str
    location: Location
    assignment: Assignment | None
    reason: str = ""
    asked: tuple[str, ...] = ()
    hook: str = ""
    is_idle: bool = False
    only_looks: bool = False
    places: Mapping[str, Location] = field(default_factory=dict)

    def place_of(self, notion: str) -> Location:
        """The location of a finding about a hook or a flag."""
        return self.places.get(notion, self.location)

    def answers_for(self, rule: str) -> bool:
        """Whether a rule is asked of it."""
        return not self.asked or rule in self.asked


def candidates(contents: Contents, program: SourceProgram, config: Config, gates: frozenset[str]) -> list[Candidate]:
    """The strategies of one file, and what its registrations add to the default one."""
    found = [_candidate(strategy, program, config, gates) for strategy in contents.strategies]
    for registration in contents.registrations:
        found += _of_registration(registration, program, config, gates)
    return found


def _candidate(strategy: Strategy, program: Program, config: Config, gates: frozenset[str]) -> Candidate:
    name, location = strategy.type.dotted, strategy.type.location
    if strategy.object_type is None:
        reason = "nothing says which type its objects have: annotate a hook, or name it in 'object_type'"
        return Candidate(name, location, None, reason)
    subject = StrategySubject(
        strategy.type, strategy.role, strategy.object_type, strategy.mentions, strategy.confidence, program, config
    )
    assignment = _assignment(subject, strategy.object_type, strategy.type.module, config, gates)
    members = {
        notion: subject.attribute(notion)
        for notion in (CREATE, UPDATE, *(rule.member for rule in known(config.plugins).of_members))
    }
    places = {notion: found[1] for notion, found in members.items() if found is not None}
    return Candidate(name, location, assignment, places=places)


def _assignment(subject: Subject, object_type: Type, module: str, config: Config, gates: frozenset[str]) -> Assignment:
    # What a gate decides that nobody registers is told of its name alone.
    gated = tuple(gated_path(subject, item) for item in gated_fields(subject) if _is_registered(subject, item))
    features = tuple(
        gated_path(subject, item) for item in (*all_gated_fields(subject), *fields_of_unread_gates(subject))
    )
    flags, rules = config.defaults, known(config.plugins).about_role(subject.role)
    return Assignment(
        name=subject.name,
        module=module,
        qualified=subject.name[len(module) + 1 :],
        role=subject.role.value,
        object_type=object_type.dotted,
        types=type_models(subject.program, object_type),
        parts=_parts(subject),
        gated=gated,
        vocabulary=config.vocabulary,
        flags=(
            ("allow_create_on_update", flags.allow_create_on_update),
            ("allow_unconditional_update", flags.allow_unconditional_update),
            ("default_garbage_collection_policy", flags.default_garbage_collection_policy),
        ),
        known_gates=gates | known_gates(subject),
        elsewhere=tuple(item for item in features if item not in gated),
        roots=_roots(config),
        source=os.path.abspath(subject.location.path),
        asked=tuple(rule.symbol for rule in rules),
        watched=tuple(dict.fromkeys(rule.watched for rule in rules if rule.watched)),
    )


def _parts(subject: Subject) -> PartsModel:
    parts = subject.parts
    return PartsModel(parts.spec, parts.status, parts.generation, parts.payload, parts.metadata)


def _is_registered(subject: Subject, item: GatedPart) -> bool:
    return all(why_untold(subject, GateOn(gate), True) is None for gate in item.field.gates)


def gated_path(subject: Subject, item: GatedPart) -> GatedPath:
    """A gated field as a worker is told of it."""
    around = tuple(gate for _, declared in item.parents for gate in declared.gates)
    declaration = ".".join(item.declaration)
    beside, is_member = rivals(subject, item.path), lies_in_union(subject, item.path)
    return GatedPath(item.path, item.field.gates, around, item.field.optional, declaration, beside, is_member)


def _roots(config: Config) -> tuple[str, ...]:
    return tuple(config.source_roots) or (config.root,)


# -------------------------------------------------------------------------------------------------- registrations

_NO_TYPE: Final = (
    "nothing says which type its objects have: name it in the registration (kind=...), or annotate the hook"
)
_NOTHING: Final = PartsModel(False, False, (), (), ())


def _of_registration(
    registration: Registration, program: SourceProgram, config: Config, gates: frozenset[str]
) -> Iterator[Candidate]:
    """Each hook alone inside the default strategy, what is named as reset with the update hook, and each flag: the
    objects that the static check judges, in its order."""
    for role, notion in sorted(registration.hooks, key=lambda key: (key[0].value, key[1])):
        yield _of_hook(registration, role, notion, program, config, gates)
    for name, notion, expression in registration.checks:
        yield _of_check(registration, name, notion, expression, program, config, gates)
    for notion in dict.fromkeys(
        rule.member for rule in known(config.plugins).of_members if rule.member in registration.flags
    ):
        yield _of_flag(registration, notion, program, config, gates)


def _of_hook(
    registration: Registration, role: Role, notion: str, program: SourceProgram, config: Config, gates: frozenset[str]
) -> Candidate:
    is_reset = notion not in (CREATE, UPDATE)
    subject = HookSubject(registration, role, UPDATE if is_reset else notion, program, config)
    expression = registration.hooks[role, notion]
    location = expression.location if is_reset else subject.location
    asked = _about_member(role, notion, config) if is_reset else _about_hook(role, notion, config)
    if not asked:
        reason = f"{registration.dotted} gives it for creates of a status, of which there are none: it is never called"
        return Candidate(subject.name, location, None, reason, is_idle=True)
    members = {notion: expression}
    if is_reset and (role, UPDATE) in registration.hooks:
        members[UPDATE] = registration.hooks[role, UPDATE]
    parts = _parts(subject)
    if is_reset:
        parts = replace(_NOTHING, payload=parts.payload, metadata=parts.metadata)
    elif role is Role.MAIN:
        parts = replace(parts, generation=())
    assignment = _declared(registration, subject, members, parts, asked, program, config, gates)
    if assignment is None:
        return Candidate(subject.name, location, None, _NO_TYPE)
    return Candidate(subject.name, location, assignment, asked=asked, hook=UPDATE if is_reset else notion)


def _of_check(
    registration: Registration,
    name: str,
    notion: str,
    expression: Expression,
    program: SourceProgram,
    config: Config,
    gates: frozenset[str],
) -> Candidate:
    """A hook that is shown what is to be stored, behind all others, and that may change it."""
    subject = HookSubject(registration, Role.MAIN, notion, program, config, expression)
    # One that changes an object whose generation is set breaks what else was seen to before.
    asked = (
        *_about_hook(Role.MAIN, notion, config),
        *_about_hook(Role.MAIN, notion, config, Registered.SETTLED),
    )
    assignment = _declared(registration, subject, {notion: expression}, _parts(subject), asked, program, config, gates)
    if assignment is None or assignment.declaration is None:
        return Candidate(subject.name, subject.location, None, _NO_TYPE, is_idle=True)
    assignment = replace(
        assignment,
        name=f"{registration.dotted}/{name}",
        declaration=replace(assignment.declaration, check=name),
    )
    return Candidate(subject.name, subject.location, assignment, asked=asked, hook=notion, only_looks=True)


def _of_flag(
    registration: Registration, notion: str, program: SourceProgram, config: Config, gates: frozenset[str]
) -> Candidate:
    expression = registration.flags[notion]
    asked = _about_member(Role.MAIN, notion, config)
    subject = HookSubject(registration, Role.MAIN, "", program, config)
    assignment = _declared(registration, subject, {notion: expression}, _NOTHING, asked, program, config, gates)
    if assignment is None:
        return Candidate(registration.dotted, expression.location, None, _NO_TYPE)
    return Candidate(registration.dotted, expression.location, assignment, asked=asked, hook=UPDATE)


def _about_hook(role: Role, notion: str, config: Config, registered: Registered = Registered.ASKED) -> tuple[str, ...]:
    """The rules that are asked of a hook inside the default strategy, which keeps all others by itself."""
    return tuple(rule.symbol for rule in known(config.plugins).about_hook(role, notion, registered))


def _about_member(role: Role, notion: str, config: Config) -> tuple[str, ...]:
    return tuple(rule.symbol for rule in known(config.plugins).about_member(role, notion))


def _declared(
    registration: Registration,
    subject: HookSubject,
    members: dict[str, Expression],
    asked_about: PartsModel,
    asked: tuple[str, ...],
    program: SourceProgram,
    config: Config,
    gates: frozenset[str],
) -> Assignment | None:
    """The default strategy with these members. Only some parts are asked about; the objects have all of theirs."""
    if registration.object_type is None:
        return None
    slices = tuple((notion, _source_slice(expression, program)) for notion, expression in members.items())
    plain = _assignment(subject, registration.object_type, registration.module, config, gates)
    return replace(
        plain,
        name=registration.dotted + ("/status" if subject.role is Role.STATUS else ""),
        qualified="",
        parts=asked_about,
        asked=asked,
        declaration=RegistrationModel(slices, _parts(subject)),
    )


def _source_slice(expression: Expression, program: SourceProgram) -> SourceSlice:
    place = expression.location
    source = os.path.abspath(place.path)
    module = program.dotted(source)
    return SourceSlice(module, place.line, place.column, place.end_line, place.end_column, source)
