"""Objects of a project that raise when they are asked for anything but what they are there for."""

from __future__ import annotations

from typing import Any

from tests.blackbox.conftest import Watch

_TYPES = """
    from __future__ import annotations
    import functools
    from dataclasses import dataclass
    from typing import Annotated
    from switches import FeatureGate, enabled

    @dataclass
    class Meta:
        name: str = ""
        generation: int = 0
    {decorator}
    @dataclass(frozen=True)
    class Spec:
        hives: int = 0
        queen: Annotated[int | None, FeatureGate("Queens")] = None
    @dataclass
    class Status:
        bees: int = 0
    {decorator}
    @dataclass
    class Apiary:
        metadata: Meta
        spec: Spec
        status: Status
    """
_STRATEGY = """
    class ApiaryStrategy:
        {member} = {value}
        def prepare_for_create(self, obj: Apiary) -> None:
            {first}
            obj.metadata.generation = 1
        def prepare_for_update(self, obj: Apiary, old: Apiary) -> None:
            obj.status = old.status
            if obj.spec != old.spec:
                obj.metadata.generation = old.metadata.generation + 1
    """
_PROXY = """
    class Unbound:
        def __getattribute__(self, name):
            raise RuntimeError("there is no request")
        __bool__ = __eq__ = __hash__ = __iter__ = __len__ = lambda self, *others: self.there_is_none

    request = Unbound()
    """
_SWITCHES = """
    class FeatureGate:
        def __init__(self, name: str) -> None:
            self.name = name

    class Hidden:
        def __get__(self, obj, owner=None):
            raise LookupError("not here")

    class Switch:
        value = name = Hidden()
        def __init__(self, key: str) -> None:
            self.key = key

    STATES = {"Queens": False}
    QUEENS = Switch("Queens")

    def enabled(switch: Switch) -> bool:
        return STATES[switch.key]
    """


def _verdicts(report: dict[str, Any]) -> dict[str, str]:
    assert report["problems"] == [], report["problems"]
    return {row["rule"]: row["verdict"] for row in report["verdicts"]}


def test_proxies_that_stand_for_nothing_now_are_let_be(watched: Watch) -> None:
    """They are globals, members of the class, in containers, and named by hooks."""
    for first, verdict in (
        ("obj.status = Status()", "holds"),
        ("if obj.spec.hives != 7: obj.status = Status()", "violated"),
    ):
        strategy = _STRATEGY.format(member="request, held", value="request, [request]", first=first)
        asked = strategy.replace(
            "            obj.metadata.generation = 1",
            "            self.held is request\n" + " " * 12 + "obj.metadata.generation = 1",
        )
        files = {"apiary.py": _TYPES.format(decorator="") + _PROXY + asked, "switches.py": _SWITCHES}
        assert _verdicts(watched(files))["status-not-wiped-on-create"] == verdict


def test_gates_whose_other_attributes_raise_are_asked_for(watched: Watch) -> None:
    first = "obj.status = Status(); enabled(QUEENS) or setattr(obj, 'spec', Spec(obj.spec.hives))"
    code = (_TYPES + _STRATEGY).replace("import FeatureGate, enabled", "import QUEENS, FeatureGate, enabled")
    files = {
        "apiary.py": code.format(decorator="", member="kind", value="'apiary'", first=first),
        "switches.py": _SWITCHES,
    }
    verdicts = _verdicts(watched(files, gates="switches"))
    assert verdicts["status-not-wiped-on-create"] == verdicts["gated-field-dropped-when-enabled"] == "holds"


def test_types_behind_a_cache_are_the_types(watched: Watch) -> None:
    for first, verdict in (("obj.status = Status()", "holds"), ("pass", "violated")):
        code = (_TYPES + _STRATEGY).format(decorator="@functools.cache", member="kind", value="'apiary'", first=first)
        assert (
            _verdicts(watched({"apiary.py": code, "switches.py": _SWITCHES}))["status-not-wiped-on-create"] == verdict
        )


def test_types_that_are_no_classes_any_more_are_told(watched: Watch) -> None:
    code = (_TYPES + _STRATEGY).format(
        decorator="@(lambda it: lambda *given: it(*given))", member="kind", value="1", first="pass"
    )
    reasons = [each["reason"] for each in watched({"apiary.py": code, "switches.py": _SWITCHES})["unexercised"]]
    assert reasons == ["apiary.Apiary is no class once it is imported, but of type function"]
