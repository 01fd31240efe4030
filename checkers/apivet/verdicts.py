"""The words of a check: verdicts, findings and their witnesses (contract sections 3 and 9).

Nothing here knows Python sources or pylint: the static check, the black box and every report speak these words.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace


class Verdict(enum.Enum):
    """The answer to one rule about one object."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNPROVEN = "unproven"

    @property
    def rank(self) -> int:
        """The place in the order from good to bad, in which the worst of several verdicts on one thing counts."""
        return _RANKS[self._value_]


#: By their texts: members themselves are hashed by code, and every row is asked.
_RANKS = {Verdict.HOLDS.value: 0, Verdict.UNPROVEN.value: 1, Verdict.VIOLATED.value: 2}


class Confidence(enum.Enum):
    """Whether the object's type was declared (certain) or guessed from what its hooks mention (inferred)."""

    CERTAIN = "certain"
    INFERRED = "inferred"


#: The beginning of the paths of sources that come with apivet, which nobody can open by them.
SHIPPED: Final = "<apivet>/"


class Location(Struct, frozen=True, order=True):
    """A place in a source file. Lines count from 1, columns from 0, as in Python's own ``ast``."""

    path: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0

    @property
    def shown(self) -> str:
        """The path and the line, as texts name them."""
        return f"{self.path}:{self.line}"

    @property
    def is_shipped(self) -> bool:
        """Whether the file is no user's, but comes with apivet."""
        return self.path.startswith(SHIPPED)


class WitnessStep(Struct, frozen=True):
    """One line on the way to a violation, shown to a person: where, and what happens there."""

    path: str
    line: int
    note: str


class Edit(Struct, frozen=True, order=True):
    """The new text of a range of a file's old text. ``path`` is as findings print it. Lines count from 1, columns from
    0 and in characters; a byte order mark belongs to no line. Ranges of one fix do not overlap."""

    path: str
    start: tuple[int, int]
    end: tuple[int, int]
    text: str


class OfferedFix(Struct, frozen=True):
    """The edits after which a finding is gone. A ``safe`` one changes nothing that is stored or accepted."""

    safe: bool
    edits: tuple[Edit, ...]


class Finding(Struct, frozen=True):
    """A rule that is violated, or that could not be decided, with the path that leads there.

    ``fingerprint`` is stable against moved lines: it hashes rule, object, field and an ordinal that tells findings
    with the same three apart. ``always`` where the rule is broken whatever is decided on the way, so that each run that
    stores something must show it. ``flaky`` says how often a violation was seen (``2 of 4``) where that was not always;
    ``project`` is the directory of its project, in a run about several.
    """

    rule: str
    verdict: Verdict
    location: Location
    object: str
    message: str
    field: str | None = None
    confidence: Confidence = Confidence.CERTAIN
    evidence: tuple[str, ...] = ("static",)
    witness: tuple[WitnessStep, ...] = ()
    fix: OfferedFix | None = None
    ordinal: int = 0
    suppressed_by: str | None = None
    always: bool = False
    flaky: str = ""
    project: str = ""

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits, the same for the same rule, object, field and ordinal."""
        project = (self.project,) if self.project else ()
        key = "\0".join((*project, self.rule, self.object, self.field or "", str(self.ordinal)))
        return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def sort_key(self) -> tuple[Location, str, str, str, str]:
        """Findings print in the order of the source."""
        return (self.location, self.rule, self.object, self.field or "", self.message)


class Remark(Struct, frozen=True, order=True):
    """Lines of a source file, and what is to be known of them."""

    path: str
    line: int
    end_line: int
    message: str


class Trials(Struct, frozen=True):
    """Counts of trials: how often something was tried, was stored or answered then, and how often that could have
    shown a violation."""

    tried: int = 0
    stored: int = 0
    effective: int = 0

    def __add__(self, other: Trials) -> Trials:
        return Trials(self.tried + other.tried, self.stored + other.stored, self.effective + other.effective)


_UNTRIED: Final = Trials()


class Judgement(Struct, frozen=True):
    """One row of the ``verdicts`` table: what was looked at, and what came of it. ``through`` is what is to blame where
    that has the finding instead of this object: a nested type's field. ``trials`` are the black box's, with ``remarks``
    about lines that never ran, and ``flaky`` says how often a violation was seen where that was not always. Where the
    code may be other than it stands there, ``set_by`` is a file that sets some of it, which its runs need not load."""

    object: str
    rule: str
    verdict: Verdict
    field: str | None = None
    evidence: tuple[str, ...] = ("static",)
    through: str | None = None
    trials: Trials = Trials()
    remarks: tuple[Remark, ...] = ()
    flaky: str = ""
    project: str = ""
    set_by: str = ""

    @property
    def sort_key(self) -> tuple[str, str, str]:
        return (self.object, self.rule, self.field or "")


class RowSubject(Struct, frozen=True, order=True):
    """An object that there are rows about: the file that it is in, its name in there, the ``roles`` that it may have
    (those of strategies, a hub type's), and the types that it guards in these."""

    object: str
    path: str
    name: str
    roles: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()


#: The place of problems with a running server, which lie in no file.
ABOUT_A_SERVER: Final = "apivet live"


class Problem(Struct, frozen=True, order=True):
    """Input that could not be used: one clear line that names it. A fatal one makes the exit status 2."""

    path: str
    message: str
    line: int = 0
    fatal: bool = True


def _holds_as_a_whole(row: Judgement) -> bool:
    return row.verdict is Verdict.HOLDS and row.field is None


def _added_up(rows: Iterable[Judgement]) -> list[Judgement]:
    """The rows, each once: what was tried in several places was tried as often as in all of them."""
    found: dict[Judgement, list[Judgement]] = {}
    for row in rows:
        is_bare = row.trials == _UNTRIED and not row.remarks and not row.flaky
        found.setdefault(row if is_bare else replace(row, trials=_UNTRIED, remarks=(), flaky=""), []).append(row)
    return [
        same[0] if len(same) == 1 else replace(same[0], trials=sum((row.trials for row in same), _UNTRIED))
        for same in found.values()
    ]


def _worst_of_each(rows: Iterable[Judgement]) -> list[Judgement]:
    """One row for each object, rule and field: several classes of one name share theirs."""
    worst: dict[tuple[str, str, str | None], Judgement] = {}
    for row in rows:
        known = worst.setdefault((row.object, row.rule, row.field), row)
        if known is not row and row.verdict.rank > known.verdict.rank:
            worst[row.object, row.rule, row.field] = row
    return list(worst.values())


class Missing(Struct, frozen=True, order=True):
    """Source that the tree leads to and does not have: a ``package``, a ``link`` that leads out of the tree and is not
    followed, or a package behind such a link."""

    package: str = ""
    link: str = ""


class Unfollowed(Struct, frozen=True, order=True):
    """A place at which code sets something, and neither the object nor the name can be told. Verdicts assume that it is
    no hook; a change that adds such a place is for the gate to tell."""

    path: str
    line: int


class Report(Struct):
    """The results of one run, in a fixed order."""

    findings: list[Finding] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    files: int = 0
    strategies: int = 0
    types: int = 0
    left_out: int = 0
    not_parsed: int = 0
    #: The number of files that belong to other builds than the one that is judged.
    not_built: int = 0
    missing: list[Missing] = field(default_factory=list)
    unfollowed: list[Unfollowed] = field(default_factory=list)
    subjects: list[RowSubject] = field(default_factory=list)
    #: The configuration files that the run was told by.
    configuration: tuple[str, ...] = ()
    #: A hash of all sources, where only a part of them was judged.
    contents: str = ""
    #: The types that were looked at, where several parts may look at the same.
    type_names: tuple[str, ...] = ()

    def settle(self) -> None:
        """Sort everything and number findings that share rule, object and field, so that the output is the same
        whatever the order of work was. What two files had to say in the same words is said once, and that a rule holds
        for an object as a whole is not said where something else is of a part of it."""
        rows = _worst_of_each(_added_up(self.judgements))
        others = {(row.object, row.rule) for row in rows if row.verdict is not Verdict.HOLDS}
        kept = [row for row in rows if not (_holds_as_a_whole(row) and (row.object, row.rule) in others)]
        self.judgements = sorted(kept, key=lambda judgement: judgement.sort_key)
        self.problems = sorted(set(self.problems))
        self.missing = sorted(set(self.missing))
        self.unfollowed = sorted(set(self.unfollowed))
        seen: dict[tuple[str, str, str | None], int] = {}
        settled = []
        for finding in sorted(dict.fromkeys(self.findings), key=lambda finding: finding.sort_key):
            key = (finding.rule, finding.object, finding.field)
            settled.append(replace(finding, ordinal=seen.get(key, 0)))
            seen[key] = seen.get(key, 0) + 1
        self.findings = settled
