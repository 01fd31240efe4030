"""The strategies and the declarative registrations of a file, each put before the rules that apply to it."""

from __future__ import annotations

from apivet.conventions.declarative import HookSubject, SettledSubject, evaluate_option
from apivet.conventions.registry import Registry
from apivet.conventions.rule import HookRule, MemberRule, Registered
from apivet.conventions.rulings import Bench, Ruling
from apivet.conventions.strategy import StrategySubject
from apivet.conventions.subject import ALL_OF_IT, Configuration, Portion
from apivet.effects.diagrams import BudgetExhausted
from apivet.effects.outcome import Outcome
from apivet.program.contents import Contents, Registration, Strategy
from apivet.program.model import Program
from apivet.program.role import Role
from apivet.program.syntax import Expression
from apivet.verdicts import Verdict
from apivet.vocabulary import CREATE, UPDATE


class Docket:
    """One file's subjects. Several sets of rules may ask the same ones, whose hooks are interpreted once."""

    def __init__(
        self, contents: Contents, program: Program, config: Configuration, portion: Portion = ALL_OF_IT
    ) -> None:
        self.contents = contents
        self.program = program
        self.config = config
        self.portion = portion
        self._strategies: dict[int, StrategySubject] = {}
        self._hooks: dict[tuple[int, Role, str, int, bool], HookSubject] = {}

    def asked(self, rules: Registry) -> list[Bench]:
        """The strategies and the registered hooks, each with what the rules say of it."""
        benches = [self._strategy(strategy, rules) for strategy in self.contents.strategies]
        for registration in self.contents.registrations:
            benches += self._registration(registration, rules)
        return benches

    # ------------------------------------------------------------------------------------------------- strategies

    def _strategy(self, strategy: Strategy, rules: Registry) -> Bench:
        """All rules that apply to a hand-written strategy."""
        subject = self._strategies.get(id(strategy))
        if subject is None:
            given = (strategy.type, strategy.role, strategy.object_type, strategy.mentions, strategy.confidence)
            subject = self._strategies[id(strategy)] = StrategySubject(*given, self.program, self.config)
            subject.portion = self.portion
        bench = Bench(subject)
        for rule in rules.rules:
            if isinstance(rule, MemberRule):
                _ask_about_member(bench, subject, rule)
            elif isinstance(rule, HookRule) and rule.applies(subject):
                rule.ask(bench)
        return bench

    # ---------------------------------------------------------------------------------------------- registrations

    def _hook(
        self,
        registration: Registration,
        role: Role,
        notion: str,
        expression: Expression | None = None,
        is_settled: bool = False,
    ) -> HookSubject:
        key = (id(registration), role, notion, id(expression), is_settled)
        subject = self._hooks.get(key)
        if subject is None:
            kind = SettledSubject if is_settled else HookSubject
            subject = kind(registration, role, notion, self.program, self.config, expression)
            subject.portion = self.portion
            self._hooks[key] = subject
        return subject

    def _registration(self, registration: Registration, rules: Registry) -> list[Bench]:
        """The hooks of a declarative registration, each at its place inside the default strategy, and its options. What
        no given hook can break is the default strategy's, which goes by the registration's name."""
        given = []
        for role, notion in sorted(registration.hooks, key=lambda key: (key[0].value, key[1])):
            if notion in (CREATE, UPDATE):
                given.append(_ask_about_hook(self._hook(registration, role, notion), rules))
                if (role, notion) == (Role.MAIN, UPDATE):  # on create one number is set, whatever was there
                    given.append(_ask_about_settled(self._hook(registration, role, notion, is_settled=True), rules))
            else:
                given.append(self._named(registration, role, notion, rules))
        for _, notion, expression in registration.checks:
            given.append(_ask_about_check(self._hook(registration, Role.MAIN, notion, expression), rules))
            settled = _ask_about_settled(self._hook(registration, Role.MAIN, notion, expression, True), rules)
            given.append(_broken(settled))
        answered = {(ruling.rule, ruling.field) for bench in given for ruling in bench.rulings}
        answered |= {(rule, None) for rule, _ in answered}
        own = [self._options(registration, rules)]
        for role, notion in ((Role.MAIN, CREATE), (Role.MAIN, UPDATE), (Role.STATUS, UPDATE)):
            if role is Role.MAIN and notion in registration.replaced:
                continue  # a hand-written strategy answers
            subject = self._hook(registration, role, notion)
            if (role, notion) not in registration.hooks and (role is Role.MAIN or subject.parts.status):
                own.append(_ask_about_hook(subject, rules))
        for bench in own:
            bench.rulings = [ruling for ruling in bench.rulings if (ruling.rule, ruling.field) not in answered]
        return [*own, *given]

    def _named(self, registration: Registration, role: Role, member: str, rules: Registry) -> Bench:
        """Compare the fields that a registration names as reset with those that the default strategy resets."""
        bench = Bench(self._hook(registration, role, UPDATE))
        expression = registration.hooks[(role, member)]
        for rule in rules.about_member(role, member):
            rule.question(bench, self._option(registration, expression), expression.location)
        return bench

    def _options(self, registration: Registration, rules: Registry) -> Bench:
        """The flags of a registration, and what the default strategy sees to after all hooks."""
        subject = self._hook(registration, Role.MAIN, "")
        bench = Bench(subject)
        for rule in rules.of_members:
            expression = registration.flags.get(rule.member)
            if expression is not None and subject.role in rule.roles:
                rule.question(bench, self._option(registration, expression), expression.location)
        for hook in (CREATE, UPDATE):
            for settled in rules.about_hook(Role.MAIN, hook, Registered.SETTLED):
                if hook not in registration.replaced and settled.has_parts(subject):
                    bench.holds(settled.symbol, _field(subject, settled))
        return bench

    def _option(self, registration: Registration, expression: Expression) -> Outcome:
        return evaluate_option(registration, expression, self.program)


def _ask_about_member(bench: Bench, subject: StrategySubject, rule: MemberRule) -> None:
    member = subject.attribute(rule.member) if subject.role in rule.roles else None
    if member is None:
        return
    name, location = member
    doubt = subject.doubt(rule.member)
    if doubt is not None:
        bench.add(Ruling(rule.symbol, Verdict.UNPROVEN, None, doubt, location))
        return
    try:
        outcome = subject.evaluate_member(name)
    except (BudgetExhausted, RecursionError) as error:
        bench.add(Ruling(rule.symbol, Verdict.UNPROVEN, None, str(error), location))
        return
    if outcome.exits is not outcome.machine.diagrams.false or subject.defined(rule.member):
        rule.question(bench, outcome, location)


def _ask_about_hook(subject: HookSubject, rules: Registry) -> Bench:
    bench = Bench(subject)
    for rule in rules.of_hooks:
        if rule.registered is Registered.ASKED and rule.applies(subject):
            rule.ask(bench)
    return bench


def _ask_about_check(subject: HookSubject, rules: Registry) -> Bench:
    """A hook that is there to look at the object: only what it breaks is reported."""
    return _broken(_ask_about_hook(subject, rules))


def _broken(bench: Bench) -> Bench:
    bench.rulings[:] = [ruling for ruling in bench.rulings if ruling.verdict is Verdict.VIOLATED]
    return bench


def _ask_about_settled(subject: HookSubject, rules: Registry) -> Bench:
    """A hook before the rules that the default strategy sees to. What it leaves to that is the registration's."""
    bench = Bench(subject)
    for rule in rules.of_hooks:
        if rule.registered is Registered.SETTLED and rule.applies(subject):
            rule.ask(bench)
    bench.rulings[:] = [ruling for ruling in bench.rulings if ruling.verdict is not Verdict.HOLDS]
    return bench


def _field(subject: HookSubject, rule: HookRule) -> str | None:
    """The field of a rule that the default strategy sees to."""
    return ".".join(subject.parts.generation) if "generation" in rule.parts else None
