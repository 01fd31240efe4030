"""Strategies and declarative registrations, each put before the rules that apply to it."""

from __future__ import annotations

from apivet.conventions.declarative import HookSubject, evaluate_option
from apivet.conventions.registry import house
from apivet.conventions.rule import HookRule, MemberRule, Registered
from apivet.conventions.rulings import Bench, Ruling
from apivet.conventions.strategy import StrategySubject
from apivet.conventions.subject import CREATE, UPDATE, Configuration
from apivet.effects.diagrams import BudgetExhausted
from apivet.program.model import Contents, Program, Registration, Role, Strategy
from apivet.verdicts import Verdict


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
    for rule in house().rules:
        if isinstance(rule, MemberRule):
            _judge_member(bench, subject, rule)
        elif isinstance(rule, HookRule) and rule.applies(subject):
            rule.question(bench)
    return bench


def _judge_member(bench: Bench, subject: StrategySubject, rule: MemberRule) -> None:
    member = subject.attribute(rule.member) if subject.role in rule.roles else None
    if member is None:
        return
    name, location = member
    try:
        outcome = subject.evaluate_member(name)
    except (BudgetExhausted, RecursionError) as error:
        bench.add(Ruling(rule.symbol, Verdict.UNPROVEN, None, str(error), location))
        return
    rule.question(bench, outcome, location)


def judge_registration(registration: Registration, program: Program, config: Configuration) -> list[Bench]:
    """The hooks of a declarative registration, each at its place inside the default strategy, and its options. What no
    given hook can break is the default strategy's, which goes by the registration's name."""
    given = []
    for role, notion in sorted(registration.hooks, key=lambda key: (key[0].value, key[1])):
        if notion in (CREATE, UPDATE):
            given.append(_judge_hook(HookSubject(registration, role, notion, program, config)))
        else:
            given.append(_judge_named(registration, role, notion, program, config))
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
    for rule in house().of_hooks:
        if rule.registered is Registered.ASKED and rule.applies(subject):
            rule.question(bench)
    return bench


def _judge_named(registration: Registration, role: Role, member: str, program: Program, config: Configuration) -> Bench:
    """What a registration names as reset, against what the default strategy and its hook reset."""
    bench = Bench(HookSubject(registration, role, UPDATE, program, config))
    expression = registration.hooks[(role, member)]
    for rule in house().about_member(role, member):
        rule.question(bench, evaluate_option(registration, expression, program, config), expression.location)
    return bench


def _judge_options(registration: Registration, program: Program, config: Configuration) -> Bench:
    """The flags of a registration, and what the default strategy sees to after all hooks."""
    subject = HookSubject(registration, Role.MAIN, "", program, config)
    bench = Bench(subject)
    for rule in house().of_members:
        expression = registration.flags.get(rule.member)
        if expression is not None and subject.role in rule.roles:
            rule.question(bench, evaluate_option(registration, expression, program, config), expression.location)
    for hook in (CREATE, UPDATE):
        for settled in house().about_hook(Role.MAIN, hook, Registered.SETTLED):
            if hook not in registration.replaced and all(getattr(subject.parts, name) for name in settled.parts):
                bench.holds(settled.symbol, _field(subject, settled))
    return bench


def _field(subject: HookSubject, rule: HookRule) -> str | None:
    """The field that a rule is about which the default strategy sees to."""
    return ".".join(subject.parts.generation) if "generation" in rule.parts else None
