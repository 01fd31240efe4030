"""Names of a hub or served module: re-exported classes, computed ones, and what is no class at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

DATA = "from dataclasses import dataclass, make_dataclass\n"
LOOM = "@dataclass\nclass Loom:\n    threads: {}\n"
PACKAGES = {"apis/__init__.py": "", "apis/mill/__init__.py": "", "apis/mill/v1/__init__.py": "", "lib/__init__.py": ""}


@pytest.mark.parametrize(
    ("imported", "place"),
    [
        ("from ._loom import Loom", "apis/mill/_loom.py"),
        ("from .loom import Loom", "apis/mill/loom.py"),
        ("from apis.mill.loom import Loom", "apis/mill/loom.py"),
        ("from .loom import *", "apis/mill/loom.py"),
        ("from lib.looms import Loom as Loom", "lib/looms.py"),
        ("import lib.looms\nLoom = lib.looms.Loom", "lib/looms.py"),
    ],
)
@pytest.mark.parametrize(("threads", "verdict"), [("int", "holds"), ("float", "violated")])
def test_a_hub_type_that_is_handed_on_is_compared(
    imported: str, place: str, threads: str, verdict: str, verdicts: Verdicts
) -> None:
    found = verdicts(
        {
            **PACKAGES,
            place: DATA + LOOM.format("int"),
            "apis/mill/types.py": imported + "\n",
            "apis/mill/v1/types.py": DATA + LOOM.format(threads),
        }
    )
    assert found["hub-type-differs", "apis.mill.types.Loom"] == verdict
    assert found["hub-type-missing", "apis.mill.v1.types.Loom"] == "holds"


def test_a_difference_in_a_type_that_is_handed_on_is_told_once(verdicts: Verdicts) -> None:
    mill = "@dataclass\nclass Mill:\n    loom: Loom\n"
    found = verdicts(
        {
            **PACKAGES,
            "apis/mill/_loom.py": DATA + LOOM.format("int"),
            "apis/mill/types.py": DATA + "from ._loom import Loom\n" + mill,
            "apis/mill/v1/types.py": DATA + LOOM.format("float") + mill,
        }
    )
    differing = {name for (rule, name), verdict in found.items() if rule == "hub-type-differs" and verdict != "holds"}
    assert differing == {"apis.mill.types.Loom", "apis.mill.types.Mill"}


def test_what_both_sides_only_use_is_no_type_of_the_group(verdicts: Verdicts) -> None:
    used = "from lib.looms import Loom\n@dataclass\nclass Mill:\n    loom: Loom\n"
    found = verdicts(
        {
            **PACKAGES,
            "lib/looms.py": DATA + LOOM.format("int"),
            "apis/mill/types.py": DATA + used,
            "apis/mill/v1/types.py": DATA + used,
        }
    )
    assert {name for _, name in found} == {"apis.mill.types.Mill", "apis.mill.v1.types.Mill"}


@pytest.mark.parametrize(("hub", "verdict"), [(LOOM.format("int"), "holds"), ("", "violated")])
def test_a_served_type_that_is_handed_on_has_a_hub_type(hub: str, verdict: str, verdicts: Verdicts) -> None:
    found = verdicts(
        {
            **PACKAGES,
            "apis/mill/v1/_loom.py": DATA + LOOM.format("int"),
            "apis/mill/v1/types.py": "from ._loom import Loom\n",
            "apis/mill/types.py": DATA + hub,
        }
    )
    assert found["hub-type-missing", "apis.mill.v1._loom.Loom"] == verdict


@pytest.mark.parametrize(("hub", "verdict"), [("class Weave(Enum):\n    PLAIN = 1\n", "holds"), ("", "violated")])
def test_an_enum_has_its_counterpart_too(hub: str, verdict: str, verdicts: Verdicts) -> None:
    served = "from enum import Enum\nclass Weave(Enum):\n    PLAIN = 1\n"
    found = verdicts({"apis/mill/types.py": "from enum import Enum\n" + hub, "apis/mill/v1/types.py": served})
    assert found["hub-type-missing", "apis.mill.v1.types.Weave"] == verdict


@pytest.mark.parametrize(
    ("bound", "verdict"),
    [
        ("Loom = None", "violated"),
        ("Loom = 'threads'", "violated"),
        ("Loom = 12", "violated"),
        ("Loom = ['threads']", "violated"),
        ("def Loom(): ...", "violated"),
        ("Loom = lambda: 0", "violated"),
        ("import math as Loom", "violated"),
        ("import lib as Loom", "violated"),
        ("from typing import Any as Loom", "violated"),
        ("Loom = object", "violated"),
        ("Loom = dict[str, int]", "violated"),
        ("Loom = int | None", "violated"),
        ("Loom = make_dataclass('Loom', ['threads'])", "unproven"),
        ("from outside import create_model\nLoom = create_model('Loom', threads=(int, 0))", "unproven"),
        ("from outside import Loom", "unproven"),
        ("import outside\nLoom = outside.Loom", "unproven"),
        ("import outside\nLoom = outside.Generic[int]", "unproven"),
    ],
)
def test_a_hub_type_is_a_class(bound: str, verdict: str, verdicts: Verdicts) -> None:
    files = {**PACKAGES, "apis/mill/types.py": DATA + bound + "\n", "apis/mill/v1/types.py": DATA + LOOM.format("int")}
    found = verdicts(files)
    assert found["hub-type-missing", "apis.mill.v1.types.Loom"] == verdict
    assert found.get(("hub-type-differs", "apis.mill.types.Loom")) == ("unproven" if verdict == "unproven" else None)


def test_a_computed_class_of_a_served_module_is_unproven(verdicts: Verdicts) -> None:
    made = DATA + "Loom = make_dataclass('Loom', ['threads'])\nShuttle = make_dataclass('Shuttle', ['size'])\n"
    older = DATA + LOOM.format("float")
    hub = DATA + LOOM.format("int") + "Shuttle = make_dataclass('Shuttle', ['size'])\n"
    found = verdicts({"apis/mill/types.py": hub, "apis/mill/v1/types.py": made, "apis/mill/v1beta1/types.py": older})
    assert found["hub-type-differs", "apis.mill.types.Loom"] == "unproven"
    assert found["hub-type-differs", "apis.mill.types.Shuttle"] == "unproven"
    assert found["hub-type-missing", "apis.mill.v1.types.Shuttle"] == "unproven"


def test_what_is_computed_and_no_class_has_no_row(verdicts: Verdicts) -> None:
    source = "import logging\nlogger = logging.getLogger()\n" + DATA + LOOM.format("int")
    found = verdicts({"apis/mill/types.py": source, "apis/mill/v1/types.py": source})
    assert not any(name.endswith("logger") for _, name in found)


TAGS = "# +k8s:deepcopy-gen=package\n# +k8s:defaulter-gen=package\n# +k8s:validation-gen=package\n"
SUPPORT = "support-generation-not-enabled"


@pytest.mark.parametrize(("configured", "tagged", "untagged"), [("", "holds", "violated"), ("false", None, None)])
def test_tags_of_one_versioned_package_ask_for_those_of_all(
    configured: str, tagged: str | None, untagged: str | None, verdicts: Verdicts
) -> None:
    files = {
        f"apis/{group}/{part}types.py": DATA + LOOM.format("int") for group in ("mill", "press") for part in ("", "v1/")
    }
    files |= {"apis/mill/v1/__init__.py": TAGS, "apis/press/v1/__init__.py": ""}
    files |= {"pyproject.toml": f"[tool.apivet]\nsupport-tags = {configured}\n"} if configured else {}
    found = verdicts(files)
    assert found.get((SUPPORT, "apis.mill.v1")) == tagged
    assert found.get((SUPPORT, "apis.press.v1")) == untagged


def test_tags_elsewhere_ask_for_nothing(verdicts: Verdicts) -> None:
    files = {f"apis/mill/{part}types.py": DATA + LOOM.format("int") for part in ("", "v1/")}
    found = verdicts({**files, "docs/example.py": TAGS, "apis/mill/v1/__init__.py": TAGS.replace("package", "false")})
    assert not any(rule == SUPPORT for rule, _ in found)


@pytest.mark.parametrize(("preferred", "verdict"), [("", "violated"), ("v1beta1", "holds"), ("v1", "violated")])
def test_a_mapping_may_name_the_preferred_version(preferred: str, verdict: str, verdicts: Verdicts) -> None:
    more = f'preferred = "{preferred}"\n' if preferred else ""
    entry = f'[[tool.apivet.hub]]\nhub = "kinds.{{rest}}"\nserved = "client.{{version}}.{{rest}}"\n{more}'
    files = {"kinds/loom.py": "int", "client/v1/loom.py": "float", "client/v1beta1/loom.py": "int"}
    sources = {name: DATA + LOOM.format(threads) for name, threads in files.items()}
    assert verdicts({**sources, "pyproject.toml": entry})["hub-type-differs", "kinds.loom.Loom"] == verdict


@pytest.mark.parametrize(
    ("hub", "verdict"), [("from lib.looms import Root", None), (LOOM.format("int").replace("Loom", "Root"), "unproven")]
)
def test_what_modules_import_for_their_own_use_is_no_pair(hub: str, verdict: str | None, verdicts: Verdicts) -> None:
    found = verdicts(
        {
            **PACKAGES,
            "lib/looms.py": DATA + LOOM.format("int").replace("Loom", "Root"),
            "apis/mill/types.py": f"{DATA}{hub}\nclass Loom(Root):\n    wide: bool\n",
            "apis/mill/v1/types.py": DATA + "from vendor import Root\nclass Loom(Root):\n    wide: bool\n",
        }
    )
    assert found.get(("hub-type-differs", "apis.mill.types.Root")) == verdict
