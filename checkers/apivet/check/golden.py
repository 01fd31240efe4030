"""Recorded documents beside those of now, in the words of the rule ``serialized-output-changed``."""

from __future__ import annotations

import base64
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from apivet import catalogue
from apivet.blackbox.host.type_plan import Inventory, documents
from apivet.blackbox.protocol.messages import Examined, StoredDocument
from apivet.blackbox.protocol.scenario_models import DocumentsAssignment
from apivet.blackbox.protocol.wire import (
    NOTHING,
    FieldChange,
    changes,
    field_name,
    is_spelled_within,
    parsed,
    reordered,
    shown,
    text_of,
)
from apivet.config import Config
from apivet.documents import reason
from apivet.paths import lies_in, render
from apivet.program.files import display_path
from apivet.program.model import Program
from apivet.verdicts import Finding, Judgement, Location, Problem, Report, Trials, Verdict

RULE: Final = "serialized-output-changed"
_EVIDENCE: Final = ("blackbox",)
_NO_CODEC: Final = (
    "no codec was found: name one in [tool.apivet.blackbox] codecs, which is anything with encode(obj) -> bytes and"
    " decode(data) -> obj, or decode(data, type), or a function that takes a type and returns such a thing; types of"
    " pydantic and msgspec need none"
)
#: Bytes around the first that differs that are shown.
_AROUND: Final = 12


class Golden(Struct, frozen=True):
    """The documents of an earlier run, and the directory in which they are."""

    directory: str
    recorded: Mapping[str, bytes]

    @property
    def shown(self) -> str:
        """The directory as people see it."""
        return display_path(os.path.abspath(self.directory), os.getcwd())


def recorded_in(directory: Path) -> dict[str, bytes]:
    """The documents of an earlier run. Raises ``OSError``."""
    names = sorted(name for name in os.listdir(directory) if name.endswith(".json"))
    return {name: (directory / name).read_bytes() for name in names}


class GoldenComparison(Struct, frozen=True):
    """Recorded documents, and what is written down beside them. What was recorded and is not written any more is
    reported for a tree that ``is_whole``."""

    golden: Golden
    assignment: DocumentsAssignment
    is_whole: bool


def comparison_configured(
    config: Config, inventory: Inventory, program: Program, report: Report, *, is_whole: bool
) -> GoldenComparison | None:
    """A comparison with the documents that the configuration names, where a rule asks after them."""
    if not config.blackbox.golden or RULE not in config.active_rules(catalogue.load(config.plugins)):
        return None
    golden = Golden(config.golden_path, {})
    try:
        golden = Golden(config.golden_path, recorded_in(Path(config.golden_path)))
    except OSError as error:
        report.problems.append(Problem(golden.shown, f"golden: {reason(error)}"))
        return None
    if not golden.recorded:
        remedy = f"'apivet blackbox --record {golden.shown}' writes them"
        report.problems.append(Problem(golden.shown, f"golden: no documents are recorded here; {remedy}"))
        return None
    return comparison_with(golden, config, inventory, program, report, is_whole=is_whole)


def comparison_with(
    golden: Golden, config: Config, inventory: Inventory, program: Program, report: Report, *, is_whole: bool
) -> GoldenComparison | None:
    """A comparison with these documents; of a whole tree there must be something to compare."""
    assignment = documents(inventory, program, config, golden.recorded)
    if assignment is not None:
        return GoldenComparison(golden, assignment, is_whole)
    if is_whole:
        report.problems.append(Problem(golden.shown, f"{why_no_documents(inventory)}, so nothing can be compared"))
    return None


def why_no_documents(inventory: Inventory) -> str:
    """Why nothing of a tree is written down."""
    return _NO_CODEC if inventory.types else "no root type was found"


# --------------------------------------------------------------------------------------------------------- judging


class _Said(Struct):
    """The findings about one type: sentences by field, those about what nobody can tell, those about bytes that
    differ for no reason that is known, and how many documents were compared."""

    violated: dict[str | None, list[str]] = field(default_factory=lambda: defaultdict(list))
    untold: list[str] = field(default_factory=list)
    bytes: list[tuple[StoredDocument, str]] = field(default_factory=list)
    compared: int = 0


def judged(comparison: GoldenComparison, examined: Examined, program: Program) -> tuple[list[Finding], list[Judgement]]:
    """Findings and rows."""
    golden = comparison.golden
    types = {root.document: root.dotted for root in comparison.assignment.roots}
    said: dict[str, _Said] = defaultdict(_Said)
    by_type: dict[str, list[StoredDocument]] = defaultdict(list)
    for document in examined.documents:
        by_type[document.type].append(document)
    for dotted, those in by_type.items():
        _compare(golden, those, said[dotted])
    written = {document.name for document in examined.documents}
    reasons = {line.partition(": ")[0]: line.partition(": ")[2] for line in examined.notes}
    for name in golden.recorded:
        stem = name.removesuffix(".json").removesuffix(".minimal")
        dotted = types.get(stem, stem)
        if name in written or (stem not in types and not comparison.is_whole):
            continue
        if examined.reason:
            said[dotted].untold.append(examined.reason)
        else:
            why = reasons.get(f"no document of {dotted}", "delete the file if that is meant, or if it is no document")
            gone = "was recorded, and nothing is serialized under that name any more"
            said[dotted].violated[None].append(f"{golden.shown}/{name}: {gone} ({why})")
    findings: list[Finding] = []
    rows: list[Judgement] = []
    for dotted in sorted(said):
        type_ = program.type(dotted)
        place = type_.location if type_ is not None else Location(f"{golden.shown}/{_first(golden, dotted)}", 1)
        for found in _findings(dotted, place, said[dotted], golden):
            findings.append(found)
            rows.append(_row(dotted, found.verdict, found.field, said[dotted].compared))
        if not said[dotted].violated and not said[dotted].untold:
            rows.append(_row(dotted, Verdict.HOLDS, None, said[dotted].compared))
    return findings, rows


def _first(golden: Golden, stem: str) -> str:
    """The first document of a type that there is no more."""
    return next(name for name in sorted(golden.recorded) if name.startswith(f"{stem}."))


def _row(dotted: str, verdict: Verdict, path: str | None, compared: int) -> Judgement:
    return Judgement(dotted, RULE, verdict, path, _EVIDENCE, None, Trials(compared, compared, compared))


def _findings(dotted: str, place: Location, said: _Said, golden: Golden) -> Iterator[Finding]:
    page = catalogue.load().find(RULE)
    sentence = page.message if page is not None else RULE
    remedy = f"if that is meant, write it down anew with 'apivet blackbox --record {golden.shown}'"
    for path, details in said.violated.items():
        told = "; ".join((*details, *([remedy] if said.compared else [])))
        message = f"{sentence.format(field=path or dotted.rpartition('.')[2])}: {told}"
        yield Finding(RULE, Verdict.VIOLATED, place, dotted, message, path, evidence=_EVIDENCE)
    if said.untold and not said.violated:
        yield Finding(RULE, Verdict.UNPROVEN, place, dotted, "; ".join(said.untold), None, evidence=_EVIDENCE)


# ------------------------------------------------------------------------------------------------------- comparing


def _compare(golden: Golden, documents: Iterable[StoredDocument], said: _Said) -> None:
    """Compare all documents of one type."""
    on_the_wire: list[tuple[str, FieldChange]] = []
    refusals: list[str] = []
    for document in documents:
        name = f"{golden.shown}/{document.name}"
        recorded = golden.recorded.get(document.name)
        if recorded is None:
            remedy = f"'apivet blackbox --record {golden.shown}' writes it down"
            said.untold.append(f"{name} is new: there is nothing to compare with yet; {remedy}")
            continue
        said.compared += 1
        found = list(_changes(name, recorded, document, said))
        on_the_wire += [(name, each) for each in found]
        if document.refusal:
            refusals.append(f"{name}: {document.refusal}")
        # What has changed on the wire is read as something else; that goes without saying.
        for path, sentence in () if found else document.differing:
            said.violated[path].append(f"{name}: {sentence}")
    for field_, sentences in _in_words(on_the_wire).items():
        said.violated[field_] += sentences
    if refusals:
        # A field that went or came may be why: then it is one thing to mend.
        said.violated[next(iter(said.violated), None)] += refusals
    for document, sentence in said.bytes if not said.violated else ():
        if document.is_explained is None:
            said.untold.append(f"{sentence}; it may be a gated field's")
        else:
            said.violated[None].append(sentence)


def _changes(name: str, recorded: bytes, document: StoredDocument, said: _Said) -> Iterator[FieldChange]:
    """The fields of the wire that differ. Where it is something else that differs, that is noted."""
    data = base64.b64decode(document.data)
    if data == recorded:
        return
    try:
        before, after = parsed(recorded), parsed(data)
    except ValueError:
        _note_bytes(name, recorded, data, document, said)
        return
    found = list(changes(before, after))
    ungated = [each for each in found if not _is_gated(each, document.gated)]
    if ungated:
        yield from ungated
        return
    data, recorded = data.rstrip(), recorded.rstrip()  # editors and hooks end each file with a new line
    order = list(reordered(before, after))
    if order:
        where = f" of {render(order[0])}" if order[0] else ""
        said.violated[None].append(f"{name}: the values are the same, and those{where} stand in another order")
    elif data != recorded and not (found and is_spelled_within(recorded, data)):
        excerpt = "" if found else f": {_excerpt(recorded, data)}"
        said.violated[None].append(f"{name}: the values are the same, and are spelled in another way{excerpt}")


def _is_gated(change: FieldChange, gated: Iterable[str]) -> bool:
    """Whether a field is new, and is written for one that has a gate."""
    path = field_name(change.path)
    return change.before is NOTHING and any(lies_in(path, each) for each in gated)


def _note_bytes(name: str, recorded: bytes, data: bytes, document: StoredDocument, said: _Said) -> None:
    """Other bytes of a format that is not known here: what they are decoded as tells the fields."""
    if not document.is_explained:
        text = f"{name}: {len(data)} bytes are not the {len(recorded)} that were recorded: {_excerpt(recorded, data)}"
        said.bytes.append((document, text))


def _excerpt(recorded: bytes, data: bytes) -> str:
    """The bytes around the first difference, after and before."""
    place = next((index for index, pair in enumerate(zip(recorded, data)) if pair[0] != pair[1]), None)
    place = min(len(recorded), len(data)) if place is None else place
    before, after = (repr(each[max(0, place - _AROUND) : place + _AROUND])[1:] for each in (recorded, data))
    return f"{after} was {before}"


# ----------------------------------------------------------------------------------------------------------- words


def _in_words(found: list[tuple[str, FieldChange]]) -> dict[str | None, list[str]]:
    """The changes by field, each document's first in a sentence; a field that came where another went, with all its
    values, is that one's new name."""
    by_field: dict[str, list[tuple[str, FieldChange]]] = defaultdict(list)
    for name, change in found:
        by_field[field_name(change.path)].append((name, change))
    new_names = _renamed(by_field)
    told: dict[str | None, list[str]] = {}
    for path, those in by_field.items():
        if path not in new_names.values():
            told[path or None] = list(_sentences(those, new_names.get(path)))
    return told


def _sentences(those: list[tuple[str, FieldChange]], new_name: str | None) -> Iterator[str]:
    number = Counter(name for name, _ in those)
    seen: set[str] = set()
    for name, change in those:
        if name in seen:
            continue
        seen.add(name)
        path = render(change.path) or "the document"
        if new_name is not None:
            text = f"{path} is called {new_name} now"
        elif change.after is NOTHING:
            text = f"{path} is missing; it was {shown(change.before)}"
        elif change.before is NOTHING:
            text = f"{path} is new: {shown(change.after)} (and has no feature gate)"
        else:
            text = f"{path} is {shown(change.after)}; it was {shown(change.before)}"
        more = number[name] - 1
        yield f"{name}: {text}" + (f" (and {more} more like it)" if more else "")


def _renamed(by_field: Mapping[str, list[tuple[str, FieldChange]]]) -> dict[str, str]:
    """Fields that went, each with the one that came instead: in the same objects of the same documents, with the same
    values, where no other can be meant."""
    gone: dict[Any, list[str]] = defaultdict(list)
    come: dict[Any, list[str]] = defaultdict(list)
    for path, those in by_field.items():
        if all(change.after is NOTHING for _, change in those):
            gone[_signature([(name, change.path, change.before) for name, change in those])].append(path)
        elif all(change.before is NOTHING for _, change in those):
            come[_signature([(name, change.path, change.after) for name, change in those])].append(path)
    return {
        paths[0]: come[signature][0]
        for signature, paths in gone.items()
        if len(paths) == len(come.get(signature, ())) == 1
    }


def _signature(places: list[tuple[str, Any, Any]]) -> tuple[Any, ...]:
    return tuple((name, path[:-1], text_of(value)) for name, path, value in places)
