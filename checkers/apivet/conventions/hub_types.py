"""Hub types stay memory-identical to the served types they stand for (contract section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from apivet.conventions.hub_comparison import Compared, TypeComparison
from apivet.conventions.hub_names import undecided_pairs
from apivet.conventions.hub_pairing import Pair, hub_pairs
from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.verdicts import Verdict, WitnessStep

DIFFERS = "hub-type-differs"
PERMUTED = "hub-fields-permuted"


def judge_hub_types(contents: Contents, program: Program, config: Configuration) -> Said:
    """Compare each type of a hub module with its preferred served type. What differs in a nested type is reported where
    that is judged, or, where nobody else does it, from here."""
    return reported(_each_ruling(contents, program))


def _each_ruling(contents: Contents, program: Program) -> Iterator[ObjectRuling]:
    groups = [group for group in program.groups_of(contents.module) if group.hub == contents.module]
    pairs = [pair for group in groups for pair in hub_pairs(program, group)]
    comparison = TypeComparison(program, pairs)
    results = comparison.compare_all((pair.hub, pair.served) for pair in pairs)
    for pair, compared in zip(pairs, results):
        doubt = _doubt(program, comparison, pair, compared)
        if doubt is not None:
            yield pair.object, pair.hub.location, doubt
            continue
        yield from _of_pair(pair.object, pair.version.version, compared)
        for nested in comparison.beneath(pair.hub, pair.served):
            label = comparison.counterparts.version(nested.served)
            yield from _of_pair(nested.hub.dotted, label, nested)
    for undecided in (item for group in groups for item in undecided_pairs(program, group)):
        reason = f"{undecided.computed} is computed, so that its fields can't be told"
        ruling = Ruling(DIFFERS, Verdict.UNPROVEN, None, reason, undecided.location)
        yield undecided.hub, undecided.location, ruling


def _doubt(program: Program, comparison: TypeComparison, pair: Pair, compared: Compared) -> Ruling | None:
    """The ruling on a pair of which one side stands for several classes, by a condition, unless all compare alike."""
    served_name = pair.served.name
    hubs = program.alternatives(pair.group.hub or "", pair.name)
    served = program.alternatives(pair.version.module, served_name)
    if not hubs and not served:
        return None
    others = [(here, there) for here in hubs or (pair.hub,) for there in served or (pair.served,)]
    if len({(here.dotted, there.dotted) for here, there in others}) == len(others):
        if {each.verdict for each in comparison.compare_all(others)} == {compared.verdict}:
            return None
    name = pair.object if hubs else f"{pair.version.module}.{served_name}"
    reason = f"which class {name} is depends on a condition"
    return Ruling(DIFFERS, Verdict.UNPROVEN, None, reason, pair.hub.location)


def _of_pair(name: str, label: str, compared: Compared) -> Iterator[ObjectRuling]:
    for ruling in _rulings(compared, label):
        to_blame = compared.through if ruling.rule == DIFFERS else None
        yield name, compared.hub.location, replace(ruling, through=str(to_blame) if to_blame else None)


def _rulings(compared: Compared, label: str) -> Iterator[Ruling]:
    for difference in compared.differences:
        rule = PERMUTED if difference.aspect == "permuted" else DIFFERS
        witness = (WitnessStep(difference.there.path, difference.there.line, f"{label} declares it here"),)
        yield Ruling(rule, Verdict.VIOLATED, difference.field, difference.sentence, difference.location, witness)
    for doubt in compared.doubts:
        yield Ruling(DIFFERS, Verdict.UNPROVEN, doubt.field, doubt.reason, doubt.location)
    if not compared.differences and not compared.doubts:
        yield Ruling(DIFFERS, compared.verdict)
    if compared.hub.form != "enum" and all(difference.aspect != "permuted" for difference in compared.differences):
        yield Ruling(PERMUTED, Verdict.HOLDS)
