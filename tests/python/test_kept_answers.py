"""Answers about statements that are kept while a module is being typed are those that it would get anew."""

from __future__ import annotations

import itertools

import pytest

from apivet.config import Config
from apivet.python.discover import summaries
from apivet.python.discover.summaries import FileSummary, summarise
from apivet.python.source.top_statements import top_statements

HEAD = "from tree import helper, Widget\nimport tree.words as words\n"
CHANGES = "def change(part):\n    part.prepare_for_update = None\n"
SETS = "def change(part):\n    getattr(part, name)('prepare_for_update', None)\n"
HANDS = "def run():\n    change(Widget)\n"

TEXTS = {
    "as it is": HEAD + CHANGES + HANDS,
    "further down": HEAD + "\n\n# a comment\n\n" + CHANGES + "\n\n" + HANDS,
    "in another order": HEAD + HANDS + CHANGES,
    "decorated": HEAD + CHANGES + "@helper\n\n" + HANDS,
    "another name of the module": HEAD.replace("Widget", "Gadget as Widget") + CHANGES + HANDS,
    "a function of others": HEAD.replace("helper", "change") + HANDS,
    "a local name": HEAD + CHANGES + HANDS.replace("run()", "run(Widget)"),
    "on one line": HEAD + "change = lambda part: part.append(1); kept = Widget; change(kept)\n",
    "on one line, otherwise": HEAD + "change = lambda part: part.append(1); kept = helper; change(kept)\n",
    "renamed elsewhere": HEAD + CHANGES + HANDS.replace("Widget", "kept") + "kept = Widget\n",
    "renamed to something else": HEAD + CHANGES + HANDS.replace("Widget", "kept") + "kept = 3\n",
    "run as a text": HEAD + CHANGES + 'exec("""\n' + HANDS + '""")\n',
    "a name that is put together": HEAD + 'name = "prepare_for_" + "update"\nsetattr(Widget, name, helper)\n',
    "put together otherwise": HEAD + 'name = "other"\nsetattr(Widget, name, helper)\n',
    "a method by a name that is put together": HEAD + 'name = "__seta" + "ttr__"\n' + SETS,
    "another one by such a name": HEAD + 'name = "oth" + "er"\n' + SETS,
    "not yet whole": HEAD + CHANGES + "def run(:\n",
}


@pytest.mark.parametrize(("before", "now"), list(itertools.permutations(TEXTS, 2)))
def test_an_edit_leads_to_the_summary_that_its_text_has_alone(before: str, now: str) -> None:
    assert _after(TEXTS[before].encode(), TEXTS[now].encode()) == _alone(TEXTS[now].encode())


@pytest.mark.parametrize("encoding", ["latin-1", "cp1253"])
def test_the_same_bytes_in_another_encoding_are_another_text(encoding: str) -> None:
    """``0xe9`` is a letter in both, and not the same one."""
    text = b"from tree import Widget, change\n\ndef run():\n    change(Widget.\xe9)\n"
    before, now = (f"# coding: {each}\n".encode() + text for each in ("iso8859-7", encoding))
    assert _after(before, now) == _alone(now)


def _after(before: bytes, now: bytes) -> FileSummary:
    """The summary of a file that has held another text."""
    summarise("/tree/module.py", before, Config())
    return summarise("/tree/module.py", now, Config())


def _alone(now: bytes) -> FileSummary:
    """The summary of a file of which nothing is known by its text."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summaries, "top_statements", lambda tree, data: top_statements(tree, None))
        return summarise("/tree/module.py", now, Config())
