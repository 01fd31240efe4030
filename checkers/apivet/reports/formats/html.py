"""One page of HTML that loads nothing: the matrix of objects by rules, each finding with its witness and its source.

A verdict is shown by a sign and a word besides its colour; colours keep a contrast of 4.5 and more. Everything is there
without scripts: cells are links to findings; the script only filters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from apivet.reports.escaping import one_line
from apivet.reports.excerpt import excerpt
from apivet.reports.formats.sheet import Row, Sheet, case_of, columns, severity, witnessed
from apivet.verdicts import Location, Verdict

#: The sign and the letter-free word of a verdict; an excepted one has its own.
_SIGNS: Final = {"holds": "\u2713", "unproven": "?", "violated": "\u2717", "excepted": "\u25cb"}
_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 1.5rem; }
h3, h4, p, pre { margin: .4rem 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { background: #f4f4f4; padding: .3rem .5rem; overflow-x: auto; }
a { color: #0b3f8a; }
:focus-visible { outline: 3px solid #0b3f8a; outline-offset: 2px; }
.scroll { overflow: auto; max-height: 85vh; scroll-padding: 11rem 0 0 min(23rem, 45vw); }
table { border-collapse: separate; border-spacing: 0; border: solid #767676; border-width: 1px 0 0 1px; }
caption { text-align: left; padding-bottom: .4rem; }
thead th { position: sticky; top: 0; background: #fff; z-index: 1; }
thead th:first-child { left: 0; z-index: 2; text-align: left; vertical-align: bottom; }
thead a { writing-mode: vertical-rl; max-height: 10rem; font-size: .8rem; line-height: 1.2; text-align: left; }
th, td { border: solid #767676; border-width: 0 1px 1px 0; padding: .2rem .4rem; text-align: center; }
th[scope=row] { position: sticky; left: 0; background: #fff; text-align: left; font-weight: normal; }
th[scope=row] code { display: block; width: min(22rem, 40vw); overflow-wrap: anywhere; }
td, label { white-space: nowrap; }
td { font-size: .8rem; }
form { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; }
.holds { color: #0b3d1e; background: #d7f2de; }
.unproven { color: #3d2f00; background: #ffe9a8; border-style: dashed; }
.violated { color: #fff; background: #a3001b; font-weight: bold; }
.excepted { color: #222; background: #e4e4e4; border-style: dotted; }
td.violated a { color: #fff; }
td.unproven a { color: #3d2f00; }
td.excepted a { color: #222; }
td small { display: block; }
article { border-left: 4px solid #767676; padding-left: 1rem; margin: 1.5rem 0; }
article:target { border-left-color: #0b3f8a; background: #eef4fc; }
.mark { padding: 0 .4rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { position: static; }
[hidden] { display: none !important; }
.unused { visibility: collapse; }
@media print {
  form, .skip { display: none; }
  @page { size: landscape; margin: 1cm; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scroll { overflow: visible; max-height: none; }
  body { font-size: 9pt; line-height: 1.3; margin: 0; }
  th, td { position: static !important; padding: .1rem; font-size: 6pt; }
  thead a { font-size: 6pt; }
  th[scope=row] code { font-size: 6pt; width: 16rem; }
  td small, td span { display: none; }
  article { break-inside: avoid; margin: .5rem 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0 .3rem; }
}
""".strip()
_SCRIPT: Final = """
const form = document.querySelector('form');
const columns = document.querySelectorAll('col');
const filled = new Map([...document.querySelectorAll('tbody tr')].map(
  row => [row, [...row.cells].flatMap((cell, place) => place && !cell.className ? [] : [place])]));
form.hidden = false;
function update() {
  const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const shown = new Set([...form.querySelectorAll('input[type=checkbox]:checked')].map(box => box.value));
  const used = new Set();
  const counts = {TR: 0, ARTICLE: 0};
  for (const each of document.querySelectorAll('[data-verdicts]')) {
    const said = words.every(word => each.dataset.text.includes(word));
    each.hidden = !(said && each.dataset.verdicts.split(' ').some(verdict => shown.has(verdict)));
    if (each.hidden) continue;
    counts[each.tagName] += 1;
    for (const place of filled.get(each) || []) used.add(place);
  }
  columns.forEach((column, place) => column.classList.toggle('unused', !used.has(place)));
  document.querySelector('output').textContent = `${counts.TR} objects, ${counts.ARTICLE} findings shown`;
}
// Browsers leave a link where it is that shows at least its edge.
document.querySelector('table').addEventListener('focusin', event => {
  event.target.scrollIntoView({block: 'nearest', inline: 'nearest'});
});
document.querySelector('table').addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]');
  if (link) document.getElementById(link.hash.slice(1)).hidden = false;
});
form.addEventListener('input', update);
form.addEventListener('submit', event => event.preventDefault());
update();
""".strip()


def html(sheet: Sheet) -> str:
    """The page as text."""
    tool = sheet.document["tool"]
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>apivet report</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>",
        '<a class="skip" href="#findings">Skip to the findings</a>',
        f"<header>\n<h1>apivet report</h1>\n<p>{_text(_counts(sheet))}; apivet {_text(tool['version'])}</p>\n</header>",
        "<main>",
        _form(),
        *_matrix(sheet),
        '<section id="findings" aria-labelledby="findings-title">\n<h2 id="findings-title">Findings</h2>',
        *(_finding(sheet, row) for row in sheet.document["findings"]),
        "</section>",
        *_problems(sheet),
        f"</main>\n<script>\n{_SCRIPT}\n</script>\n</body>\n</html>",
    ]
    return "\n".join(parts)


def _text(text: object) -> str:
    return escape(one_line(str(text)))


def _breakable(dotted: str) -> str:
    """A name that can be broken after its dots and slashes."""
    return re.sub(r"[./]", r"\g<0><wbr>", _text(dotted))


def _counts(sheet: Sheet) -> str:
    counts = sheet.document["summary"]
    names = ("files", "strategies", "types", "holds", "violated", "unproven", "suppressed", "problems")
    return ", ".join(f"{counts[each]} {each}" for each in names)


def _form() -> str:
    boxes = "\n".join(
        f'<label><input type="checkbox" value="{each}" checked> <span class="mark {each}">{sign} {each}</span></label>'
        for each, sign in _SIGNS.items()
    )
    words = '<label>Object, rule or text <input name="words" type="search" autocomplete="off"></label>'
    return f'<form hidden aria-label="Filter">\n{words}\n{boxes}\n<output aria-live="polite"></output>\n</form>'


# ---------------------------------------------------------------------------------------------------------- matrix


def _matrix(sheet: Sheet) -> Iterator[str]:
    """The table of objects by rules. The worst verdicts come first, by rows and by columns, so that they stand at the
    upper left. A cell is the worst of its rows, with all their evidence."""
    cells: dict[str, dict[str, list[Row]]] = {}
    for row in (*sheet.document["verdicts"], *sheet.document["findings"]):
        cells.setdefault(_subject(row), {}).setdefault(row["rule"], []).append(row)
    worst = {each: {symbol: max(map(_rank, rows)) for symbol, rows in cells[each].items()} for each in cells}
    of_rule: dict[str, float] = {}
    for ranks in worst.values():
        for symbol, rank in ranks.items():
            of_rule[symbol] = max(rank, of_rule.get(symbol, rank))
    symbols = sorted(of_rule, key=lambda symbol: (-of_rule[symbol], *_order(sheet, symbol)))
    yield '<section aria-labelledby="matrix-title">\n<h2 id="matrix-title">Objects by rules</h2>'
    yield '<div class="scroll" tabindex="0" role="region" aria-labelledby="matrix-title">\n<table>'
    signs = ", ".join(f"{sign} {word}" for word, sign in _SIGNS.items())
    yield f"<caption>{_text(signs)}; below it the evidence. An empty cell: the rule does not apply.</caption>"
    yield f"<colgroup>{'<col>' * (1 + len(symbols))}</colgroup>"
    heads = "".join(f'<th scope="col">{_rule_link(sheet, symbol)}</th>' for symbol in symbols)
    yield f'<thead><tr><th scope="col">object</th>{heads}</tr></thead>\n<tbody>'
    places = {symbol: place for place, symbol in enumerate(symbols)}

    def order(object_: str) -> tuple[float, int, str]:
        rank = max(worst[object_].values())
        return -rank, min(places[symbol] for symbol, own in worst[object_].items() if own == rank), object_

    for object_ in sorted(cells, key=order):
        verdicts = sorted({_verdict(row) for rows in cells[object_].values() for row in rows})
        about = _data(verdicts, (object_, *(_name(sheet, symbol) for symbol in symbols if symbol in cells[object_])))
        yield f'<tr {about}><th scope="row"><code>{_breakable(object_)}</code></th>'
        yield "".join(_cell(cells[object_].get(symbol, [])) for symbol in symbols) + "</tr>"
    yield "</tbody>\n</table>\n</div>\n</section>"


def _order(sheet: Sheet, symbol: str) -> tuple[str, str]:
    rule = sheet.rules.find(symbol)
    return (rule.id[1:] if rule else "", symbol)


def _rule_link(sheet: Sheet, symbol: str) -> str:
    return f'<a href="{escape(sheet.help_uri(symbol))}">{_text(_name(sheet, symbol))}</a>'


def _name(sheet: Sheet, symbol: str) -> str:
    """The id of a rule, where it has one, and its symbol."""
    rule = sheet.rules.find(symbol)
    return rule.name if rule else symbol


def _subject(row: Row) -> str:
    """The object of a row, with its project in a run over several."""
    return f"{row['project']}: {row['object']}" if row.get("project") else str(row["object"])


def _verdict(row: Row) -> str:
    return "excepted" if row.get("suppressed_by") else str(row["verdict"])


def _cell(rows: list[Row]) -> str:
    if not rows:
        return "<td></td>"
    findings = [row for row in rows if "fingerprint" in row]
    covered = {(row["rule"], row["object"], row["field"]) for row in findings if row["suppressed_by"]}
    told = [row for row in rows if "fingerprint" in row or (row["rule"], row["object"], row["field"]) not in covered]
    worst = _verdict(max(told, key=_rank))
    evidence = sorted({each for row in rows for each in row["evidence"]}, key=("static", "blackbox", "live").index)
    same = [row for row in findings if _verdict(row) == worst] or findings
    times = f" \u00d7{len(same)}" if len(same) > 1 else ""
    shown = f"{_SIGNS[worst]} <span>{worst}{times}</span>"
    link = f'<a href="#f-{same[0]["fingerprint"]}">{shown}</a>' if same else shown
    return f'<td class="{worst}">{link}<small>{_text(", ".join(evidence))}</small></td>'


def _rank(row: Row) -> float:
    """The place of a row between good and bad; what is excepted was bad, and somebody answers for it."""
    verdict = _verdict(row)
    return Verdict.HOLDS.rank + 0.5 if verdict == "excepted" else Verdict(verdict).rank


def _data(verdicts: Iterable[str], words: Iterable[str]) -> str:
    return f'data-verdicts="{" ".join(verdicts)}" data-text="{_text(" ".join(words).lower())}"'


# -------------------------------------------------------------------------------------------------------- findings


def _finding(sheet: Sheet, row: Row) -> str:
    name, verdict = _name(sheet, row["rule"]), _verdict(row)
    about = _subject(row) + (f", field {row['field']}" if row["field"] else "")
    words = (name, about, row["message"], row["path"] or "")
    lines = [
        f'<article id="f-{row["fingerprint"]}" {_data([verdict], words)}>',
        f'<h3><span class="mark {verdict}">{_SIGNS[verdict]} {verdict}</span> '
        f'<a href="{escape(sheet.help_uri(row["rule"]))}">{_text(name)}</a></h3>',
        f"<p>{_text(row['message'])}</p>",
        f"<p><code>{_text(about)}</code>; {_text(severity(row))}; evidence: {_text(', '.join(row['evidence']))}; "
        f"confidence: {_text(row['confidence'])}</p>",
    ]
    if row["suppressed_by"]:
        lines.append(f"<p>Covered by {_text(row['suppressed_by'])}</p>")
    if row["path"]:
        lines.append(_source(row["path"], row["line"], f"{row['path']}:{row['line']}:{columns(row)[0]}"))
    steps = [_step(path, line, note) for path, line, note in witnessed(row)]
    if steps:
        lines += ["<h4>What leads there</h4>\n<ol>", *steps, "</ol>"]
    if case := case_of(sheet, row):
        shown = "\n".join(map(_text, case.rstrip().splitlines()))
        lines.append(f"<details><summary>The smallest case that shows it</summary>\n<pre>{shown}</pre></details>")
    return "\n".join([*lines, "</article>"])


def _step(path: str, line: int, note: str) -> str:
    return f"<li>{_text(note)}{_source(path, line, f'{path}:{line}') if path else ''}</li>"


def _source(path: str, line: int, place: str) -> str:
    """A place, and the line of source that is there."""
    shown = excerpt(Location(path, line))
    text = "" if shown is None else f"\n{_text(f'{shown.line} | {shown.text}')}"
    return f"<pre><b>{_text(place)}</b>{text}</pre>"


def _problems(sheet: Sheet) -> Iterator[str]:
    if not sheet.problems:
        return
    yield '<section aria-labelledby="problems-title">\n<h2 id="problems-title">Problems</h2>\n<ul>'
    for row in sheet.problems:
        place = f"{row['path']}:{row['line']}" if row["line"] else row["path"]
        yield f"<li><code>{_text(place)}</code>: {_text(row['message'])}{' (fatal)' if row['fatal'] else ''}</li>"
    yield "</ul>\n</section>"
