"""Which types count as registered with a scheme, in the many ways in which servers do that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

RUNTIME = """
from dataclasses import dataclass


@dataclass(frozen=True)
class GroupVersionKind:
    group: str
    version: str
    kind: str


@dataclass(frozen=True)
class GroupVersion:
    group: str
    version: str

    def with_kind(self, kind):
        return GroupVersionKind(self.group, self.version, kind)


class Scheme:
    def __init__(self):
        self.known = {}

    def add_known_types(self, group_version, *types):
        for type_ in types:
            self.add_known_type_with_name(group_version.with_kind(type_.__name__), type_)

    def add_known_type_with_name(self, gvk, type_):
        self.known[gvk] = type_
"""
TYPES = """
from dataclasses import dataclass, field


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Cat:
    metadata: ObjectMeta


@dataclass
class CatList:
    metadata: ObjectMeta
    items: list[Cat] = field(default_factory=list)


@dataclass
class Dog:
    metadata: ObjectMeta
"""
HEADER = """
from functools import partial
from itertools import chain

from apis.pets.v1 import types
from apis.pets.v1.types import Cat, CatList, Dog
from runtime import GroupVersion, GroupVersionKind, Scheme

GROUP, VERSION = "pets.example.org", "v1"
V1 = GroupVersion(GROUP, VERSION)
CAT = V1.with_kind("Cat")
"""
PETS = {"runtime.py": RUNTIME, "apis/pets/v1/types.py": TYPES}
CAT, CAT_LIST, DOG = (f"apis.pets.v1.types.{name}" for name in ("Cat", "CatList", "Dog"))

Report = dict[str, Any]


def check(directory: Path, files: dict[str, str], *arguments: str) -> Report:
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    result = CliRunner().invoke(main, ["check", "--format", "json", "--jobs", "1", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report: Report = json.loads(result.stdout)
    return report


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))


def verdicts(report: Report, rule: str) -> dict[str, str]:
    return {row["object"]: row["verdict"] for row in report["verdicts"] if row["rule"] == rule}


def registered(directory: Path, code: str, **others: str) -> dict[str, str]:
    """The verdicts on the three types, with this code beside them."""
    more = {f"{name.replace('__', '/')}.py": text for name, text in others.items()}
    return verdicts(
        check(directory, {**PETS, "apis/pets/register.py": HEADER + code, **more}, "--no-cache"), "type-not-registered"
    )


def twice(directory: Path, code: str, **others: str) -> list[tuple[str, int, str]]:
    """Where kinds are registered twice, counted from the first line of the code."""
    more = {f"{name.replace('__', '/')}.py": text for name, text in others.items()}
    report = check(directory, {**PETS, "apis/pets/register.py": HEADER + code, **more}, "--no-cache")
    found = [each for each in report["findings"] if each["rule"] == "kind-registered-twice"]
    return [(each["path"], each["line"] - HEADER.count("\n"), each["object"]) for each in found]


# ------------------------------------------------------------------------------------------- ways of registering

ALL = {CAT: "holds", CAT_LIST: "holds", DOG: "holds"}
NO_DOG = {CAT: "holds", CAT_LIST: "holds", DOG: "violated"}


@pytest.mark.parametrize(
    "code",
    [
        "def add(s):\n    s.add_known_types(V1, Cat, CatList)",
        "def add(s):\n    s.add_known_types(V1, types.Cat, types.CatList)",
        "def add(s):\n    s.add_known_types(V1, Cat(None), CatList(None))",
        "def add(s):\n    s.add_known_types(V1, *(Cat, CatList))",
        "def add(s):\n    s.add_known_types(V1, [Cat, CatList])",
        "def add(s):\n    s.add_known_types(group_version=V1, types=(Cat, CatList))",
        "def add(s):\n    s.add_known_types('pets.example.org/v1', Cat, CatList)",
        "def add(s):\n    s.add_known_types((GROUP, 'v1'), Cat, CatList)",
        "KNOWN = (Cat, CatList)\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = (Cat,) + (CatList,)\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = [Cat]\nKNOWN.append(CatList)\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = [Cat, Dog]\nKNOWN.remove(Dog)\nKNOWN.append(CatList)\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = {Cat, CatList, Dog}\nKNOWN.discard(Dog)\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = [Cat, Dog]\nKNOWN[-1] = CatList\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = [Dog]\nKNOWN.clear()\nKNOWN.extend((Cat, CatList))\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "KNOWN = {'c': Cat}\nKNOWN.update(l=CatList)\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = {'c': Cat}\nKNOWN.update([('l', CatList)])\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = {'c': Dog, 'l': CatList}\nKNOWN['c'] = Cat\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = {(V1, 'c'): Dog, V1: CatList}\nKNOWN[V1, 'c'] = Cat\ndef add(s):\n"
        "    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = {'c': Dog} | {'l': CatList, 'c': Cat}\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = {'c': Cat}\nKNOWN.setdefault('c', Dog)\nKNOWN.setdefault('l', CatList)\ndef add(s):\n"
        "    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = dict({'c': Cat}, d=Dog, l=CatList)\ndel KNOWN['d']\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = dict([('c', Cat), ('l', CatList)])\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "KNOWN = [Cat]\nKNOWN += [CatList]\ndef add(s):\n    s.add_known_types(V1, *KNOWN)",
        "def add(s):\n    for t in (Cat, CatList):\n        s.add_known_types(V1, t)",
        "def add(s):\n    for t in Cat, CatList:\n        s.add_known_type_with_name(V1.with_kind(t.__name__), t)",
        "def add(s):\n    [s.add_known_types(V1, t) for t in (Cat, CatList)]",
        "def add(s):\n    for v, ts in {V1: (Cat, CatList)}.items():\n        s.add_known_types(v, *ts)",
        "def add(s):\n    for v, t in [(V1, Cat), (V1, CatList)]:\n        s.add_known_types(v, t)",
        "def add(s):\n    for t in chain((Cat,), (CatList,)):\n        s.add_known_types(V1, t)",
        "def add(s):\n    more = partial(s.add_known_types, V1)\n    more(Cat)\n    more(CatList)",
        "def add(s):\n    more = s.add_known_types\n    more(V1, Cat, CatList)",
        "def add(s):\n    s.add_known_types(V1, Cat).add_known_types(V1, CatList)",
        "def add(s):\n    if s.wanted:\n        s.add_known_types(V1, Cat)\n    else:\n        s.add_known_types(V1, CatList)",
        "def add(s):\n    try:\n        s.add_known_types(V1, Cat)\n    finally:\n        s.add_known_types(V1, CatList)",
        "def add(s):\n    def one(t):\n        s.add_known_types(V1, t)\n    one(Cat)\n    one(CatList)",
        "async def add(s):\n    await s.add_known_types(V1, Cat, CatList)",
        "adders = [lambda s: s.add_known_types(V1, Cat), lambda s: s.add_known_types(V1, CatList)]",
        "class Install:\n    def __init__(self, s):\n        self.s = s\n    def run(self):\n"
        "        self.s.add_known_types(V1, Cat, CatList)",
        "class Install:\n    kinds = (Cat, CatList)\n    def run(self, s):\n        s.add_known_types(V1, *self.kinds)",
        "def many(s, v, *ts):\n    s.add_known_types(v, *ts)\ndef add(s):\n    many(s, V1, Cat, CatList)",
        "def many(s, v, ts=(Cat, CatList)):\n    s.add_known_types(v, *ts)",
        "def kinds():\n    return Cat, CatList\ndef add(s):\n    s.add_known_types(V1, *kinds())",
        "scheme = Scheme()\nscheme.add_known_types(V1, Cat, CatList)",
        "scheme = Scheme()\nscheme.add_known_types(GroupVersion(group=GROUP, version=VERSION), Cat, CatList)",
        "def add(s):\n    from apis.pets.v1.types import Cat as C, CatList as L\n    s.add_known_types(V1, C, L)",
        "def add(s, v):\n    s.add_known_types(v, Cat, CatList)",
    ],
)
def test_the_ways_of_registering(tmp_path: Path, code: str) -> None:
    assert registered(tmp_path, code) == NO_DOG


@pytest.mark.parametrize(
    "code",
    [
        "add = scheme.add_known_types\nadd(V1, Cat, CatList)",
        "partial(scheme.add_known_types, V1)(Cat, CatList)",
        "for add in (partial(scheme.add_known_types, V1),):\n    add(Cat, CatList)",
        "{'v1': scheme.add_known_types}['v1'](V1, Cat, CatList)",
        "class Adder:\n    def __init__(self, s):\n        self.add = s.add_known_types\n"
        "Adder(scheme).add(V1, Cat, CatList)",
        "from schemes import add\nadd(V1, Cat, CatList)",
        "from schemes import in_v1\nin_v1(Cat)\nin_v1(CatList)",
        "from schemes import adder\nadder.add(V1, Cat, CatList)",
    ],
)
def test_methods_of_a_scheme_under_other_names(tmp_path: Path, code: str) -> None:
    schemes = (
        "from functools import partial\nfrom runtime import GroupVersion, Scheme\n\nscheme = Scheme()\n"
        "add = scheme.add_known_types\nin_v1 = partial(add, GroupVersion('pets.example.org', 'v1'))\n\n"
        "class Adder:\n    def __init__(self, s):\n        self.add = s.add_known_types\n\nadder = Adder(scheme)\n"
    )
    assert registered(tmp_path, f"from schemes import scheme\n{code}\n", schemes=schemes) == NO_DOG


@pytest.mark.parametrize(
    "code",
    [
        "def add(s):\n    if TYPE_CHECKING:\n        s.add_known_types(V1, Dog)",
        "def add(s):\n    if not typing.TYPE_CHECKING:\n        pass\n    else:\n        s.add_known_types(V1, Dog)",
        "def add(s):\n    if False:\n        s.add_known_types(V1, Dog)",
        "def add(s):\n    (s.add_known_types(V1, t) for t in [Dog])",
        "def add(s):\n    return\n    s.add_known_types(V1, Dog)",
        "def add(s):\n    for t in (Cat, Dog):\n        if t is Dog:\n            continue\n        s.add_known_types(V1, t)",
        "def add(s):\n    for t in (Cat, Dog):\n        if t.__name__ == 'Dog':\n            break\n        s.add_known_types(V1, t)",
        "def add(s):\n    for t in (Cat, Dog):\n        if t in (Cat, CatList):\n            s.add_known_types(V1, t)",
        "def add(s):\n    for t in (Cat, Dog):\n        if not (t is types.Dog or s.old):\n            s.add_known_types(V1, t)",
        "def add(s):\n    [s.add_known_types(V1, t) for t in (Cat, Dog) if t is not Dog]",
        "def add(s):\n    s.add_known_types(V1, *[t for t in (Cat, Dog) if t.__name__.startswith('C')])",
        "KNOWN = {t.__name__: t for t in (Cat, Dog) if t != Dog}\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values())",
        "def add(s):\n    try:\n        raise KeyError\n        s.add_known_types(V1, Dog)\n    except KeyError:\n        pass",
        "def add(s):\n    with s:\n        return\n    s.add_known_types(V1, Dog)",
        "def add(s):\n    if s.old:\n        return\n    else:\n        raise ValueError\n    s.add_known_types(V1, Dog)",
    ],
)
def test_code_that_never_runs_registers_nothing(tmp_path: Path, code: str) -> None:
    assert registered(tmp_path, "def known(s):\n    s.add_known_types(V1, Cat, CatList)\n" + code) == NO_DOG


@pytest.mark.parametrize(
    "code",
    [
        "def add(s):\n    if not TYPE_CHECKING:\n        s.add_known_types(V1, Dog)",
        "def add(s):\n    if False:\n        pass\n    else:\n        s.add_known_types(V1, Dog)",
        "def add(s):\n    list(s.add_known_types(V1, t) for t in [Dog])",
        "def add(s):\n    if s.old:\n        return\n    s.add_known_types(V1, Dog)",
        "def add(s):\n    for t in (Cat, Dog):\n        if t is Cat:\n            continue\n        s.add_known_types(V1, t)",
        "def add(s):\n    for t in (Dog, Cat):\n        s.add_known_types(V1, t)\n        if t is Dog:\n            break",
        "def add(s):\n    more = []\n    for t in (Cat, Dog):\n        if s.is_late(t):\n            more.append(t)\n"
        "            continue\n        print(t)\n    s.add_known_types(V1, *more)",
        "def add(s):\n    more = []\n    while True:\n        more.append(Dog)\n        break\n    s.add_known_types(V1, *more)",
        "def add(s):\n    try:\n        raise KeyError\n    except KeyError:\n        pass\n    s.add_known_types(V1, Dog)",
        "def add(s):\n    for t in s.all():\n        return\n    s.add_known_types(V1, Dog)",
        "def add(s):\n    with contextlib.suppress(KeyError):\n        raise KeyError\n    s.add_known_types(V1, Dog)",
    ],
)
def test_code_that_runs_beside_it_does(tmp_path: Path, code: str) -> None:
    assert registered(tmp_path, "def known(s):\n    s.add_known_types(V1, Cat, CatList)\n" + code) == ALL


def test_the_builder_of_another_module_registers(tmp_path: Path) -> None:
    builder = """
class Builder:
    def __init__(self, group_version):
        self.group_version = group_version
        self.types = []

    def register(self, *types):
        self.types.extend(types)

    def add_to_scheme(self, scheme):
        scheme.add_known_types(self.group_version, *self.types)
"""
    code = (
        "from builder import Builder\nb = Builder(V1)\nb.register(Cat)\nb.register(CatList)\n"
        "def add(s):\n    b.add_to_scheme(s)\n"
    )
    assert registered(tmp_path, code, builder=builder) == NO_DOG


def test_a_decorator_registers_the_class_below_it(tmp_path: Path) -> None:
    decorator = "scheme = None\n\ndef kind(gv):\n    def add(cls):\n        scheme.add_known_types(gv, cls)\n"
    decorator += "        return cls\n    return add\n"
    decorated = TYPES.replace("@dataclass\nclass Cat", "@kind('pets/v1')\n@dataclass\nclass Cat")
    files = {**PETS, "registry.py": decorator, "apis/pets/v1/types.py": f"from registry import kind\n{decorated}"}
    assert verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered") == NO_DOG


def test_registrations_of_several_files_count_together(tmp_path: Path) -> None:
    code = "def add(s):\n    s.add_known_types(V1, Cat)"
    generated = f"{HEADER}\ndef register_defaults(s):\n    s.add_known_types(V1, CatList)"
    assert registered(tmp_path, code, apis__pets__v1__zz_generated_register=generated) == NO_DOG


def test_a_helper_of_another_module_is_followed(tmp_path: Path) -> None:
    helper = "def register_all(scheme, group_version, kinds):\n    for kind in kinds:\n"
    helper += "        scheme.add_known_types(group_version, kind)\n"
    code = "from helper import register_all\ndef add(s):\n    register_all(s, V1, [Cat, CatList])"
    assert registered(tmp_path, code, helper=helper) == NO_DOG


# --------------------------------------------------------------------------------------------- what is not seen


@pytest.mark.parametrize(
    "code",
    [
        "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_types(V1, *[getattr(types, n) for n in dir(types)])",
        "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_types(V1, *vars(types).values())",
        "ALL = {'l': CatList, 'd': Dog}\ndef add(s):\n    s.add_known_types(V1, Cat)\n"
        "    s.add_known_types(V1, *{k: t for k, t in ALL.items() if s.wants(k)}.values())",
        "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_types(V1, *load_plugins())",
        "KNOWN = [Cat]\ndef known(t):\n    KNOWN.append(t)\ndef add(s):\n    s.add_known_types(V1, Cat)\n"
        "    s.add_known_types(V1, *find(KNOWN))",
    ],
)
def test_a_computed_list_leaves_the_others_unproven(tmp_path: Path, code: str) -> None:
    assert registered(tmp_path, code) == {CAT: "holds", CAT_LIST: "unproven", DOG: "unproven"}


@pytest.mark.parametrize(
    "change",
    ["KNOWN.pop()", "del KNOWN[load()]", "KNOWN.remove(load())", "KNOWN -= load()", "KNOWN.update(load())"],
)
def test_what_is_taken_out_of_a_container_is_not_registered_for_certain(tmp_path: Path, change: str) -> None:
    code = f"KNOWN = dict(c=Cat, d=Dog)\n{change}\ndef add(s):\n    s.add_known_types(V1, *KNOWN.values(), CatList)"
    known = "holds" if "update" in change else "unproven"
    assert registered(tmp_path, code) == {CAT: known, CAT_LIST: "holds", DOG: known}


def test_what_another_module_takes_out_of_is_not_known(tmp_path: Path) -> None:
    kinds = "from apis.pets.v1.types import Cat, CatList, Dog\nKNOWN = [Cat, CatList, Dog]\nKNOWN.remove(Dog)\n"
    code = "from kinds import KNOWN\ndef add(s):\n    s.add_known_types(V1, *KNOWN)"
    assert registered(tmp_path, code, kinds=kinds) == dict.fromkeys((CAT, CAT_LIST, DOG), "unproven")


def test_a_computed_list_of_another_version_or_group_says_nothing(tmp_path: Path) -> None:
    code = (
        "def add(s):\n    s.add_known_types(V1, Cat, CatList)\n"
        "    s.add_known_types(GroupVersion(GROUP, 'v2'), *load_plugins())\n"
    )
    other = "def add(s, load):\n    s.add_known_types('plants/v1', *load())\n"
    assert registered(tmp_path, code, plants=other) == NO_DOG


def test_what_may_register_a_type_leaves_it_unproven(tmp_path: Path) -> None:
    code = "def add(s):\n    s.add_known_types(V1, Cat, CatList)\n    s.registry().register_kind(Dog)"
    assert registered(tmp_path, code) == {**ALL, DOG: "unproven"}


# ------------------------------------------------------------------------------------------ what is not asked for


@pytest.mark.parametrize(
    "code",
    [
        "",
        "print(Cat, CatList)",
        "def add_known_types(scheme):\n    pass\nadd_known_types(Scheme())",
        "class Other(Scheme):\n    def add_known_types(self, gv, *types):\n        super().add_known_types(gv, *types)",
    ],
)
def test_without_registrations_nothing_is_asked_for(tmp_path: Path, code: str) -> None:
    assert registered(tmp_path, code) == {}


def test_registrations_of_another_group_ask_for_nothing_here(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {
            **PETS,
            "apis/plants/v1/types.py": TYPES.replace("Cat", "Rose").replace("Dog", "Oak"),
            "apis/plants/register.py": "from apis.plants.v1 import types\n\ndef add(s):\n"
            "    s.add_known_types('plants/v1', types.Rose, types.RoseList, types.Oak)\n",
        },
        "--no-cache",
    )
    assert {name.split(".")[1] for name in verdicts(report, "type-not-registered")} == {"plants"}


def test_a_test_alone_makes_no_group_a_registered_one(tmp_path: Path) -> None:
    code = HEADER + "def test_it():\n    s = Scheme()\n    s.add_known_types(V1, Cat)\n"
    assert verdicts(check(tmp_path, {**PETS, "tests/test_codec.py": code}, "--no-cache"), "type-not-registered") == {}


def test_bases_templates_and_parts_are_no_kinds(tmp_path: Path) -> None:
    types = (
        TYPES.replace("class Cat:", "class Cat(Animal):").replace(
            "@dataclass\nclass Cat(",
            "@dataclass\nclass Animal:\n    metadata: ObjectMeta\n\n\n@dataclass\nclass Cat(",
        )
        + "\n@dataclass\nclass Collar:\n    color: str = ''\n\n\n@dataclass\nclass PetTemplate:\n    metadata: ObjectMeta\n"
        + "\n\n@dataclass\nclass Kennel:\n    metadata: ObjectMeta\n    template: PetTemplate\n    spare: list[PetTemplate]\n"
        + "\n\n@dataclass\nclass _Draft:\n    metadata: ObjectMeta\n"
    )
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, CatList, Dog)\n"
    files = {**PETS, "apis/pets/v1/types.py": types, "apis/pets/register.py": code}
    found = verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered")
    assert found == {**ALL, "apis.pets.v1.types.Kennel": "violated"}


def test_a_list_without_structured_metadata_is_a_list_all_the_same(tmp_path: Path) -> None:
    types = TYPES.replace("class CatList:\n    metadata: ObjectMeta\n", "class CatList:\n    metadata: dict\n")
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, Dog)\n"
    files = {**PETS, "apis/pets/v1/types.py": types, "apis/pets/register.py": code}
    assert verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered")[CAT_LIST] == "violated"


def test_hub_types_are_asked_for_and_aliases_are_their_served_class(tmp_path: Path) -> None:
    hub = "from dataclasses import dataclass\nfrom apis.pets.v1.types import Cat, CatList, ObjectMeta\n\n"
    hub += "@dataclass\nclass Dog:\n    metadata: ObjectMeta\n    age: int = 0\n"
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, CatList, Dog)\n"
    files = {**PETS, "apis/pets/types.py": hub, "apis/pets/register.py": code}
    found = verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered")
    assert found == {**ALL, "apis.pets.types.Dog": "violated"}

    hub_too = code + "    from apis.pets import types as internal\n"
    hub_too += "    s.add_known_types(GroupVersion(GROUP, '__internal'), internal.Dog)\n"
    files["apis/pets/register.py"] = hub_too
    found = verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered")
    assert found == {**ALL, "apis.pets.types.Dog": "holds"}


def test_storage_types_are_asked_for_where_some_are_registered(tmp_path: Path) -> None:
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, CatList, Dog)\n"
    files = {**PETS, "apis/pets/v1/storage.py": TYPES, "apis/pets/register.py": code}
    assert verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered") == ALL

    more = "    from apis.pets.v1 import storage\n    s.add_known_types('pets/v1storage', storage.Cat, storage.Dog)\n"
    files["apis/pets/register.py"] = code + more
    found = verdicts(check(tmp_path, files, "--no-cache"), "type-not-registered")
    assert found["apis.pets.v1.storage.CatList"] == "violated"
    assert found["apis.pets.v1.storage.Dog"] == "holds"


def test_the_finding_names_another_registration_of_the_group(tmp_path: Path) -> None:
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, CatList)\n"
    report = check(tmp_path, {**PETS, "apis/pets/register.py": code}, "--no-cache")
    (finding,) = [each for each in report["findings"] if each["rule"] == "type-not-registered"]
    assert (finding["object"], finding["path"]) == (DOG, "apis/pets/v1/types.py")
    assert TYPES.splitlines()[finding["line"] - 1] == "class Dog:"
    line = code.splitlines().index("    s.add_known_types(V1, Cat, CatList)") + 1
    assert [(step["path"], step["line"]) for step in finding["witness"]] == [("apis/pets/register.py", line)]


# ------------------------------------------------------------------------------------------------ runs and caches


def test_a_run_over_a_part_knows_the_registrations_of_the_whole(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    install = HEADER + "def add(s):\n    s.add_known_types(V1, CatList, Dog)\n"
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat)\n"
    files = {**PETS, "apis/pets/v1/register.py": code, "server/install.py": install}
    assert verdicts(check(tmp_path, files, "--no-cache", "apis"), "type-not-registered") == ALL


def test_an_answer_is_found_anew_when_a_registering_file_changes(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    code = HEADER + "def add(s):\n    s.add_known_types(V1, Cat, CatList)\n"
    files = {**PETS, "apis/pets/register.py": code}
    assert verdicts(check(tmp_path, files), "type-not-registered") == NO_DOG
    assert verdicts(check(tmp_path, {}), "type-not-registered") == NO_DOG
    changed = {"apis/pets/register.py": code.replace("CatList)", "CatList, Dog)")}
    assert verdicts(check(tmp_path, changed), "type-not-registered") == ALL
    (tmp_path / "apis/pets/register.py").unlink()
    assert verdicts(check(tmp_path, {}), "type-not-registered") == {}


def test_constants_of_other_files_are_followed_and_watched(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.apivet]\n")
    code = HEADER + "from apis.pets.kinds import KINDS\ndef add(s):\n    s.add_known_types(V1, *KINDS)\n"
    kinds = "from apis.pets.v1.types import Cat, CatList, Dog\nKINDS = (Cat, CatList)\n"
    files = {**PETS, "apis/pets/register.py": code, "apis/pets/kinds.py": kinds}
    assert verdicts(check(tmp_path, files), "type-not-registered") == NO_DOG
    changed = {"apis/pets/kinds.py": kinds.replace("CatList)", "CatList, Dog)")}
    assert verdicts(check(tmp_path, changed), "type-not-registered") == ALL


def test_a_broken_registering_file_is_a_problem_and_leaves_its_types_unproven(tmp_path: Path) -> None:
    report = check(tmp_path, {**PETS, "apis/pets/register.py": "def add(s:\n    s.add_known_types(V1, Cat)\n"})
    assert report["problems"]
    assert {finding["verdict"] for finding in report["findings"]} <= {"unproven"}


def test_thousands_of_registrations_are_followed(tmp_path: Path) -> None:
    count = 1500
    types = TYPES + "".join(f"\n@dataclass\nclass Kind{n}:\n    metadata: ObjectMeta\n" for n in range(count))
    lines = "".join(f"    s.add_known_types(V1, types.Kind{n})\n" for n in range(count - 1))
    code = f"{HEADER}def add(s):\n    s.add_known_types(V1, Cat, CatList, Dog)\n{lines}"
    report = check(tmp_path, {**PETS, "apis/pets/v1/types.py": types, "apis/pets/zz_generated.py": code}, "--no-cache")
    missing = [each["object"] for each in report["findings"] if each["rule"] == "type-not-registered"]
    assert missing == [f"apis.pets.v1.types.Kind{count - 1}"]


@pytest.mark.parametrize(
    "code",
    [
        "def a(s):\n    b(s)\ndef b(s):\n    a(s)\n    s.add_known_types(V1, Cat, CatList)",
        "A = [*B, Cat]\nB = [*A]\ndef add(s):\n    s.add_known_types(V1, Cat, CatList, *A)",
        "def add(s):\n"
        + "".join(f"{' ' * (n + 1)}if s:\n" for n in range(60))
        + " " * 61
        + "s.add_known_types(V1, Cat)",
        "def add(s, n):\n    if n == 0:\n        pass\n"
        + "".join(f"    elif n == {n}:\n        s.x = 1\n" for n in range(1500))
        + "    s.add_known_types(V1, Cat)",
        "def add(s):\n    s.add_known_types()\n    s.add_known_types(V1)\n    s.add_known_type_with_name(V1)",
        "def add(s):\n    s.add_known_types(*V1)\n    s.add_known_types(**s)\n    s.add_known_types(V1, *s, **s)",
    ],
)
def test_odd_code_ends_no_run(tmp_path: Path, code: str) -> None:
    registered(tmp_path, code)


# --------------------------------------------------------------------------------------------------- kinds twice


@pytest.mark.parametrize(
    ("code", "line", "name"),
    [
        (
            "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(V1.with_kind('Cat'), Dog)",
            3,
            DOG,
        ),
        (
            "def add(s):\n    s.add_known_type_with_name(GroupVersionKind(GROUP, 'v1', 'Dog'), Cat)\n"
            "    s.add_known_types(V1, Dog)",
            3,
            DOG,
        ),
        (
            "def add(s):\n    s.add_known_types(f'{GROUP}/{VERSION}', Cat)\n"
            "    s.add_known_type_with_name(V1.with_kind('C' + 'at'), Dog)",
            3,
            DOG,
        ),
        (
            "def many(s, v, *ts):\n    for t in ts:\n        s.add_known_type_with_name(v.with_kind('Pet'), t)\n"
            "def add(s):\n    many(s, V1, Cat)\n    many(s, V1, Dog)",
            6,
            DOG,
        ),
        (
            "def add(s):\n    for k, t in (('Cat', Cat), ('Cat', Dog)):\n"
            "        s.add_known_type_with_name(GroupVersionKind(group=GROUP, version='v1', kind=k), t)",
            3,
            DOG,
        ),
        (
            "def add(s):\n    if s.old:\n        s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(CAT, Dog)",
            4,
            DOG,
        ),
        (
            "def add(s):\n    if s.old:\n        s.add_known_types(V1, Cat)\n    if not s.new:\n"
            "        s.add_known_type_with_name(CAT, Dog)",
            5,
            DOG,
        ),
        (
            "def add(s):\n    for each in s.all():\n        if each:\n            s.add_known_types(V1, Cat)\n        else:\n"
            "            s.add_known_type_with_name(CAT, Dog)",
            6,
            DOG,
        ),
        (
            "def add(s):\n    if s.old:\n        return\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(CAT, Dog)",
            5,
            DOG,
        ),
    ],
)
def test_a_kind_with_two_types(tmp_path: Path, code: str, line: int, name: str) -> None:
    assert twice(tmp_path, code) == [("apis/pets/register.py", line, name)]


@pytest.mark.parametrize(
    "code",
    [
        "def add(s):\n    s.add_known_types(V1, Cat, Cat)\n    s.add_known_types(V1, types.Cat)",
        "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(GroupVersionKind('x', 'v1', 'Cat'), Dog)",
        "def add(s):\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(GroupVersionKind(GROUP, 'v2', 'Cat'), Dog)",
        "def add(s, k):\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(V1.with_kind(k), Dog)",
        "def add(s, v):\n    s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(v.with_kind('Cat'), Dog)",
        "one, two = Scheme(), Scheme()\none.add_known_types(V1, Cat)\n"
        "two.add_known_type_with_name(V1.with_kind('Cat'), Dog)",
        "def client():\n    s = Scheme()\n    s.add_known_types(V1, Cat)\n"
        "def server():\n    s = Scheme()\n    s.add_known_type_with_name(V1.with_kind('Cat'), Dog)",
        "def add(s):\n    s.add_known_types(V1, Cat)\n    if s.old:\n        v = GroupVersion(GROUP, 'v0')\n    else:\n"
        "        v = V1\n    s.add_known_type_with_name(v.with_kind('Cat'), Dog)",
        # Of the two sides of a condition one is taken, in one round at least.
        "def add(s):\n    if s.old:\n        s.add_known_types(V1, Cat)\n    else:\n        s.add_known_type_with_name(CAT, Dog)",
        "def add(s):\n    if s.old:\n        return s.add_known_types(V1, Cat)\n    s.add_known_type_with_name(CAT, Dog)",
        "def add(s):\n    if s.old:\n        s.add_known_types(V1, Cat)\n    elif s.older:\n"
        "        s.add_known_type_with_name(CAT, Dog)",
    ],
)
def test_kinds_that_do_not_meet(tmp_path: Path, code: str) -> None:
    assert twice(tmp_path, code) == []


def test_the_later_file_has_the_finding_and_names_the_earlier(tmp_path: Path) -> None:
    code = "def add(s):\n    s.add_known_types(V1, Cat)"
    other = f"{HEADER}\n@types.dataclass\nclass Other:\n    pass\n\n\ndef add(s):\n"
    other += "    s.add_known_type_with_name(V1.with_kind('Cat'), Other)\n"
    files = {**PETS, "apis/pets/register.py": HEADER + code, "apis/toys/register.py": other}
    report = check(tmp_path, files, "--no-cache")
    (finding,) = [each for each in report["findings"] if each["rule"] == "kind-registered-twice"]
    assert (finding["path"], finding["object"]) == ("apis/toys/register.py", "apis.toys.register.Other")
    assert [step["path"] for step in finding["witness"]] == ["apis/pets/register.py"]
    assert "pets.example.org/v1 Cat" in finding["message"]
    rows = verdicts(report, "kind-registered-twice")
    assert rows == {CAT: "violated", "apis.toys.register.Other": "violated"}


def test_tests_register_what_they_like(tmp_path: Path) -> None:
    test = f"{HEADER}def test_conflict(s):\n    s.add_known_type_with_name(V1.with_kind('Cat'), Dog)\n"
    assert twice(tmp_path, "def add(s):\n    s.add_known_types(V1, Cat)", tests__test_scheme=test) == []


def test_schemes_are_told_apart_by_who_calls(tmp_path: Path) -> None:
    client = f"{HEADER}def add(s):\n    s.add_known_types(V1, Cat)\n"
    server = f"{HEADER}def add(s):\n    s.add_known_type_with_name(V1.with_kind('Cat'), Dog)\n"
    code = "import client, server\nclient_scheme = Scheme()\nserver_scheme = Scheme()\nclient.add(client_scheme)\n"
    both = code + "server.add(server_scheme)\n# add_known_types\n"
    assert twice(tmp_path, both, client=client, server=server) == []
    one = code + "server.add(client_scheme)\n# add_known_types\n"
    assert [name for _, _, name in twice(tmp_path, one, client=client, server=server)] == [DOG]
