"""Black-box runs of everything other than strategies, and their observations in the words of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from apivet import catalogue
from apivet.blackbox.host.type_plan import TRANSFORMERS, Inventory, ScenarioTask
from apivet.blackbox.protocol.messages import Examined
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import ImportedPlace
from apivet.program.contents import Contents
from apivet.program.files import SourceFile, bytes_at
from apivet.program.front_end import SourceTree
from apivet.program.model import Type
from apivet.program.source_program import SourceProgram
from apivet.verdicts import Finding, Judgement, Location, Trials, Verdict

EVIDENCE: Final = ("blackbox",)
_CONVERTS: Final = re.compile(rb"def[ \t]+_*(?:[Cc]onvert_\w+_[Tt]o_\w+|convert_to|convert_from)\b")
_PAIRS: Final = (("encode", "decode"), *TRANSFORMERS)


def collect(inventory: Inventory, contents: Contents) -> None:
    """Note what one file has to try."""
    inventory.augmentations += contents.augmentations
    inventory.types += contents.types


def collect_scenarios(
    inventory: Inventory, files: Iterable[SourceFile], tree: SourceTree, program: SourceProgram
) -> None:
    """Note the conversions, generated ones too, and what looks like a codec or a transformer, in all files."""
    for file in files:
        data = bytes_at(file.absolute)
        if data is None:
            continue
        if _CONVERTS.search(data):
            inventory.conversions += program.all_conversions(file.absolute)
        # What stands in for a codec in a test may lose what it likes.
        for names in () if tree.is_test(file.path) else _PAIRS:
            if all(re.search(rb"def[ \t]+%s\b" % name.encode(), data) for name in names):
                _note_pairs(inventory, file, program, names)


def _note_pairs(inventory: Inventory, file: SourceFile, program: SourceProgram, names: tuple[str, str]) -> None:
    """The classes of a file that have both methods, and the file itself where it has both as functions."""
    found = inventory.codecs if names == _PAIRS[0] else inventory.transformers
    for type_ in program.classes(file.absolute):
        methods = {name: method for each in program.ancestry(type_) for name, method in each.methods.items()}
        pair = [methods.get(name) for name in names]
        if type_.form == "protocol" or not all(pair) or any(each is not None and each.abstract for each in pair):
            continue
        if _is_inner(type_):
            continue
        found.append((ImportedPlace(type_.module, type_.name), type_.location))
    module = program.dotted(file.absolute)
    if all(program.binds(module, name) for name in names):
        found.append((ImportedPlace(module, ""), Location(file.path, 1)))


def _is_inner(type_: Type) -> bool:
    return type_.dotted != f"{type_.module}.{type_.name}"


# ------------------------------------------------------------------------------------------------- what was seen


def rendered(
    tasks: Sequence[ScenarioTask], answers: Sequence[Examined]
) -> tuple[list[Finding], list[Judgement], dict[str, str]]:
    """Findings, rows of verdicts, and the cases that show the findings, by fingerprint. What is lost inside a
    conversion that others call is found once, there."""
    violated = {
        (seen.rule, seen.hook)
        for examined in answers
        for seen in examined.observations
        if seen.verdict == Verdict.VIOLATED.value
    }
    findings: dict[_Key, Finding] = {}
    rows: dict[_Key, Judgement] = {}
    cases: dict[str, str] = {}
    for task, examined in zip(tasks, answers):
        for seen in examined.observations:
            key = (seen.rule, seen.hook, seen.field)
            verdict = Verdict(seen.verdict)
            if verdict is Verdict.HOLDS and seen.field is None and key[:2] in violated:
                continue  # the same conversion loses something in another pair
            known = rows.get(key)
            if known is None or verdict.rank > known.verdict.rank:
                trials = Trials(
                    seen.tried, seen.stored, seen.stored
                )  # whatever comes back may have come back otherwise
                through = seen.through or None
                rows[key] = Judgement(seen.hook, seen.rule, verdict, seen.field, EVIDENCE, through, trials)
            if verdict is Verdict.HOLDS or seen.through or key in findings:
                continue
            finding = findings[key] = _finding(task, seen, verdict)
            if seen.case:
                cases[finding.fingerprint] = seen.case
    return list(findings.values()), list(rows.values()), cases


_Key = tuple[str, str, "str | None"]


def _unqualified(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def _finding(task: ScenarioTask, seen: Observation, verdict: Verdict) -> Finding:
    page = catalogue.load().find(seen.rule)
    sentence = page.message if page is not None else seen.rule
    message = sentence.format(object=seen.hook, field=seen.field or _unqualified(seen.hook), detail=seen.detail)
    message = f"{message}: {seen.detail}" if verdict is Verdict.VIOLATED else seen.detail
    location = task.places.get(seen.hook, task.location)
    return Finding(seen.rule, verdict, location, seen.hook, message, seen.field, evidence=EVIDENCE)
