"""A bar on standard error, where somebody looks and waits."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from apivet.commands import progress


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch, patience: float) -> Terminal:
    """A terminal in the place of standard error."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm-256color")
    return stream


def test_a_long_run_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch, patience=-1.0)
    before = threading.active_count()
    with progress.progress_on_terminal() as bar:
        bar.begin("reading", 10)
        bar.advance(3)
        assert "reading" in stream.getvalue()
        assert "30%" in stream.getvalue()
        bar.begin("judging", 4)
        bar.advance(4)
        assert threading.active_count() == before, "a thread would make it unsafe to fork workers"
    assert "judging" in stream.getvalue()
    assert "100%" in stream.getvalue()


def test_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = terminal(monkeypatch, patience=60.0)
    with progress.progress_on_terminal() as bar:
        bar.begin("reading", 10)
        bar.advance(10)
    assert stream.getvalue() == ""


def test_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.progress_on_terminal() as bar:
        bar.begin("reading", 10)
        bar.advance(10)
    assert stream.getvalue() == ""
