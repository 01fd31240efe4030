"""An approval that is signed is one that nobody else can give."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from changes import APPROVER, CRANES, OBJECT, STRANGER, WIPED, WIPES, Repository
from click.testing import CliRunner, Result

from apivet.cli import main

FILE, SIGNATURE = "exceptions/exceptions.toml", "exceptions/exceptions.toml.sig"
UNAPPROVED = {WIPED, "exception-unapproved"}


@pytest.fixture(name="keys", scope="module")
def _keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("keys")
    for name in ("ines", "olaf"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(directory / name)]
        subprocess.run(command, check=True)
    return directory


def public(keys: Path, name: str) -> str:
    return " ".join((keys / f"{name}.pub").read_text().split()[:2])


@pytest.fixture(name="signing")
def _signing(server: Repository, keys: Path) -> Repository:
    """A server whose base asks for signatures, with a change that breaks a rule and has an exception, not signed yet."""
    lines = f"{APPROVER} {public(keys, 'ines')}\n{STRANGER} {public(keys, 'olaf')}\n"
    server.write("exceptions/allowed_signers", lines)
    server.land()
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    return server


def exceptions(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["exceptions", *arguments])


def sign(keys: Path, name: str = "ines") -> None:
    result = exceptions("sign", "--key", str(keys / name))
    assert result.exit_code == 0, result.output


def test_a_signed_exception_passes(signing: Repository, keys: Path) -> None:
    sign(keys)
    assert signing.read(FILE).startswith("version = 1\nserial = 1\n")
    signing.commit()
    report = signing.gate(status=0)
    assert report.document["summary"]["suppressed"] == 1
    assert report.document["base"]["remarks"] == []
    assert "signed by an approver" in exceptions("verify").stdout


def test_one_without_a_signature_does_not(signing: Repository) -> None:
    report = signing.gate(status=1)
    assert report.rules == UNAPPROVED
    assert exceptions("verify").exit_code == 1


def test_without_a_base_it_can_not_be_verified(signing: Repository, keys: Path) -> None:
    sign(keys)
    shutil.rmtree(signing.top / ".git")
    result = exceptions("verify")
    assert result.exit_code == 2
    assert "its signature can't be verified without a base: this is not a git repository" in result.stderr


def test_a_signature_by_somebody_else_does_not_count(signing: Repository, keys: Path) -> None:
    sign(keys, "olaf")
    assert signing.gate(status=1).rules == UNAPPROVED


def test_nor_does_one_of_another_text(signing: Repository, keys: Path) -> None:
    sign(keys)
    signing.mend(FILE, "for a while", "for ever")
    assert signing.gate(status=1).rules == UNAPPROVED


def test_line_ends_that_git_changed_are_told(signing: Repository, keys: Path) -> None:
    sign(keys)
    path = signing.top / FILE
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (told,) = [each["message"] for each in signing.gate(status=1).open if each["rule"] == "exception-unapproved"]
    assert "'exceptions/* -text' in .gitattributes" in told
    sign(keys)  # one that is signed as it is counts
    assert signing.gate(status=0).document["summary"]["suppressed"] == 1


@pytest.mark.parametrize("namespace", ["file", "git"])
def test_nor_does_one_for_another_purpose(signing: Repository, keys: Path, namespace: str) -> None:
    sign(keys)
    signing.drop(SIGNATURE)
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(keys / "ines"), "-n", namespace, FILE], check=True)
    assert signing.gate(status=1).rules == UNAPPROVED


def test_signers_that_come_with_the_change_do_not_count(signing: Repository, keys: Path) -> None:
    signing.write("exceptions/allowed_signers", f"{APPROVER} {public(keys, 'olaf')}\n")
    sign(keys, "olaf")
    assert signing.gate(status=1).rules == UNAPPROVED


def test_nor_does_it_help_to_delete_them(signing: Repository) -> None:
    signing.drop("exceptions/allowed_signers")
    assert signing.gate(status=1).rules == UNAPPROVED


@pytest.mark.parametrize("limit", ['valid-before="20200101"', 'valid-after="20990101"', 'namespaces="git"'])
def test_a_key_is_good_for_its_time_and_purpose(server: Repository, keys: Path, limit: str) -> None:
    server.write("exceptions/allowed_signers", f"{APPROVER} {limit} {public(keys, 'ines')}\n")
    server.land()
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    sign(keys)
    assert server.gate(status=1).rules == UNAPPROVED


def test_an_older_signed_file_does_not_come_back(signing: Repository, keys: Path) -> None:
    sign(keys)
    old = {name: signing.read(name) for name in (FILE, SIGNATURE)}
    signing.write(FILE, "version = 1\nserial = 2\n")
    sign(keys)
    signing.land()
    signing.commit("later")
    for name, text in old.items():
        signing.write(name, text)
    assert signing.gate(status=1).rules == UNAPPROVED
    signing.mend(FILE, "serial = 1", "serial = 2")
    assert signing.gate(status=1).rules == UNAPPROVED


@pytest.mark.parametrize("how", ["emptied", "deleted", "replaced"])
def test_a_signed_file_does_not_go_without_a_signature(signing: Repository, keys: Path, how: str) -> None:
    sign(keys)
    signing.land()
    signing.commit("later")
    signing.mend(CRANES, "        obj.metadata.generation = 1\n", f"{WIPES}        obj.metadata.generation = 1\n")
    if how == "deleted":
        signing.drop(FILE)
    else:
        signing.write(FILE, "" if how == "emptied" else "version = 1\nserial = 2\n")
    report = signing.gate(status=1)
    assert report.rules == {"exception-unapproved"}
    assert report.objects("exception-unapproved") == {FILE}


def test_it_goes_with_one(signing: Repository, keys: Path) -> None:
    sign(keys)
    signing.land()
    signing.commit("later")
    signing.write(FILE, "version = 1\n")
    signing.mend(CRANES, "        obj.metadata.generation = 1\n", f"{WIPES}        obj.metadata.generation = 1\n")
    sign(keys)
    assert "serial = 2" in signing.read(FILE)
    assert signing.gate(status=0).open == []


def test_a_signature_behind_a_link_is_none(signing: Repository, keys: Path) -> None:
    sign(keys)
    outside = signing.top.parent / "outside.sig"
    (signing.top / SIGNATURE).rename(outside)
    (signing.top / SIGNATURE).symlink_to(outside)
    assert signing.gate(status=1).rules == UNAPPROVED


def test_without_ssh_keygen_nothing_is_said(signing: Repository, keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sign(keys)
    monkeypatch.setattr("apivet.exceptions.signatures._keygen", _absent)
    for result in (signing.run(), exceptions("verify")):
        assert result.exit_code == 2
        assert "ssh-keygen" in result.stderr


def _absent(*arguments: object) -> object:
    from apivet.exceptions.signatures import KeygenError

    raise KeygenError("the command 'ssh-keygen' is not there")


def test_check_says_that_it_verifies_none(signing: Repository) -> None:
    assert "is verified by 'apivet gate'" in CliRunner().invoke(main, ["check"]).stderr


def test_comments_and_order_stay_when_a_file_is_signed(signing: Repository, keys: Path) -> None:
    text = signing.read(FILE).replace("version = 1\n", "# Ours.\nversion = 1  # for good\n")
    signing.write(FILE, text)
    sign(keys)
    assert signing.read(FILE) == text.replace("# for good\n", "# for good\nserial = 1\n")


def test_without_signers_approval_is_a_claim_and_that_is_said(server: Repository) -> None:
    server.mend(CRANES, WIPES, "")
    server.except_from(WIPED, OBJECT, "status")
    server.commit()
    (remark,) = server.gate(status=0).document["base"]["remarks"]
    assert "nothing proves who approved" in remark


@pytest.mark.parametrize("text", ["serial = 0", 'serial = "1"', "serial = true", "serial = 1.0"])
def test_a_serial_is_a_whole_number(server: Repository, text: str) -> None:
    server.write(FILE, f"version = 1\n{text}\n")
    assert server.run().exit_code == 2


# ------------------------------------------------------------------------------------------------ who reviews

MINE = f"/exceptions/ {APPROVER}\n/.github/CODEOWNERS {APPROVER}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MINE, "approvers review each change"),
        (f"* {STRANGER}\n{MINE}", "approvers review each change"),
        (f"{MINE}* {APPROVER}\n", "only the line for everything"),
        (f"* {APPROVER}\n", "only the line for everything"),
        (f"{MINE}/exceptions/ {APPROVER} {STRANGER}\n", f"{STRANGER}, who is no approver"),
        (f"{MINE}*.toml {STRANGER}\n", f"{STRANGER}, who is no approver"),
        (f"/exceptions/ {APPROVER}\n", "no line of .github/CODEOWNERS is about .github/CODEOWNERS"),
        (f"{MINE}/exceptions/OWNERS\n", "to nobody"),
        (MINE.replace(APPROVER, "@yard/approvers"), "approvers review each change"),
        (MINE.replace(APPROVER, "@Yard/Approvers"), "approvers review each change"),
        (MINE.replace(APPROVER, "@yard/everybody"), "not verified"),
        (f"{MINE}/exceptions/allowed_signers {STRANGER}\n", f"{STRANGER}, who is no approver"),
        (MINE.replace("/exceptions/", "/exceptions/*.toml"), "is about exceptions/OWNERS"),
        (f"{MINE}!/exceptions/ {APPROVER}\n", "to nobody"),
        (f"[Approvals][2] {APPROVER}\n/exceptions/\n/.github/\n", "approvers review each change"),
        (f"^[Approvals] {APPROVER}\n/exceptions/\n/.github/\n", "to nobody"),
        ("", "names no owners"),
    ],
)  # fmt: skip
def test_code_owners_are_looked_at(server: Repository, text: str, said: str) -> None:
    server.write("exceptions/OWNERS", f"approvers:\n- {APPROVER}\ncodeowners:\n- '@yard/approvers'\n")
    server.land()
    server.except_from(WIPED, OBJECT, "status")
    server.write(".github/CODEOWNERS", text)
    told = exceptions("verify").stdout.splitlines()[-1]
    assert said in told
    assert told.startswith(("nothing makes sure", "not verified")) is not said.startswith("approvers")


def test_each_hosting_service_has_places_of_its_own(server: Repository) -> None:
    server.except_from(WIPED, OBJECT, "status")
    server.write("CODEOWNERS", f"/exceptions/ {APPROVER}\n/CODEOWNERS {APPROVER}\n")
    assert "give them .github/CODEOWNERS too, which would come before it" in exceptions("verify").stdout
    server.write("CODEOWNERS", f"/exceptions/ {APPROVER}\nCODEOWNERS {APPROVER}\n")
    assert exceptions("verify").stdout.endswith("approvers only\n")
    server.write(".github/CODEOWNERS", f"/exceptions/ {STRANGER}\n")  # GitHub's, where GitLab reads the other
    assert f"{STRANGER}, who is no approver" in exceptions("verify").stdout


@pytest.mark.parametrize("link", [".github/CODEOWNERS", "exceptions/OWNERS"])
def test_hosting_services_follow_no_links(server: Repository, link: str) -> None:
    text = f"approvers:\n- {APPROVER}\noptions:\n  no_parent_owners: true\n" if link.endswith("/OWNERS") else MINE
    server.except_from(WIPED, OBJECT, "status")
    server.write("kept", text)
    (server.top / link).parent.mkdir(exist_ok=True)
    (server.top / link).unlink(missing_ok=True)
    (server.top / link).symlink_to("../kept")
    assert "nothing makes sure" in exceptions("verify").stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("options:\n  no_parent_owners: true\n", "as Prow reads it"),
        ("options:\n  no_parent_owners: true\nfilters:\n  .*:\n    approvers: [olaf]\n", "nothing makes sure"),
        ("", "nothing makes sure"),
    ],
)
def test_owners_can_be_the_approvers_alone(server: Repository, options: str, said: str) -> None:
    server.write("exceptions/OWNERS", f"approvers:\n- {APPROVER}\n{options}")
    server.except_from(WIPED, OBJECT, "status")
    assert said in exceptions("verify").stdout


def test_who_reviews_is_said_before_there_is_a_base_or_an_entry(server: Repository) -> None:
    shutil.rmtree(server.top / ".git")
    server.drop("exceptions/exceptions.toml")
    assert "nothing makes sure" not in exceptions("verify").stdout, "there is no repository"
    server.git("init", "-q", "-b", "main")
    assert "nothing makes sure" in exceptions("verify").stdout
    server.write(".github/CODEOWNERS", f"/exceptions/ {APPROVER}\n/.github/CODEOWNERS {APPROVER}\n")
    assert "approvers review each change" in exceptions("verify").stdout
