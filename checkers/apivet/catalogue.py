"""The catalogue of rules, read from their pages in ``rules/``.

A page is the one place where a rule is stated: TOML front matter between ``+++`` lines, then fixed headings. Doors and
reports take names, severities and messages from here; only rules that have a page exist.
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from pathlib import Path

from apivet.documents import DocumentError, did_you_mean, parse_toml

#: Where each rule's page can be read; the symbol stands for itself.
HELP_URI = "https://apivet.readthedocs.io/rules/{symbol}"

#: The headings of a page, in their order.
HEADINGS = ("What it finds", "Why", "Bad", "Good", "How to fix", "Exceptions")


class Severity(enum.Enum):
    """How much a finding weighs; the letter of a rule's id says it."""

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


class CatalogueError(ValueError):
    """A page that cannot be read as one. It is a bug of this package, not of the code under check."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One convention, as its page states it."""

    symbol: str
    id: str
    scope: str
    since: str
    fix: str | None
    evidence: tuple[str, ...]
    source: str
    message: str
    enabled: bool
    page: str
    sections: dict[str, str]

    @property
    def severity(self) -> Severity:
        """The weight that the letter of the id stands for."""
        return _SEVERITY_OF_LETTER[self.id[0]]

    @property
    def sentence(self) -> str:
        """What the rule finds: the message of no finding in particular."""
        return self.message.replace("{field}", "a hook" if self.scope == "hook" else "a field")

    @property
    def help(self) -> str:
        """The page's address in the repository."""
        return f"rules/{self.symbol}.md"


class Catalogue:
    """All rules, in the order of their numbers."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda rule: rule.id[1:]))
        self._by_name = {rule.symbol: rule for rule in self.rules}
        for rule in self.rules:
            if rule.id in self._by_name:
                raise CatalogueError(f"two rules have the id {rule.id}: {self._by_name[rule.id].symbol}, {rule.symbol}")
            self._by_name[rule.id] = rule

    def find(self, name: str) -> Rule | None:
        """The rule of that symbol or id."""
        return self._by_name.get(name)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Every rule's symbol."""
        return tuple(rule.symbol for rule in self.rules)

    def suggestion(self, name: str) -> str:
        """A hint at the rule that was probably meant, or nothing."""
        return did_you_mean(name, self.symbols) or did_you_mean(name.upper(), tuple(rule.id for rule in self.rules))


def pages_directory() -> Path:
    """Where the pages are: inside the package in an installed wheel, at the top of the repository in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "rules"
    return inside if inside.is_dir() else package.parent.parent / "rules"


@functools.cache
def load(directory: Path | None = None) -> Catalogue:
    """Read every page of the directory (by default the package's own), once per process."""
    pages = sorted((directory or pages_directory()).glob("*.md"))
    return Catalogue([read_page(path) for path in pages if path.name != "README.md"])


def read_page(path: Path) -> Rule:
    """One page as a rule; its file must bear the rule's symbol."""
    rule = parse_page(path.read_text(encoding="utf-8"), path.name)
    if path.stem != rule.symbol:
        raise CatalogueError(f"{path.name}: the page of '{rule.symbol}' must be called {rule.symbol}.md")
    return rule


def parse_page(page: str, name: str) -> Rule:
    """The text of a page as a rule. ``name`` is for error messages."""
    opening, _, rest = page.partition("\n")
    front, closing, body = rest.partition("\n+++\n")
    if opening.strip() != "+++" or not closing:
        raise CatalogueError(f"{name}: the page must begin with TOML front matter between '+++' lines")
    try:
        facts = parse_toml(front.encode())
    except DocumentError as error:
        raise CatalogueError(f"{name}:{error.line + 1}: {error}") from None
    return _rule(facts, page, _sections(body, name), name)


def _rule(facts: dict[str, object], page: str, sections: dict[str, str], name: str) -> Rule:
    def text(key: str) -> str:
        value = facts.get(key)
        if not isinstance(value, str) or not value.strip():
            raise CatalogueError(f"{name}: '{key}' must be a text that is not empty")
        return value

    id_ = text("id")
    if len(id_) != 5 or id_[0] not in _SEVERITY_OF_LETTER or id_[1:3] != "97" or not id_[3:].isdigit():
        raise CatalogueError(f"{name}: the id '{id_}' is not a letter of E, W, R, I, then 97 and two digits")
    if facts.get("severity", _SEVERITY_OF_LETTER[id_[0]].value) != _SEVERITY_OF_LETTER[id_[0]].value:
        raise CatalogueError(f"{name}: severity '{facts['severity']}' does not fit the letter of {id_}")
    fix = facts.get("fix", "none")
    if fix not in ("safe", "unsafe", "none"):
        raise CatalogueError(f"{name}: 'fix' must be 'safe', 'unsafe' or 'none'")
    evidence = facts.get("evidence")
    if not isinstance(evidence, list) or not set(evidence) <= {"static", "blackbox", "live"}:
        raise CatalogueError(f"{name}: 'evidence' must be a list of 'static', 'blackbox' and 'live'")
    message = text("message")
    if "\n" in message:
        raise CatalogueError(f"{name}: 'message' must be one line")
    return Rule(
        symbol=text("symbol"),
        id=id_,
        scope=text("scope"),
        since=text("since"),
        fix=None if fix == "none" else str(fix),
        evidence=tuple(evidence),
        source=text("source"),
        message=message,
        enabled=facts.get("enabled", True) is not False,
        page=page,
        sections=sections,
    )


def _sections(body: str, name: str) -> dict[str, str]:
    """What stands under each second-level heading; lines inside fenced code are no headings."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    fenced = False
    for line in body.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if line.startswith("## ") and not fenced:
            current = sections.setdefault(line[3:].strip(), [])
        else:
            current.append(line)
    if tuple(sections) != HEADINGS:
        raise CatalogueError(f"{name}: the headings must be {', '.join(HEADINGS)}, not {', '.join(sections) or 'none'}")
    return {heading: "\n".join(lines).strip() for heading, lines in sections.items()}
