"""Tags that switch on generated support functions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apivet.fixes import blocks
from apivet.fixes.edits import Change
from apivet.fixes.proposal import Case, Fix, Proposal

_TOLD = re.compile(r"'\+(k8s:[a-z]+-gen)='")
_VALUES = {"k8s:deepcopy-gen": "package", "k8s:defaulter-gen": "TypeMeta", "k8s:validation-gen": "TypeMeta"}
_TAG = re.compile(r"^#[ \t]*\+k8s:[\w-]+-gen=[^\r\n]*", re.MULTILINE)


def _switched_on(case: Case) -> Iterator[Proposal]:
    """The tag that is missing: beside others, in the place of one that is off, else above the first statement."""
    told, source = _TOLD.search(case.finding.message), case.source
    if told is None or source is None or told[1] not in _VALUES:
        return
    tag = f"# +{told[1]}={_VALUES[told[1]]}"
    tags = list(_TAG.finditer(source.text))
    for each in tags:
        if f"+{told[1]}=" in each[0]:
            yield [Change(source.path, each.start(), each.end(), tag)]
            return
    if tags:
        yield [source.inserted(tags[-1].end(), f"{source.newline}{tag}")]
        return
    found = blocks.statements(source.module)
    if found:
        yield [source.inserted(blocks.start_of(source, found[0]), f"{tag}{source.newline * 2}")]


SWITCHED_ON = Fix("support-generation-not-enabled", _switched_on)
