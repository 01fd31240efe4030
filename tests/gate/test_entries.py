"""Exceptions for a change are for a while, and only by those who may."""

from __future__ import annotations

import os

import pytest
from changes import APPROVER, CRANES, OBJECT, STRANGER, STRATEGY, WIPED, WIPES, Repository, in_days

LOST, WEAKENED = "gate-subject-lost", "gate-weakened"
TABLE = "pyproject.toml"


def weaken(server: Repository) -> None:
    server.write(TABLE, f'{server.read(TABLE)}exclude = ["yard/registry"]\n')


def test_an_exception_for_a_change_ends(server: Repository) -> None:
    weaken(server)
    server.except_from(WEAKENED, TABLE, "exclude")
    assert server.gate(status=1).rules == {WEAKENED, "exception-invalid"}


@pytest.mark.parametrize(
    ("days", "rules"), [(90, set()), (91, {WEAKENED, "exception-invalid"}), (-1, {WEAKENED, "exception-expired"})]
)
def test_it_ends_after_ninety_days_at_most(server: Repository, days: int, rules: set[str]) -> None:
    weaken(server)
    server.except_from(WEAKENED, TABLE, "exclude", more=f"expires = {in_days(days)}\n")
    assert server.gate(status=int(bool(rules))).rules == rules


def test_it_is_not_unused_when_the_change_is_the_base(server: Repository) -> None:
    server.except_from(WEAKENED, TABLE, "exclude", more=f"expires = {in_days(30)}\n")
    server.except_from(LOST, OBJECT, WIPED, more=f"expires = {in_days(30)}\n")
    assert server.gate(status=0).open == []


def test_a_loss_that_is_approved_passes(server: Repository) -> None:
    server.mend(CRANES, WIPES, "        arranged(obj)\n")
    server.mend(CRANES, "from yard.apis", "from vendor_of_cranes import arranged\nfrom yard.apis")
    for field in sorted(server.gate(status=1).fields("gate-verdict-lost")):
        server.except_from("gate-verdict-lost", OBJECT, field, more=f"expires = {in_days(30)}\n")
    assert server.gate(status=0).open == []


@pytest.mark.parametrize("approver", [STRANGER, "", APPROVER.upper()])
def test_nobody_else_can_approve(server: Repository, approver: str) -> None:
    weaken(server)
    server.write("exceptions/OWNERS", f"approvers:\n- {APPROVER}\n- {STRANGER}\n- {APPROVER.upper()}\n")
    server.except_from(WEAKENED, TABLE, "exclude", approver, more=f"expires = {in_days(30)}\n")
    assert server.gate(status=1).rules == {WEAKENED, "exception-unapproved"}


def test_an_approved_exception_passes(server: Repository) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    report = server.gate(status=0)
    assert report.document["summary"]["suppressed"] == 1


# ------------------------------------------------------------------------------------------------------- links


def test_a_second_object_of_that_name_is_not_excepted(server: Repository) -> None:
    bare = STRATEGY.replace(WIPES, "")
    server.write(CRANES, bare)
    server.except_from(WIPED, OBJECT, "status")
    assert server.gate(status=0).open == []
    server.land()
    for name in ("yard/__init__.py", "yard/registry/__init__.py"):
        server.write(f"extra/{name}", "")
    server.write(f"extra/{CRANES}", bare)
    assert server.gate(status=1).rules == {WIPED, "exception-invalid"}
    server.land()
    server.commit("another change, when it has been accepted")
    assert server.gate(status=0).open == []


@pytest.mark.parametrize("link", ["exceptions/exceptions.toml", "exceptions"])
def test_exceptions_behind_a_link_do_not_count(server: Repository, link: str) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    outside = server.top.parent / "outside"
    (server.top / link).rename(outside)
    os.symlink(outside, server.top / link)
    result = server.run()
    assert result.exit_code == 2
    assert f"{link} is a link" in result.stderr


def test_exceptions_in_a_submodule_do_not_count(server: Repository) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    (server.top.parent / "other").mkdir()
    other = Repository(server.top.parent / "other")
    other.write("exceptions.toml", server.read("exceptions/exceptions.toml"))
    other.git("init", "-q", "-b", "main")
    other.commit()
    server.git("rm", "-rqf", "exceptions")
    server.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.top), "exceptions")
    server.commit()
    result = server.run()
    assert result.exit_code == 2
    assert "exceptions is a repository of its own" in result.stderr


def test_a_link_to_other_owners_leads_nowhere(server: Repository) -> None:
    server.write("papers/OWNERS", f"approvers:\n- {STRANGER}\n")
    server.land()
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status", STRANGER)
    server.drop("exceptions/OWNERS")
    os.symlink("../papers/OWNERS", server.top / "exceptions/OWNERS")
    assert server.gate(status=1).rules == {WIPED, "exception-unapproved"}


def test_owners_that_were_a_link_at_the_base_name_nobody(server: Repository) -> None:
    server.git("mv", "exceptions/OWNERS", "APPROVERS")
    os.symlink("../APPROVERS", server.top / "exceptions/OWNERS")
    server.land()
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    assert server.gate(status=1).rules == {WIPED, "exception-unapproved"}


def test_a_configuration_that_becomes_a_link_is_a_change_like_any(server: Repository) -> None:
    server.mend(CRANES, WIPES, "")
    server.write("settings/other.toml", f'[tool.apivet]\ncache = false\nignore = ["{WIPED}"]\n')
    server.drop(TABLE)
    os.symlink("settings/other.toml", server.top / TABLE)
    assert {WIPED, WEAKENED} <= server.gate(status=1).rules


# ---------------------------------------------------------------------------------------------------- observing


def test_what_is_to_be_observed_is(server: Repository) -> None:
    report = server.gate("--seed", "1", "--require-observed", black_box=True, status=1)
    assert report.fields("gate-verdict-lost") == {"ungated-field-dropped"}, "without a gate there is nothing to try"
    server.except_from("gate-verdict-lost", OBJECT, "ungated-field-dropped", more=f"expires = {in_days(30)}\n")
    assert server.gate("--seed", "1", "--require-observed", black_box=True, status=0).open == []
    server.mend(
        CRANES, "class CraneStrategy:\n", "class CraneStrategy:\n    def __init__(self, store: object) -> None: ...\n\n"
    )
    report = server.gate("--seed", "1", "--require-observed", black_box=True, status=2)
    assert (report.rules, report.objects("gate-verdict-lost")) == ({"gate-verdict-lost"}, {OBJECT})
    assert server.run("--require-observed").exit_code == 2, "with --static nothing is"
