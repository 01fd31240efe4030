"""Storage twins, defaults in conversions, and strategies that name no reset fields."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Verdicts = Callable[..., dict[tuple[str, str], str]]

DATA = "from dataclasses import dataclass, field\n"
VAT = "@dataclass\nclass Vat:\n    litres: int = 0\n    grade: str = ''\n"


@pytest.mark.parametrize(
    ("twin", "verdict"),
    [
        (VAT, "holds"),
        (VAT + "    property_bag: dict[str, str] = field(default_factory=dict)\n", "holds"),
        (VAT + "    leftovers: 'PropertyBag' = None\n    original_version: str = ''\n", "holds"),
        (VAT.replace("int = 0", "int | None = None"), "holds"),
        ("from apis.brew.v1.types import Vat\n", None),
        ("from apis.brew.v1.types import Vat as Plain\n@dataclass\nclass Vat(Plain):\n    pass\n", "holds"),
        (VAT.replace("    grade: str = ''\n", ""), "violated"),
        (VAT + "    heat: int = 0\n", "violated"),
        (VAT.replace("grade", "quality"), "violated"),
        (
            "import outside\n" + VAT.replace("class Vat:", "class Vat(outside.Base):") + "    heat: int = 0\n",
            "unproven",
        ),
        ("import outside\n@outside.model\n" + VAT.replace("    grade: str = ''\n", ""), "unproven"),
        ("from dataclasses import make_dataclass\nVat = make_dataclass('Vat', ['litres'])\n", "unproven"),
        ("class Other:\n    litres: int\n", None),
    ],
)
def test_a_storage_twin_has_the_fields_of_its_version(twin: str, verdict: str | None, verdicts: Verdicts) -> None:
    files = {"apis/brew/v1/types.py": DATA + VAT, "apis/brew/v1/storage/types.py": DATA + twin}
    found = verdicts(files).get(("storage-twin-differs", "apis.brew.v1.storage.types.Vat"))
    assert found == ("holds" if verdict is None and "import Vat" in twin else verdict)


CONVERSION = """
from apis.brew import types as hub
from apis.brew.v1 import types as v1
import contextlib
import os
import time
import outside


def convert_v1_Vat_to_hub_Vat(src: v1.Vat, dst: hub.Vat) -> None:
    {body}
"""


MORE = """\
    open: bool = False
    lid: "Lid | None" = None
    hops: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    malts: list["Malt"] = field(default_factory=list)
    casks: dict[str, "Malt"] = field(default_factory=dict)
    yeast: "Yeast | None" = None
    strain: "Yeast" = "ale"
"""

INSIDE = """class Yeast(enum.Enum):
    ALE = "ale"
    LAGER = "lager"


@dataclass
class Malt:
    name: str = ""
    colour: str | None = None


@dataclass
class Lid:
    width: int = 0
"""


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("dst.litres = src.litres; dst.grade = src.grade", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade or ''", "holds"),
        ("dst.litres = src.litres or 0; dst.grade = src.grade", "holds"),
        ("dst.litres = src.litres if src.litres else 0; dst.grade = src.grade", "holds"),
        ("dst.grade = src.grade.upper(); dst.litres = src.litres", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade; dst.open = not src.open", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade or 'pale'", "violated"),
        ("dst.litres = src.litres if src.litres is not None else 20; dst.grade = src.grade", "violated"),
        ("dst.grade = src.grade; dst.litres = src.litres\n    if not dst.litres: dst.litres = 20", "violated"),
        (
            "dst.grade = src.grade\n    if src.litres is None:\n        dst.litres = 20\n    else:\n        dst.litres = src.litres",
            "violated",
        ),
        (
            "dst.grade = src.grade\n    dst.litres = 20 if src.litres is None or src.litres == 7 else src.litres",
            "violated",
        ),
        (
            "dst.litres = src.litres\n    match src.grade:\n        case 'dark' | '':\n            dst.grade = 'pale'"
            "\n        case grade:\n            dst.grade = grade",
            "violated",
        ),
        ("dst.grade = src.grade\n    dst.litres = 20 if src.litres in (7, 8) else src.litres", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade or outside.grade()", "unproven"),
        ("dst.grade = src.grade; dst.litres = outside.rounded(src.litres)", "unproven"),
        ("dst.grade = src.grade; dst.litres = None if src.litres is None else outside.rounded(src.litres)", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade.strip() or 'pale'", "violated"),
        ("dst.litres = src.litres; dst.grade = src.grade.removeprefix('x-').lower() or 'pale'", "violated"),
        ("dst.litres = src.litres; dst.grade = src.grade.strip() or ''", "holds"),
        ("dst.litres = src.litres; dst.grade = (src.grade + 'er') or 'pale'", "holds"),
        ("dst.litres = src.litres; dst.grade = (src.grade.strip() or 'pale') if src.grade else ''", "holds"),
        ("dst.litres = src.litres; dst.grade = outside.spelled(src.grade)", "unproven"),
        ("dst.litres = src.litres; dst.grade = outside.spelled(src.grade) if src.grade else ''", "holds"),
        ("dst.litres = src.litres; dst.grade = src.grade or os.environ['GRADE']", "unproven"),
        ("dst.litres = src.litres; dst.grade = src.grade or outside.GRADE", "unproven"),
        ("dst.hops = src.hops or [outside.HOP]", "unproven"),
        ("dst.hops = src.hops or [outside.HOP, 'saaz']", "violated"),
        ("dst.litres = int(time.time()) if src.litres is None else src.litres", "unproven"),
        ("dst.litres = src.litres; dst.grade = src.grade or str(src.litres)", "holds"),
        # Values of handlers may be put in where there is nothing.
        ("dst.litres = 20\n    with contextlib.suppress(TypeError): dst.litres = src.litres * 2", "violated"),
        (
            "try:\n        dst.litres = src.litres * 2\n    except TypeError:\n        dst.litres = 20",
            "violated",
        ),
        (
            "try:\n        dst.litres = src.litres * 2\n    except TypeError:\n        dst.litres = None",
            "holds",
        ),
        (
            "if src.litres is not None:\n        try:\n            dst.litres = 100 // src.litres"
            "\n        except ZeroDivisionError:\n            dst.litres = 20",
            "holds",
        ),
        ("dst.hops = src.hops or []; dst.notes = dict(src.notes)", "holds"),
        ("dst.lid = None if src.lid is None else hub.Lid(src.lid.width)", "holds"),
        ("dst.lid = hub.Lid() if src.lid is None else hub.Lid(src.lid.width)", "holds"),
        ("dst.lid = hub.Lid(8) if src.lid is None else hub.Lid(src.lid.width)", "violated"),
        ("dst.lid = hub.Lid(src.lid.width if src.lid is not None else 8)", "violated"),
        ("dst.hops = list(src.hops) if src.hops else []", "holds"),
        ("dst.hops = [*src.hops, 'saaz']", "holds"),
        ("dst.hops = src.hops or ['saaz']", "violated"),
        ("dst.hops = list(src.hops) if src.hops else ['saaz', 'perle']", "violated"),
        ("dst.notes = src.notes or {'brewed': 'here'}", "violated"),
        # Elements that are added in any case are no default; those that are added where there are none are one.
        ("dst.hops = list(src.hops)\n    if not dst.hops: dst.hops.append('saaz')", "violated"),
        ("dst.hops = list(src.hops)\n    if dst.hops: dst.hops.append('saaz')", "holds"),
        ("dst.hops = [hop.lower() for hop in src.hops or ['Saaz']]", "violated"),
        (
            "dst.malts = []\n    for malt in src.malts or [v1.Malt('pils')]: dst.malts.append(hub.Malt(malt.name))",
            "violated",
        ),
        ("dst.notes = {'brewed': 'here', **src.notes}", "violated"),
        ("dst.notes = {**src.notes, 'brewed': 'here'}", "holds"),
        ("dst.notes = dict(src.notes)\n    dst.notes.setdefault('brewed', 'here')", "violated"),
        ("dst.notes = dict(src.notes)\n    dst.notes.setdefault('brewed', '')", "holds"),
        ("dst.notes = dict(src.notes)\n    if 'brewed' not in src.notes: dst.notes['brewed'] = src.grade", "holds"),
        ("dst.notes = dict(src.notes)\n    if not src.notes: dst.notes.update(brewed='here')", "violated"),
        ("dst.notes = dict(src.notes)\n    if src.notes: dst.notes.update(brewed='here')", "holds"),
        ("dst.malts = [hub.Malt(malt.name, malt.colour) for malt in src.malts]", "holds"),
        ("dst.malts = [hub.Malt(malt.name, malt.colour or None) for malt in src.malts]", "holds"),
        ("for malt in src.malts:\n        dst.malts.append(hub.Malt(malt.name, malt.colour or 'amber'))", "violated"),
        ("dst.malts = [hub.Malt(each.name, each.colour) for each in src.malts] or [hub.Malt('pils')]", "violated"),
        # An element that another field moves into says what it is.
        (
            "dst.malts = src.malts\n    if not src.malts and src.hops:\n        dst.malts = [hub.Malt(src.hops[0], 'green')]",
            "holds",
        ),
        (
            "dst.malts = src.malts\n    if not src.malts and src.hops:\n        dst.malts = [hub.Malt('pils', 'green')]",
            "violated",
        ),
        ("dst.casks = {at: hub.Malt(each.name, each.colour or 'red') for at, each in src.casks.items()}", "violated"),
        (
            "match src.yeast:\n        case v1.Yeast.ALE:\n            dst.yeast = hub.Yeast.ALE\n        case _:"
            "\n            dst.yeast = hub.Yeast.LAGER",
            "violated",
        ),
        (
            "if src.yeast is v1.Yeast.ALE:\n        dst.yeast = hub.Yeast.ALE"
            "\n    elif src.yeast is v1.Yeast.LAGER:\n        dst.yeast = hub.Yeast.LAGER",
            "holds",
        ),
        ("dst.yeast = {None: hub.Yeast.ALE, v1.Yeast.ALE: hub.Yeast.ALE}[src.yeast]", "violated"),
        ("dst.yeast = {v1.Yeast.ALE: hub.Yeast.ALE, v1.Yeast.LAGER: hub.Yeast.LAGER}.get(src.yeast)", "holds"),
        ("dst.strain = hub.Yeast.ALE if src.strain is v1.Yeast.ALE else hub.Yeast.LAGER", "holds"),
    ],
)
def test_a_conversion_leaves_defaulting_to_the_defaulter(body: str, verdict: str, verdicts: Verdicts) -> None:
    types = DATA + VAT.replace("int = 0", "int | None = None") + MORE
    types = f"import enum\n{types}{INSIDE}"
    source = CONVERSION.replace("{body}", body)
    files = {"apis/brew/types.py": types, "apis/brew/v1/types.py": types, "apis/brew/v1/conversion.py": source}
    found = verdicts(files)
    assert found["conversion-sets-default", "apis.brew.v1.conversion.convert_v1_Vat_to_hub_Vat"] == verdict


STRATEGY = """
from dataclasses import dataclass
import outside

@dataclass
class Meta:
    name: str = ""
@dataclass
class Spec:
    litres: int = 0
@dataclass
class Status:
    full: bool = False
@dataclass
class Vat:
    metadata: Meta
    spec: Spec
    status: Status

class Named:
    def get_reset_fields(self): return {"status"}
    def prepare_for_update(self, obj: Vat, old: Vat): obj.status = old.status

class Checked:
    def prepare_for_create(self, obj: Vat): obj.status = Status()
"""


@pytest.mark.parametrize(
    ("hook", "verdict"),
    [
        ("def prepare_for_update(self, obj: Vat, old: Vat): obj.status = old.status", "violated"),
        ("def prepare_for_update(self, obj: Vat, old: Vat): obj.spec.litres = abs(obj.spec.litres)", "holds"),
        ("def prepare_for_update(self, obj: Vat, old: Vat): outside.prepare(obj, old)", "unproven"),
        (
            "def prepare_for_update(self, obj: Vat, old: Vat): obj.status = old.status\n    def get_reset_fields(self): return {'status'}",
            "holds",
        ),
        ("x = 1", "holds"),
        (
            "def prepare_for_update(self, obj: Vat, old: Vat):\n        if getattr(obj, outside.name()): obj.status = old.status",
            "unproven",
        ),
    ],
)
@pytest.mark.parametrize("another", [True, False])
def test_a_strategy_names_what_it_puts_back_where_others_do(
    hook: str, verdict: str, another: bool, verdicts: Verdicts
) -> None:
    source = STRATEGY if another else STRATEGY.replace('    def get_reset_fields(self): return {"status"}\n', "")
    files = {
        "vats/strategy.py": f"{source}    {hook}\n",
        "pyproject.toml": "[tool.apivet]\nenable = ['reset-fields-missing']\n",
    }
    expected = verdict if another or "get_reset" in hook else None
    assert verdicts(files).get(("reset-fields-missing", "vats.strategy.Checked")) == expected


def test_it_is_off_by_default(verdicts: Verdicts) -> None:
    files = {
        "vats/strategy.py": f"{STRATEGY}    def prepare_for_update(self, obj: Vat, old: Vat): obj.status = old.status\n"
    }
    assert not any(rule == "reset-fields-missing" for rule, _ in verdicts(files))
