"""Hub types that are missing, aliases that are added to, and tags that are not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

SERVED = """
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Cat:
    metadata: ObjectMeta
    lives: int = 9


@dataclass
class CatList:
    metadata: ObjectMeta
    items: list[Cat] = field(default_factory=list)
"""
ALIASES = """
from apis.pets.v1 import types as v1
from apis.pets.v1.types import CatList, ObjectMeta

Cat = v1.Cat
"""
PETS = {"apis/pets/v1/types.py": SERVED, "apis/pets/types.py": ALIASES}
HUB = "apis.pets.types"

Report = dict[str, Any]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))


def check(directory: Path, files: dict[str, str], *arguments: str) -> Report:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--jobs", "1", "--no-cache", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report: Report = json.loads(result.stdout)
    return report


def verdicts(report: Report, rule: str) -> dict[str, str]:
    return {row["object"]: row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


def found(report: Report, rule: str) -> list[tuple[str, str, str | None]]:
    """Path, object and field of each finding."""
    return [(each["path"], each["object"], each["field"]) for each in report["findings"] if each["rule"] == rule]


# ------------------------------------------------------------------------------------------------- hub types


def missing(directory: Path, hub: str, served: str = SERVED, **others: str) -> dict[str, str]:
    """The verdicts on the served types, by their plain names."""
    more = {f"{name.replace('__', '/')}.py": text for name, text in others.items()}
    report = check(directory, {"apis/pets/types.py": hub, "apis/pets/v1/types.py": served, **more})
    return {name.rpartition(".")[2]: verdict for name, verdict in verdicts(report, "hub-type-missing").items()}


HAS_ALL = {"ObjectMeta": "holds", "Cat": "holds", "CatList": "holds"}


@pytest.mark.parametrize(
    "hub",
    [
        SERVED,
        ALIASES,
        "from apis.pets.v1.types import *\n",
        "from .v1.types import Cat, CatList, ObjectMeta\n",
        "from .v1 import types as v1\n\nCat, CatList, ObjectMeta = v1.Cat, v1.CatList, v1.ObjectMeta\n",
        "import typing as t\nfrom .v1 import types as v1\n\nCat: t.TypeAlias = v1.Cat\nCatList: t.TypeAlias = v1.CatList\n"
        "ObjectMeta = v1.ObjectMeta\n",
        "try:\n    from .v1.types import Cat, CatList\nexcept ImportError:\n    raise\nfrom .v1.types import ObjectMeta\n",
    ],
)
def test_the_ways_of_having_a_hub_type(tmp_path: Path, hub: str) -> None:
    assert missing(tmp_path, hub) == HAS_ALL


@pytest.mark.parametrize(
    "hub",
    [
        "from .cats import Cat\nfrom .v1.types import CatList, ObjectMeta\n",
        "from .v1 import types as v1\n\nCat = make_hub_type(v1.Cat)\nCatList = v1.CatList\nObjectMeta = v1.ObjectMeta\n",
    ],
)
def test_a_hub_type_that_can_not_be_looked_into_is_unproven(tmp_path: Path, hub: str) -> None:
    assert missing(tmp_path, hub) == {**HAS_ALL, "Cat": "unproven"}


def test_what_the_hub_lacks_is_told_with_its_name(tmp_path: Path) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": ALIASES.replace("CatList, ", "")})
    (finding,) = [each for each in report["findings"] if each["rule"] == "hub-type-missing"]
    assert (finding["path"], finding["object"]) == ("apis/pets/v1/types.py", "apis.pets.v1.types.CatList")
    assert SERVED.splitlines()[finding["line"] - 1] == "class CatList:"
    assert "apis.pets.types has no CatList" in finding["message"]


def test_names_of_a_module_that_is_not_there_are_unproven(tmp_path: Path) -> None:
    assert missing(tmp_path, "from elsewhere.types import *\n") == dict.fromkeys(HAS_ALL, "unproven")


def test_a_hub_that_cannot_be_read_lacks_nothing_for_certain(tmp_path: Path) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": "class (\n"})
    assert {found["verdict"] for found in report["findings"]} == {"unproven"}
    assert {(row["rule"], row["verdict"]) for row in report["verdicts"]} == {("hub-type-missing", "unproven")}


def test_a_version_that_cannot_be_read_makes_no_older_one_the_preferred(tmp_path: Path) -> None:
    hub = SERVED.replace("lives: int", "lives: str")
    files = {"apis/pets/types.py": hub, "apis/pets/v1beta1/types.py": SERVED, "apis/pets/v1/types.py": "class (\n"}
    assert check(tmp_path, files)["findings"] == []


def test_what_is_no_api_type_needs_no_hub_type(tmp_path: Path) -> None:
    served = f"""{SERVED}
import enum
from typing import Protocol

from pydantic import BaseModel


class Phase(str, enum.Enum):
    pass


class Named(Protocol):
    name: str


class NotFoundError(Exception):
    name: str


class Model(BaseModel):
    pass


class Helper:
    def feed(self): ...


class _Draft:
    name: str
"""
    assert missing(tmp_path, ALIASES, served) == HAS_ALL


@pytest.mark.parametrize(
    "declaration",
    [
        "import attrs\n\n\n@attrs.define\nclass Dog:\n    name: str\n",
        "from pydantic import BaseModel\n\n\nclass Dog(BaseModel):\n    name: str\n",
        "import msgspec\n\n\nclass Dog(msgspec.Struct):\n    name: str\n",
        "from typing import TypedDict\n\n\nclass Dog(TypedDict):\n    name: str\n",
        "from typing import NamedTuple\n\n\nclass Dog(NamedTuple):\n    name: str\n",
        "class Dog:\n    name: str\n    tail: int = 1\n",
        "class Dog:\n    __slots__ = ('name',)\n    name: str\n",
        "class Dog(Cat):\n    pass\n",
    ],
)
def test_every_form_of_a_type_needs_a_hub_type(tmp_path: Path, declaration: str) -> None:
    assert missing(tmp_path, ALIASES, f"{SERVED}\n{declaration}") == {**HAS_ALL, "Dog": "violated"}


def test_a_type_of_an_old_version_needs_a_hub_type_too(tmp_path: Path) -> None:
    old = "class Hamster:\n    name: str\n\n\nclass Cat:\n    name: str\n"
    report = check(tmp_path, {**PETS, "apis/pets/v1alpha1/types.py": old})
    rows = verdicts(report, "hub-type-missing")
    assert rows["apis.pets.v1alpha1.types.Hamster"] == "violated"
    assert rows["apis.pets.v1alpha1.types.Cat"] == "holds"


def test_a_group_without_a_hub_needs_none(tmp_path: Path) -> None:
    report = check(tmp_path, {"apis/pets/v1/types.py": SERVED, "apis/plants/types.py": "X = 1\n"})
    assert verdicts(report, "hub-type-missing") == {}


# --------------------------------------------------------------------------------------------------- extensions

EXTENDED = "hub-alias-extended"


@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("Cat.is_ready = True", "is_ready"),
        ("v1.Cat.is_ready = True", "is_ready"),
        ("Cat.is_ready: bool = True", "is_ready"),
        ("Cat.is_ready = CatList.is_ready = None", "is_ready"),
        ("Cat.lives, Cat.is_ready = 7, True", "is_ready"),
        ("setattr(Cat, 'is_ready', True)", "is_ready"),
        ("setattr(v1.Cat, 'is_' + 'ready', True)", "is_ready"),
        ("type.__setattr__(Cat, 'is_ready', True)", "is_ready"),
        ("for name in dir():\n    setattr(Cat, name, True)", None),
        ("for cls in (ObjectMeta, Cat):\n    cls.is_ready = True", "is_ready"),
        ("def install():\n    Cat.is_ready = True", "is_ready"),
        ("def install():\n    from apis.pets.v1.types import Cat as Other\n    Other.is_ready = True", "is_ready"),
        ("Kitten = Cat\nKitten.is_ready = True", "is_ready"),
        ("def mark(cls):\n    cls.is_ready = True\nmark(Cat)", "is_ready"),
        ("def mark(cls):\n    setattr(cls, 'is_ready', True)\n    return cls\nmark(v1.Cat)", "is_ready"),
        ("if v1:\n    Cat.is_ready = True", "is_ready"),
    ],
)
def test_the_ways_of_adding_to_an_alias(tmp_path: Path, code: str, field: str | None) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": f"{ALIASES}\n{code}\n"})
    extended = {(path, field) for path, name, field in found(report, EXTENDED) if name == f"{HUB}.Cat"}
    assert ("apis/pets/types.py", field) in extended
    assert verdicts(report, EXTENDED)[f"{HUB}.Cat"] == "violated"


@pytest.mark.parametrize(
    "code",
    [
        "Cat.__doc__ = 'A cat.'",
        "cat = Cat(None)\ncat.is_ready = True",
        "def feed(Cat):\n    Cat.is_ready = True",
        "def feed(cat: Cat):\n    cat.lives = 7\n    setattr(cat, 'lives', 7)",
        "Cat.is_ready: bool",
        "if Cat.lives == 9:\n    pass",
        "class Dog:\n    name: str\n\n\nDog.is_ready = True",
        "class CatReview(Cat):\n    text: str = ''",
        "class Shelter:\n    Cat = None\n    Cat.is_ready = True",
    ],
)
def test_what_adds_nothing_to_an_alias(tmp_path: Path, code: str) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": f"{ALIASES}\n{code}\n"})
    assert found(report, EXTENDED) == []
    assert verdicts(report, EXTENDED) == dict.fromkeys((f"{HUB}.Cat", f"{HUB}.CatList", f"{HUB}.ObjectMeta"), "holds")


@pytest.mark.parametrize("name", ["registry/pets/storage.py", "apis/pets/helpers.py", "plugin.py"])
@pytest.mark.parametrize("source", ["apis.pets.types", "apis.pets.v1.types"])
def test_any_module_may_add_to_an_alias(tmp_path: Path, name: str, source: str) -> None:
    report = check(tmp_path, {**PETS, name: f"from {source} import Cat\n\nCat.is_ready = property(bool)\n"})
    assert found(report, EXTENDED) == [(name, f"{HUB}.Cat", "is_ready")]
    assert [
        row["verdict"] for row in report["verdicts"] if (row["object"], row["rule"]) == (f"{HUB}.Cat", EXTENDED)
    ] == ["violated"]


def test_the_served_version_may_add_to_its_own_classes(tmp_path: Path) -> None:
    patch = "from apis.pets.v1.types import Cat\n\nCat.is_ready = True\n"
    own = f"{SERVED}\nCat.is_grown = True\n"
    report = check(tmp_path, {**PETS, "apis/pets/v1/defaults.py": patch, "apis/pets/v1/types.py": own})
    assert found(report, EXTENDED) == []


def test_tests_may_patch(tmp_path: Path) -> None:
    patch = "from apis.pets.types import Cat\n\n\ndef test_it():\n    Cat.is_ready = True\n"
    assert found(check(tmp_path, {**PETS, "tests/test_cats.py": patch}), EXTENDED) == []


def test_a_class_of_its_own_may_be_added_to(tmp_path: Path) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": f"{SERVED}\nCat.is_ready = True\n"})
    assert found(report, EXTENDED) == []
    assert verdicts(report, EXTENDED) == {}


@pytest.mark.parametrize(
    "hub",
    [
        "from apis.pets.v1 import types as v1\n\n\nclass Cat(v1.Cat):\n    pass\n",
        "from apis.pets.v1.types import Cat as V1Cat\n\n\nclass Cat(V1Cat):\n    def feed(self): ...\n",
        "from apis.pets.v1.types import Cat as _Cat\n\n\nclass Base(_Cat):\n    pass\n\n\nclass Cat(Base):\n    pass\n",
        "from dataclasses import dataclass\nfrom apis.pets.v1 import types\n\n\n@dataclass\nclass Cat(types.Cat):\n"
        "    owner: str = ''\n",
    ],
)
def test_a_subclass_of_the_same_name_is_no_alias(tmp_path: Path, hub: str) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": hub})
    assert found(report, EXTENDED) == [("apis/pets/types.py", f"{HUB}.Cat", None)]


# ------------------------------------------------------------------------------------------------------ internal


def test_an_alias_is_not_internal(tmp_path: Path) -> None:
    register = """
from apis.pets import types
from apis.pets.v1 import types as v1


def add(scheme):
    scheme.add_known_types(("pets", "v1"), v1.Cat, v1.CatList)
    scheme.add_known_types(("pets", "__internal"), types.Cat, types.Dog)
"""
    hub = f"{ALIASES}\n\nclass Dog:\n    metadata: ObjectMeta\n"
    report = check(tmp_path, {**PETS, "apis/pets/types.py": hub, "apis/pets/register.py": register})
    assert found(report, "hub-alias-registered-internal") == [("apis/pets/register.py", f"{HUB}.Cat", None)]
    rows = [row for row in report["verdicts"] if row["rule"] == "hub-alias-registered-internal"]
    assert {row["object"]: row["verdict"] for row in rows} == {
        f"{HUB}.Cat": "violated",
        f"{HUB}.CatList": "holds",
        f"{HUB}.ObjectMeta": "holds",
    }
    assert len(rows) == 3


# --------------------------------------------------------------------------------------------------- not aliased

ENABLED = "[tool.apivet]\nenable = ['hub-type-not-aliased']\n"


@pytest.mark.parametrize(
    ("hub", "verdict"),
    [
        (SERVED, "violated"),
        (SERVED.replace("lives: int = 9", "lives: int = 7"), "violated"),
        (SERVED.replace("lives: int = 9", "lives: int | None = 9"), "holds"),
        (
            f"{SERVED}    def feed(self): ...\n".replace("class CatList", "class Other").replace("Cat:", "Cat:"),
            "violated",
        ),
    ],
)
def test_an_identical_type_can_be_an_alias(tmp_path: Path, hub: str, verdict: str) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": hub, "pyproject.toml": ENABLED})
    assert verdicts(report, "hub-type-not-aliased")[f"{HUB}.Cat"] == verdict


@pytest.mark.parametrize(
    "hub",
    [
        SERVED.replace("    lives: int = 9\n", "    lives: int = 9\n\n    def feed(self): ...\n"),
        SERVED.replace(
            "@dataclass\nclass Cat:", "class Fed:\n    def feed(self): ...\n\n\n@dataclass\nclass Cat(Fed):"
        ),
    ],
)
def test_a_type_with_methods_cannot_be_an_alias(tmp_path: Path, hub: str) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/types.py": hub, "pyproject.toml": ENABLED})
    assert f"{HUB}.Cat" not in {name for _, name, _ in found(report, "hub-type-not-aliased")}


def test_an_alias_is_no_candidate_and_the_rule_is_off_by_default(tmp_path: Path) -> None:
    assert found(check(tmp_path, {**PETS, "pyproject.toml": ENABLED}), "hub-type-not-aliased") == []
    files = {**PETS, "apis/pets/types.py": SERVED, "pyproject.toml": "[tool.apivet]\n"}
    assert found(check(tmp_path, files), "hub-type-not-aliased") == []


# ---------------------------------------------------------------------------------------------------------- tags

TAGS = "# +k8s:deepcopy-gen=package\n# +k8s:defaulter-gen=TypeMeta\n# +k8s:validation-gen=TypeMeta\n"
SUPPORT = {"pyproject.toml": "[tool.apivet]\nsupport-tags = true\n"}


def tags(report: Report) -> dict[str | None, str]:
    return {
        row["field"]: row["verdict"] for row in report["verdicts"] if row["rule"] == "support-generation-not-enabled"
    }


ALL_TAGS = ("k8s:deepcopy-gen", "k8s:defaulter-gen", "k8s:validation-gen")


@pytest.mark.parametrize(
    "files",
    [
        {"apis/pets/v1/__init__.py": TAGS},
        {"apis/pets/v1/types.py": TAGS + SERVED},
        {
            "apis/pets/v1/__init__.py": TAGS.replace("# +k8s:validation", "# k8s:validation"),
            "apis/pets/v1/types.py": TAGS,
        },
        {"apis/pets/v1/__init__.py": f'"""Pets."""\n\n{TAGS.replace("# ", "#   ")}'},
    ],
)
def test_tags_of_the_package_or_the_types(tmp_path: Path, files: dict[str, str]) -> None:
    assert tags(check(tmp_path, {**PETS, **SUPPORT, **files})) == dict.fromkeys(ALL_TAGS, "holds")


@pytest.mark.parametrize(
    "init",
    ["", TAGS.replace("package", "false").replace("TypeMeta", ""), TAGS.replace("k8s:", ""), f'"""\n{TAGS}"""\n'],
)
def test_each_tag_that_is_missing_is_a_finding(tmp_path: Path, init: str) -> None:
    report = check(tmp_path, {**PETS, **SUPPORT, "apis/pets/v1/__init__.py": init})
    assert found(report, "support-generation-not-enabled") == [
        ("apis/pets/v1/types.py", "apis.pets.v1", tag) for tag in ALL_TAGS
    ]


def test_without_support_tags_nothing_is_asked_for(tmp_path: Path) -> None:
    assert tags(check(tmp_path, PETS)) == {}


@pytest.mark.parametrize(
    ("files", "rows"),
    [(PETS, set(ALL_TAGS)), ({**PETS, "apis/pets/types.py": None}, set()), ({**SUPPORT, **PETS, "apis/pets/types.py": None}, set(ALL_TAGS))],
    ids=["with a hub", "without one", "asked for"],
)  # fmt: skip
def test_unasked_only_groups_with_a_hub_need_tags(tmp_path: Path, files: dict[str, str | None], rows: set[str]) -> None:
    there = {name: text for name, text in files.items() if text is not None}
    assert set(tags(check(tmp_path, {**there, "apis/pets/v1/__init__.py": TAGS}))) == rows


def test_the_hub_and_storage_types_need_no_tags(tmp_path: Path) -> None:
    report = check(tmp_path, {**PETS, **SUPPORT, "apis/pets/v1/types.py": TAGS, "apis/pets/v1/storage.py": SERVED})
    assert set(tags(report)) == set(ALL_TAGS)
    assert {each["object"] for each in report["findings"]} & {"apis.pets", "apis.pets.v1.storage"} == set()
