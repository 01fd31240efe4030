"""The conventions: from what a file declares to verdicts and findings, one module for each family of rules."""

from __future__ import annotations

from apivet.conventions import (
    aliases,
    augmentation,
    boilerplate,
    conversions,
    defaults,
    gate_names,
    gates,
    generation,
    hub_types,
    new_fields,
    property_bags,
    reset_fields,
    scheme,
    status,
    status_update,
    storage_twins,
    support_tags,
    ungated,
)
from apivet.conventions.declarative import HookSubject, evaluate_option
from apivet.conventions.rulings import Bench, finding, judgement
from apivet.conventions.strategy import StrategySubject
from apivet.conventions.subject import CREATE, UPDATE, Configuration, Subject
from apivet.program.model import Contents, Program, Registration, Role, Strategy
from apivet.verdicts import Finding, Judgement, Verdict

#: The rules that the conventions decide; each has a page of that name.
RULES = (
    status.WIPED,
    status.KEPT,
    status_update.SPEC,
    status_update.METADATA,
    status_update.GENERATION,
    generation.SET,
    generation.BUMPED,
    generation.UNCHANGED,
    generation.EARLY,
    reset_fields.SYMBOL,
    reset_fields.MISSING,
    *defaults.RULES.values(),
    boilerplate.SYMBOL,
    gates.NOT_DROPPED,
    gates.IN_USE,
    gates.ENABLED,
    ungated.UNGATED,
    gate_names.UNKNOWN,
    gate_names.NOT_CALLED,
    new_fields.SYMBOL,
    hub_types.DIFFERS,
    hub_types.PERMUTED,
    aliases.MISSING,
    aliases.NOT_ALIASED,
    aliases.EXTENDED,
    aliases.INTERNAL_ALIAS,
    support_tags.SYMBOL,
    scheme.NOT_REGISTERED,
    scheme.TWICE,
    augmentation.ONE_WAY,
    augmentation.WRONG_TYPE,
    conversions.DROPS,
    conversions.SETS,
    storage_twins.SYMBOL,
    property_bags.SYMBOL,
)

#: The families of rules about types and what is done with them, which judge a whole module at once.
_FAMILIES = (
    hub_types.judge_hub_types,
    aliases.judge_aliases,
    support_tags.judge_support_tags,
    scheme.judge_scheme,
    new_fields.judge_new_fields,
    augmentation.judge_augmentations,
    conversions.judge_conversions,
    property_bags.judge_property_bags,
    storage_twins.judge_storage_twins,
)


def judge(contents: Contents, program: Program, config: Configuration) -> tuple[list[Finding], list[Judgement]]:
    """Judge everything that one file declares."""
    findings, rows = gate_names.judge_names(contents, program, bool(config.feature_gates))
    for family in _FAMILIES:
        problems, judged = family(contents, program, config)
        findings += problems
        rows += judged
    for bench in judge_subjects(contents, program, config):
        subject = bench.subject
        for ruling in bench.rulings:
            rows.append(judgement(subject.name, ruling))
            found = finding(subject.name, subject.confidence, subject.location, ruling)
            if found is not None:
                findings.append(found)
    return findings, rows


def judge_subjects(contents: Contents, program: Program, config: Configuration) -> list[Bench]:
    """The strategies and the registered hooks of one file, each with what the rules say of it."""
    benches = [judge_strategy(strategy, program, config) for strategy in contents.strategies]
    for registration in contents.registrations:
        benches += judge_registration(registration, program, config)
    return benches


def judge_strategy(strategy: Strategy, program: Program, config: Configuration) -> Bench:
    """All rules that apply to a hand-written strategy."""
    subject = StrategySubject(
        strategy.type, strategy.role, strategy.object_type, strategy.mentions, strategy.confidence, program, config
    )
    bench = Bench(subject)
    if subject.role is Role.MAIN:
        _judge_main(bench)
        defaults.judge_defaults(bench)
    elif subject.role is Role.STATUS:
        _judge_status(bench)
    gates.judge_gates(bench)
    ungated.judge_ungated(bench)
    reset_fields.judge_reset_fields(bench)
    if subject.role is not Role.OTHER:
        boilerplate.judge_boilerplate(bench)
    return bench


def _judge_main(bench: Bench) -> None:
    parts = bench.subject.parts
    if parts.status:
        status.judge_wiped_on_create(bench)
        status.judge_kept_on_update(bench)
    if parts.spec and parts.generation:
        generation.judge_set_on_create(bench)
        generation.judge_bumped_on_update(bench)


def _judge_status(bench: Bench) -> None:
    status_update.judge_spec_kept(bench)
    status_update.judge_metadata_reset(bench)
    status_update.judge_generation_kept(bench)


def judge_registration(registration: Registration, program: Program, config: Configuration) -> list[Bench]:
    """The hooks of a declarative registration, each at its place inside the default strategy, and its options. What no
    given hook can break is the default strategy's, which goes by the registration's name."""
    given = []
    for role, notion in sorted(registration.hooks, key=lambda key: (key[0].value, key[1])):
        if notion in (CREATE, UPDATE):
            given.append(_judge_hook(HookSubject(registration, role, notion, program, config)))
        else:
            given.append(_judge_named(registration, role, program, config))
    for _, notion, expression in registration.checks:
        given.append(_judge_check(HookSubject(registration, Role.MAIN, notion, program, config, expression)))
    answered = {(ruling.rule, ruling.field) for bench in given for ruling in bench.rulings}
    answered |= {(rule, None) for rule, _ in answered}
    own = [_judge_options(registration, program, config)]
    for role, notion in ((Role.MAIN, CREATE), (Role.MAIN, UPDATE), (Role.STATUS, UPDATE)):
        if role is Role.MAIN and notion in registration.replaced:
            continue  # a hand-written strategy answers
        subject = HookSubject(registration, role, notion, program, config)
        if (role, notion) not in registration.hooks and (role is Role.MAIN or subject.parts.status):
            own.append(_judge_hook(subject))
    for bench in own:
        bench.rulings = [ruling for ruling in bench.rulings if (ruling.rule, ruling.field) not in answered]
    return [*own, *given]


def _judge_check(subject: HookSubject) -> Bench:
    """A hook that is there to look at the object: only what it breaks is told."""
    bench = _judge_hook(subject)
    bench.rulings[:] = [ruling for ruling in bench.rulings if ruling.verdict is Verdict.VIOLATED]
    return bench


def _judge_hook(subject: HookSubject) -> Bench:
    bench = Bench(subject)
    if subject.role is Role.STATUS:
        _judge_status(bench)
    elif subject.notion == CREATE and subject.parts.status:
        status.judge_wiped_on_create(bench)
    elif subject.parts.status:
        status.judge_kept_on_update(bench)
    gates.judge_gates(bench)
    ungated.judge_ungated(bench)
    return bench


def _judge_named(registration: Registration, role: Role, program: Program, config: Configuration) -> Bench:
    """What a registration names as reset, against what the default strategy and its hook reset."""
    bench = Bench(HookSubject(registration, role, UPDATE, program, config))
    expression = registration.hooks[(role, "get_reset_fields")]
    named = evaluate_option(registration, expression, program, config)
    reset_fields.judge_named(bench, named, expression.location)
    return bench


def _judge_options(registration: Registration, program: Program, config: Configuration) -> Bench:
    """The flags of a registration, and the generation, which the default strategy sets after all hooks."""
    subject = HookSubject(registration, Role.MAIN, "", program, config)
    bench = Bench(subject)
    for notion, symbol in defaults.RULES.items():
        expression = registration.flags.get(notion)
        if expression is not None:
            outcome = evaluate_option(registration, expression, program, config)
            default = getattr(config.defaults, notion)
            defaults.judge_value(bench, symbol, outcome, default, expression.location)
    parts = subject.parts
    if parts.spec and parts.generation:
        symbols = [] if CREATE in registration.replaced else [generation.SET]
        if UPDATE not in registration.replaced:
            symbols += [generation.BUMPED, generation.UNCHANGED, generation.EARLY]
        for symbol in symbols:
            bench.holds(symbol, ".".join(parts.generation))
    return bench


__all__ = ["RULES", "Subject", "judge", "judge_registration", "judge_strategy", "judge_subjects"]
