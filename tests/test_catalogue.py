"""Rules are read from their pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from apivet.catalogue import HEADINGS, Catalogue, CatalogueError, Severity, load, parse_page, read_page


def page(symbol: str = "part-not-kept", id_: str = "E9702", *, front: str = "", body: str | None = None) -> str:
    """The text of a page, whole unless told otherwise."""
    facts = {
        "symbol": symbol,
        "id": id_,
        "severity": {"E": "error", "W": "warning", "R": "refactor", "I": "info"}.get(id_[0], "error"),
        "scope": "strategy",
        "since": "0.1.0",
        "fix": "none",
        "source": "KEP-0000",
        "message": "the part is not kept",
    }
    lines = [f'{key} = "{value}"' for key, value in facts.items() if f"{key} =" not in front]
    if "evidence =" not in front:
        lines.append('evidence = ["static"]')
    text = "\n".join(f"## {heading}\n\nText of {heading}.\n" for heading in HEADINGS) if body is None else body
    return "+++\n" + "\n".join([*lines, front]) + f"\n+++\n\n# {symbol}\n\n{text}"


def test_a_page_says_everything_about_its_rule() -> None:
    rule = parse_page(page(front='fix = "safe"\nevidence = ["static", "blackbox"]'), "part-not-kept.md")
    assert (rule.symbol, rule.id, rule.severity) == ("part-not-kept", "E9702", Severity.ERROR)
    assert (rule.scope, rule.since, rule.source) == ("strategy", "0.1.0", "KEP-0000")
    assert (rule.fix, rule.evidence, rule.message) == ("safe", ("static", "blackbox"), "the part is not kept")
    assert rule.sections["Why"] == "Text of Why."
    assert rule.help == "rules/part-not-kept.md"
    assert rule.enabled


@pytest.mark.parametrize(
    ("id_", "severity"),
    [("E9701", Severity.ERROR), ("W9711", Severity.WARNING), ("R9714", Severity.REFACTOR), ("I9799", Severity.INFO)],
)
def test_the_letter_of_the_id_is_the_severity(id_: str, severity: Severity) -> None:
    assert parse_page(page(id_=id_), "part-not-kept.md").severity is severity


def test_a_heading_inside_an_example_is_no_heading() -> None:
    body = "\n".join(f"## {heading}\n\n```python\n## Why\n```\n" for heading in HEADINGS)
    assert parse_page(page(body=body), "x.md").sections["Bad"] == "```python\n## Why\n```"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# No front matter\n", "must begin with TOML front matter"),
        ("+++\nsymbol = \n+++\n\n## Why\n", r"x\.md:2: not valid TOML"),
        (page(front="id = 9702"), "'id' must be a text"),
        (page(front='id = "E1234"'), "'E1234' is not a letter of E, W, R, I"),
        (page(front='severity = "info"'), "does not fit the letter"),
        (page(front='severity = "grave"'), "'severity' must be one of error, warning, refactor, info"),
        (page(front='message = "{name} is lost"'), "'message' can hold {object}, {field} and {detail}"),
        (page(front='fix = "maybe"'), "'fix' must be"),
        (page(front='evidence = ["hearsay"]'), "'evidence' must be a list"),
        (page(front='message = "two\\nlines"'), "must be one line"),
        (page(front='message = " "'), "'message' must be a text"),
        (page(body="## Why\n"), "the headings must be What it finds"),
    ],
)
def test_a_page_that_is_none_says_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(CatalogueError, match=complaint):
        parse_page(text, "x.md")


def test_a_page_bears_its_rules_name(tmp_path: Path) -> None:
    path = tmp_path / "another-name.md"
    path.write_text(page())
    with pytest.raises(CatalogueError, match=r"must be called part-not-kept\.md"):
        read_page(path)


def test_rules_are_found_by_symbol_and_id_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for symbol, id_ in (("flag-not-default", "W9711"), ("part-not-kept", "E9702"), ("hook-is-boilerplate", "R9714")):
        (tmp_path / f"{symbol}.md").write_text(page(symbol, id_))
    (tmp_path / "README.md").write_text("no page of a rule\n")
    catalogue = Catalogue([read_page(path) for path in tmp_path.glob("*.md") if path.stem != "README"])
    assert catalogue.symbols == ("part-not-kept", "flag-not-default", "hook-is-boilerplate")
    assert catalogue.find("W9711") is catalogue.find("flag-not-default")
    assert catalogue.find("E9999") is None
    assert catalogue.suggestion("part-not-keept") == "; did you mean 'part-not-kept'?"
    assert catalogue.suggestion("zzz") == ""


def test_two_rules_cannot_share_an_id() -> None:
    with pytest.raises(CatalogueError, match="two rules have the id E9702"):
        Catalogue([parse_page(page("one-rule"), "one"), parse_page(page("other-rule"), "other")])


def test_every_page_of_the_package_can_be_read() -> None:
    assert load().find("status-not-wiped-on-create") is not None
