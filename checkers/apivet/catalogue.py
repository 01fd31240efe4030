"""The catalogue of rules, read from their pages in ``rules/``, and beside the rules of plug-ins.

A page is the one place where a rule is stated: TOML front matter between ``+++`` lines, then fixed headings. Doors and
reports take names, severities and messages from here; only rules that have a page exist.
"""

from __future__ import annotations

import enum
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from apivet import plugins
from apivet.documents import DocumentError, did_you_mean, parse_toml
from apivet.plugins import Plugin

#: Where each rule's page can be read; the symbol stands for itself.
HELP_URI = "https://apivet.readthedocs.io/rules/{symbol}"

#: The headings of a page, in their order.
HEADINGS = ("What it finds", "Why", "How to fix", "When it is unproven", "Bad", "Good", "Exceptions")
_FENCE_OR_HEADING: Final = re.compile(r"^(?:```|## (.*)$)", re.MULTILINE)


class Severity(enum.Enum):
    """The weight of a finding; the letter of a rule's id says it."""

    ERROR = "error"
    WARNING = "warning"
    REFACTOR = "refactor"
    INFO = "info"

    def is_at_least(self, other: Severity) -> bool:
        """Whether a finding of this weight matters where those of another do."""
        order = list(Severity)
        return order.index(self) <= order.index(other)


_SEVERITY_OF_LETTER = {
    "E": Severity.ERROR,
    "W": Severity.WARNING,
    "R": Severity.REFACTOR,
    "I": Severity.INFO,
}


#: The package whose rules these are by themselves; their numbers begin with 97, those of others with 98.
HOUSE: Final = "apivet"
_NUMBERS: Final = {True: "97", False: "98"}


class CatalogueError(ValueError):
    """A page that cannot be read as one. It is a bug of the package that brings it, not of the code under check."""


#: Names for all rules whose ids have these digits; a plug-in's rules go by its package's name.
FAMILIES: Final = {
    "strategy": ("70", "71"),
    "feature-gate": ("72",),
    "hub": ("73",),
    "conversion": ("74",),
    "scheme": ("75",),
    "round-trip": ("76",),
    "exception": ("79",),
}
#: The name of all rules there are.
EVERY: Final = "all"


class Rule(Struct, frozen=True):
    """One convention, as its page states it. The ``id`` is empty where a rule of another ``package`` has none."""

    symbol: str
    id: str
    severity: Severity
    scope: str
    since: str
    fix: str | None
    evidence: tuple[str, ...]
    source: str
    message: str
    enabled: bool
    page: str
    sections: dict[str, str]
    package: str = HOUSE
    #: Words for ``{field}`` in a sentence about no finding in particular.
    stands_for: str = "a field"

    @property
    def name(self) -> str:
        """The name of the rule in front of its findings."""
        return f"{self.id} {self.symbol}" if self.id else self.symbol

    @property
    def names(self) -> frozenset[str]:
        """All that it can be chosen by: its symbol, its id and the beginnings of that, its family, or all rules."""
        own = {EVERY, self.symbol, *(self.id[:end] for end in range(1, len(self.id) + 1))}
        if self.package != HOUSE:
            return frozenset({*own, self.package})
        return frozenset({*own, *(family for family, digits in FAMILIES.items() if self.id[2:4] in digits)})

    @property
    def sentence(self) -> str:
        """The rule in a sentence: the message of no finding in particular."""
        return self.message.replace("{field}", self.stands_for)

    @property
    def help(self) -> str:
        """The page's address in the repository; that of a plug-in's is known to those who use it."""
        return f"rules/{self.symbol}.md" if self.package == HOUSE else f"{self.package}: {self.symbol}.md"


class Catalogue:
    """All rules, in the order of their numbers; those without one come last."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: (not rule.id, rule.id[1:], rule.symbol)))
        self._by_name: dict[str, Rule] = {}
        for rule in self.rules:
            known = self._by_name.get(rule.symbol)
            if known is not None:
                raise CatalogueError(f"two rules are called {rule.symbol}: of {known.package}, of {rule.package}")
            self._by_name[rule.symbol] = rule
        for rule in self.rules:
            if rule.id in self._by_name:
                raise CatalogueError(f"two rules have the id {rule.id}: {self._by_name[rule.id].symbol}, {rule.symbol}")
            self._by_name.update({rule.id: rule} if rule.id else {})

    def find(self, name: str) -> Rule | None:
        """The rule of that symbol or id."""
        return self._by_name.get(name)

    def is_name(self, name: str) -> bool:
        """Whether a rule or several can be chosen by a name."""
        return any(name in rule.names for rule in self.rules)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every rule's symbol."""
        return tuple(rule.symbol for rule in self.rules)

    def suggestion(self, name: str, *, of_several: bool = False) -> str:
        """A hint at the rule that was probably meant, or at the name ``of_several``, or nothing."""
        return did_you_mean(name, (*self.symbols, *((*FAMILIES, EVERY) if of_several else ()))) or did_you_mean(
            name.upper(), tuple(rule.id for rule in self.rules if rule.id)
        )


def pages_directory() -> Path:
    """The directory of the pages: inside the package in a wheel, at the top of the repository in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "rules"
    return inside if inside.is_dir() else package.parent.parent / "rules"


@functools.cache
def load(names: tuple[str, ...] = ()) -> Catalogue:
    """The rules of this package, and those of the plug-ins of these names, once per process. Raises
    :class:`CatalogueError`, and :class:`~apivet.plugins.PluginError`."""
    pages = sorted(pages_directory().glob("*.md"))
    rules = [read_page(path) for path in pages if path.name != "README.md"]
    return Catalogue([*rules, *(rule for plugin in plugins.load(names) for rule in _pages_of(plugin))])


def _pages_of(plugin: Plugin) -> Iterator[Rule]:
    """A page for each rule of a plug-in."""
    package = plugin.located.distribution
    for rule in plugin.rules:
        path = plugin.pages / f"{rule.symbol}.md"
        if not path.is_file():
            raise CatalogueError(f"the rule {rule.symbol} of {package} has no page: {path.name} is not beside it")
        try:
            yield read_page(path, package)
        except (OSError, UnicodeDecodeError) as error:
            raise CatalogueError(f"{path.name} of {package} can't be read: {error}") from None


def read_page(path: Path, package: str = HOUSE) -> Rule:
    """One page as a rule; its file must bear the rule's symbol."""
    rule = parse_page(path.read_text(encoding="utf-8"), path.name, package)
    if path.stem != rule.symbol:
        raise CatalogueError(f"{path.name}: the page of '{rule.symbol}' must be called {rule.symbol}.md")
    return rule


def parse_page(page: str, name: str, package: str = HOUSE) -> Rule:
    """The text of a page as a rule. ``name`` is for error messages."""
    opening, _, rest = page.partition("\n")
    front, closing, body = rest.partition("\n+++\n")
    if opening.strip() != "+++" or not closing:
        raise CatalogueError(f"{name}: the page must begin with TOML front matter between '+++' lines")
    try:
        facts = parse_toml(front.encode())
    except DocumentError as error:
        raise CatalogueError(f"{name}:{error.line + 1}: {error}") from None
    return _rule(facts, page, _sections(body, name), name, package)


def _rule(facts: dict[str, object], page: str, sections: dict[str, str], name: str, package: str) -> Rule:
    def text(key: str) -> str:
        value = facts.get(key)
        if not isinstance(value, str) or not value.strip():
            raise CatalogueError(f"{name}: '{key}' must be a text that is not empty")
        return value

    id_ = text("id") if "id" in facts or package == HOUSE else ""
    first = _NUMBERS[package == HOUSE]
    if id_ and (len(id_) != 5 or id_[0] not in _SEVERITY_OF_LETTER or id_[1:3] != first or not id_[3:].isdigit()):
        raise CatalogueError(f"{name}: the id '{id_}' is not a letter of E, W, R, I, then {first} and two digits")
    severity = facts.get("severity", _SEVERITY_OF_LETTER[id_[0]].value if id_ else None)
    if severity not in [each.value for each in Severity]:
        raise CatalogueError(f"{name}: 'severity' must be one of {', '.join(each.value for each in Severity)}")
    if id_ and severity != _SEVERITY_OF_LETTER[id_[0]].value:
        raise CatalogueError(f"{name}: severity '{severity}' does not fit the letter of {id_}")
    fix = facts.get("fix", "none")
    if fix not in ("safe", "unsafe", "none"):
        raise CatalogueError(f"{name}: 'fix' must be 'safe', 'unsafe' or 'none'")
    evidence = facts.get("evidence")
    if not isinstance(evidence, list) or not set(evidence) <= {"static", "blackbox", "live"}:
        raise CatalogueError(f"{name}: 'evidence' must be a list of 'static', 'blackbox' and 'live'")
    message = text("message")
    if "\n" in message:
        raise CatalogueError(f"{name}: 'message' must be one line")
    try:
        message.format(object="", field="", detail="")
    except (LookupError, ValueError, AttributeError):
        raise CatalogueError(f"{name}: 'message' can hold {{object}}, {{field}} and {{detail}}, and no other") from None
    return Rule(
        symbol=text("symbol"),
        id=id_,
        severity=Severity(severity),
        scope=text("scope"),
        since=text("since"),
        fix=None if fix == "none" else str(fix),
        evidence=tuple(evidence),
        source=text("source"),
        message=message,
        enabled=facts.get("enabled", True) is not False,
        page=page,
        sections=sections,
        package=package,
        stands_for=text("stands_for") if "stands_for" in facts else "a field",
    )


def _sections(body: str, name: str) -> dict[str, str]:
    """The text under each second-level heading; lines inside fenced code are no headings."""
    found: list[re.Match[str]] = []
    fenced = False
    for mark in _FENCE_OR_HEADING.finditer(body):
        if mark[1] is None:
            fenced = not fenced
        elif not fenced:
            found.append(mark)
    headings = tuple(mark[1].strip() for mark in found)
    if headings != HEADINGS:
        raise CatalogueError(f"{name}: the headings must be {', '.join(HEADINGS)}, not {', '.join(headings) or 'none'}")
    ends = [*(mark.start() for mark in found[1:]), len(body)]
    return {heading: body[mark.end() : end].strip() for heading, mark, end in zip(headings, found, ends)}
