"""The page of ``--format html`` in Chromium, as somebody sees it, clicks through it, reads it by keyboard and prints it.

Chromium and its driver are needed; `make ci` installs them on Debian.
"""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from apivet.catalogue import Catalogue
from apivet.cli import main
from apivet.reports.formats.html import html
from apivet.reports.formats.sheet import Sheet

FIXTURES: Final = Path(__file__).parents[2] / "fixtures"
#: The contrast of each text with what is behind it (WCAG 2.2, 1.4.3), of those that are below 4.5.
FAINT: Final = """
const parts = colour => colour.match(/[\\d.]+/g).map(Number);
const linear = part => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const behind = each => {
  const [r, g, b, alpha = 1] = parts(getComputedStyle(each).backgroundColor);
  return alpha === 1 ? [r, g, b] : each.parentElement ? behind(each.parentElement) : [255, 255, 255];
};
const faint = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let number = 0;
while (walk.nextNode()) {
  const each = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || each.tagName === 'SCRIPT') continue;
  number += 1;
  const [dark, light] = [luminance(parts(getComputedStyle(each).color)), luminance(behind(each))].sort((a, b) => a - b);
  if ((light + 0.05) / (dark + 0.05) < 4.5) faint.push(each.outerHTML);
}
return [number, faint];
"""
#: Whether what has the focus is outlined, and can be seen where it is.
SEEN: Final = """
const each = document.activeElement, box = each.getBoundingClientRect();
const style = getComputedStyle(each);
const middle = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2);
return [style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, each.contains(middle)];
"""
Open = Callable[[str], str]


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    names = ("chromium", "chromium-browser", "google-chrome")
    program, driver = next(filter(None, map(shutil.which, names)), None), shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip("there is no Chromium with its driver to open the page with")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for each in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield opened
    opened.quit()


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["check", "broken", *arguments])
    assert result.exit_code == 1, result.output
    return result.stdout


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(FIXTURES)
        return dict(json.loads(printed("--format", "json")))


@pytest.fixture
def opened(tmp_path: Path, browser: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A page in the browser, as it is first seen."""
    monkeypatch.chdir(FIXTURES)

    def open_(text: str) -> str:
        page = tmp_path / "page.html"
        page.write_text(text, encoding="utf-8")
        browser.get("about:blank")
        for kind in ("performance", "browser"):
            browser.get_log(kind)
        browser.get(page.as_uri())
        return page.as_uri()

    return open_


@pytest.fixture
def page(opened: Open, browser: webdriver.Chrome) -> webdriver.Chrome:
    opened(printed("--format", "html"))
    return browser


def shown(browser: webdriver.Chrome, selector: str) -> list[WebElement]:
    return [each for each in browser.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]


def output(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "output").text


def words(browser: webdriver.Chrome) -> WebElement:
    return browser.find_element(By.NAME, "words")


def in_view(browser: webdriver.Chrome, element: WebElement) -> bool:
    return bool(
        browser.execute_script(
            "return (b => b.y > -1 && b.y < innerHeight)(arguments[0].getBoundingClientRect())", element
        )
    )


def test_nothing_is_loaded_from_anywhere(opened: Open, browser: webdriver.Chrome) -> None:
    text = printed("--format", "html")
    asked = set()
    address = opened(text)
    for entry in browser.get_log("performance"):
        asked.add(json.loads(entry["message"])["message"]["params"].get("request", {}).get("url"))
    assert asked - {None} == {address}
    assert browser.get_log("browser") == []
    # Neither would what slipped into it be.
    opened(
        text.replace(
            "</main>", "<img src='http://127.0.0.1:9/x.png'><script src='http://127.0.0.1:9/x.js'></script></main>"
        )
    )
    refused = [each["message"] for each in browser.get_log("browser")]
    assert len(refused) == 2
    assert all("Content Security Policy" in each for each in refused)


def test_the_filter_leaves_objects_rules_and_findings_that_it_is_about(
    page: webdriver.Chrome, document: dict[str, Any]
) -> None:
    findings, objects = document["findings"], {row["object"] for row in document["verdicts"] + document["findings"]}
    assert output(page) == f"{len(objects)} objects, {len(findings)} findings shown"
    rules = len(shown(page, "thead a"))
    words(page).send_keys("GadgetStatusStrategy")
    own = [row for row in findings if row["object"].endswith(".GadgetStatusStrategy")]
    assert output(page) == f"1 objects, {len(own)} findings shown"
    assert [each.text.replace("\n", "") for each in shown(page, "tbody th")] == [own[0]["object"]]
    assert len(shown(page, "article")) == len(own)
    columns = {row["rule"] for row in document["verdicts"] if row["object"] == own[0]["object"]}
    heads = page.find_elements(By.CSS_SELECTOR, "thead th:not(:first-child)")
    assert {each.text.split()[1].replace("\n", "") for each in heads if each.size["width"]} == columns
    assert len(columns) < rules
    words(page).clear()
    words(page).send_keys(Keys.SPACE)
    page.find_element(By.CSS_SELECTOR, "input[value=violated]").send_keys(Keys.SPACE)
    assert output(page).endswith(f" {sum(row['verdict'] != 'violated' for row in findings)} findings shown")


def test_a_rule_is_found_by_its_id_and_by_its_symbol(page: webdriver.Chrome, document: dict[str, Any]) -> None:
    objects = {row["object"] for row in document["verdicts"] if row["rule"] == "status-not-wiped-on-create"}
    for name in ("E9701", "status-not-wiped-on-create"):
        words(page).clear()
        words(page).send_keys(name)
        assert output(page).startswith(f"{len(objects)} objects, 1 findings")


def test_a_cell_leads_to_the_witness_and_its_source(page: webdriver.Chrome, document: dict[str, Any]) -> None:
    finding = next(row for row in document["findings"] if row["rule"] == "status-not-wiped-on-create")
    link = page.find_element(By.CSS_SELECTOR, f'td a[href="#f-{finding["fingerprint"]}"]')
    # A finding that a filter hides is shown when it is asked for.
    words(page).send_keys("generation")
    article = page.find_element(By.ID, f"f-{finding['fingerprint']}")
    assert not article.is_displayed()
    link.click()
    assert article.is_displayed()
    assert in_view(page, article)
    assert finding["message"] in article.text
    for step in finding["witness"]:
        source = (FIXTURES / step["path"]).read_text().splitlines()[step["line"] - 1].strip()
        assert f"{step['path']}:{step['line']}\n{step['line']} | {source}" in article.text


def test_a_line_that_is_too_long_is_shown_where_it_matters(
    opened: Open, browser: webdriver.Chrome, document: dict[str, Any], tmp_path: Path
) -> None:
    changed = copy.deepcopy(document)
    row = next(row for row in changed["findings"] if row["witness"])
    long = tmp_path / "long.py"
    long.write_text("if " + " or ".join(f"size == {each}" for each in range(60)) + ": pass\n")
    row["witness"][0].update(path=str(long), line=1)
    opened(html(Sheet(changed, Catalogue(()))))
    text = browser.find_element(By.ID, f"f-{row['fingerprint']}").text
    assert "1 | if size == 0 or size == 1" in text
    assert "size == 59" not in text


def test_all_of_it_can_be_reached_and_seen_by_keyboard(page: webdriver.Chrome) -> None:
    keyboard = page.switch_to
    body = page.find_element(By.TAG_NAME, "body")
    stops = page.execute_script(
        "return [...document.querySelectorAll('a, input, [tabindex], summary')].map(each => each.outerHTML)"
    )
    for key, expected in ((Keys.TAB, stops), (Keys.SHIFT + Keys.TAB, stops[-2::-1])):
        for number, stop in enumerate(expected):
            (keyboard.active_element if number or key != Keys.TAB else body).send_keys(key)
            assert page.execute_script("return document.activeElement.outerHTML") == stop
            outlined, seen = page.execute_script(SEEN)
            assert outlined, stop
            assert seen, stop


def test_enter_opens_what_has_the_focus(page: webdriver.Chrome) -> None:
    skip = page.find_element(By.CSS_SELECTOR, ".skip")
    assert skip.location["x"] < 0
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert page.switch_to.active_element == skip
    assert skip.location["x"] >= 0
    skip.send_keys(Keys.ENTER)
    assert in_view(page, page.find_element(By.ID, "findings"))
    cell = page.find_elements(By.CSS_SELECTOR, "td.violated a")[-1]
    cell.send_keys(Keys.ENTER)
    place = page.current_url.split("#")[1]
    assert cell.get_attribute("href").endswith(f"#{place}")
    assert in_view(page, page.find_element(By.ID, place))


def test_verdicts_are_told_by_words_and_signs_too(page: webdriver.Chrome) -> None:
    told = page.execute_script(
        "return [...document.querySelectorAll('td')].map("
        "each => [each.className, each.innerText.split('\\n')[0], getComputedStyle(each).borderBottomStyle])"
    )
    plain = {(kind, re.sub(r" \u00d7\d+$", "", text), border) for kind, text, border in told}
    assert plain == {
        ("", "", "solid"),
        ("holds", "\u2713 holds", "solid"),
        ("violated", "\u2717 violated", "solid"),
        ("unproven", "? unproven", "dashed"),
    }


def test_texts_stand_out_from_what_is_behind_them(page: webdriver.Chrome) -> None:
    for media in ("screen", "print"):
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
        number, faint = page.execute_script(FAINT)
        assert number > 500
        assert faint == []
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.execute_script("document.querySelector('h1').style.color = '#999'")
    assert page.execute_script(FAINT)[1], "the measure finds what is faint"


def test_the_worst_stands_at_the_upper_left(page: webdriver.Chrome) -> None:
    first = page.find_element(By.CSS_SELECTOR, "tbody td")
    assert first.get_attribute("class") == "violated"
    assert first.is_displayed()
    assert in_view(page, first)


def test_it_prints_on_the_width_of_a_page_with_all_that_is_in_it(
    page: webdriver.Chrome, document: dict[str, Any]
) -> None:
    try:
        # The inside of A4 in landscape, with margins of a centimetre, in pixels of 1/96 inch.
        page.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 1047, "height": 718, "deviceScaleFactor": 1, "mobile": False},
        )
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert page.execute_script("return document.documentElement.scrollWidth") <= 1047
        assert not shown(page, "form, .skip")
        assert len(shown(page, "article")) == len(document["findings"])
        scroll = page.find_element(By.CSS_SELECTOR, ".scroll")
        assert page.execute_script("return arguments[0].clientHeight === arguments[0].scrollHeight", scroll)
        assert page.find_element(By.CSS_SELECTOR, "td.violated").text == "\u2717"
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    options = {"landscape": True, "preferCSSPageSize": True, "transferMode": "ReturnAsStream"}
    assert page.execute_cdp_cmd("Page.printToPDF", options)["stream"]


def test_thousands_of_objects_stay_usable(opened: Open, browser: webdriver.Chrome, document: dict[str, Any]) -> None:
    many = copy.deepcopy(document)
    for kind in ("verdicts", "findings"):
        many[kind] = [
            {**row, "object": f"{row['object']}{number}", "fingerprint": f"{row.get('fingerprint')}-{number}"}
            if kind == "findings"
            else {**row, "object": f"{row['object']}{number}"}
            for number in range(60)
            for row in document[kind]
        ]
    opened(html(Sheet(many, Catalogue(()))))
    assert int(output(browser).split()[0]) == 60 * len(
        {row["object"] for row in document["verdicts"] + document["findings"]}
    )
    took = "const begin = performance.now(); update(); document.body.offsetHeight; return performance.now() - begin"
    words(browser).send_keys("WidgetStrategy7")
    assert output(browser).startswith("1 objects")
    assert browser.execute_script(took) < 1000
