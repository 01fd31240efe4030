"""Packages of served types ask for the functions that are generated for them (contract section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apivet.conventions.rulings import ObjectRuling, Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.model import Program
from apivet.verdicts import Verdict

SYMBOL: Final = "support-generation-not-enabled"

#: The tags, and the support that they have generated.
TAGS: Final = {
    "k8s:deepcopy-gen": "the deep copies",
    "k8s:defaulter-gen": "the defaults",
    "k8s:validation-gen": "the validation",
}


def judge_support_tags(contents: Contents, program: Program, config: Configuration) -> Said:
    """One verdict for each tag of the package that a file's served types lie in. Without a word of the configuration
    only groups with a hub are asked: no functions of other types stood in for those of the served ones elsewhere."""
    return reported(_rulings(contents, program, config))


def _rulings(contents: Contents, program: Program, config: Configuration) -> Iterator[ObjectRuling]:
    is_on = program.has_any("support tags") if config.support_tags is None else config.support_tags
    groups = program.groups_of(contents.module) if is_on else ()
    asked = [group for group in groups if config.support_tags or group.hub is not None]
    if any(served.module == contents.module for group in asked for served in group.served):
        package = program.package_of(contents.module)
        present = program.comment_tags(contents.module)
        for tag, support in TAGS.items():
            ruling = Ruling(SYMBOL, Verdict.HOLDS, tag)
            if tag not in present:
                detail = f"without '+{tag}=' nothing generates {support} of {package}"
                ruling = Ruling(SYMBOL, Verdict.VIOLATED, tag, detail)
            yield package, program.start_of(contents.module), ruling
