"""The departures that a Go tree's own tests insist on, as ``benchmarks/ecosystem/go/upstream.py`` reads them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

COMMAND = Path(__file__).parents[2] / "benchmarks" / "ecosystem" / "go" / "upstream.py"
CREATE, UPDATE = "allow-create-on-update-not-default", "allow-unconditional-update-not-default"
COLLECTION = "garbage-collection-policy-not-default"


@pytest.mark.parametrize(
    ("line", "claims"),
    [
        ("if Strategy.AllowCreateOnUpdate() {", [(CREATE, False)]),
        ("if !strategy.AllowCreateOnUpdate() {", [(CREATE, True)]),
        ("if Strategy.AllowCreateOnUpdate() != false {", [(CREATE, False)]),
        ("if StatusStrategy.AllowCreateOnUpdate() == false {", [(CREATE, True)]),
        ("if !Strategy.AllowUnconditionalUpdate() {", [(UPDATE, False)]),
        ("if Strategy.AllowUnconditionalUpdate() != false {", [(UPDATE, True)]),
        ("test := genericregistrytest.New(t, storage.Store).AllowCreateOnUpdate()", [(CREATE, True)]),
        ("got, want := gcds.DefaultGarbageCollectionPolicy(ctx), rest.OrphanDependents", [(COLLECTION, True)]),
        ("got, want := gcds.DefaultGarbageCollectionPolicy(ctx), rest.DeleteDependents", [(COLLECTION, False)]),
        ("if Strategy.NamespaceScoped() {", []),
    ],
)
def test_a_test_claims(line: str, claims: list[tuple[str, bool]]) -> None:
    assert list(runpy.run_path(str(COMMAND))["claims_of"](line)) == claims
