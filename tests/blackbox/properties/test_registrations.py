"""Declarative registrations: their hooks are run where the default strategy runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from apivet.cli import main

pytestmark = pytest.mark.long

Watch = Callable[..., dict[str, Any]]

#: A framework as small as can be. Nothing of it is run by the black box but what registers.
FRAMEWORK = """
    from __future__ import annotations

    import enum
    from dataclasses import dataclass
    from typing import Any


    class Policy(enum.Enum):
        DELETE_DEPENDENTS = "DeleteDependents"
        ORPHAN_DEPENDENTS = "OrphanDependents"


    @dataclass
    class StatusConfig:
        prepare_for_update: Any = None
        get_reset_fields: Any = None


    @dataclass
    class StrategyConfig:
        prepare_for_create: Any = None
        prepare_for_update: Any = None
        get_reset_fields: Any = None
        allow_create_on_update: Any = False
        allow_unconditional_update: Any = True
        default_garbage_collection_policy: Any = Policy.DELETE_DEPENDENTS
        validate: Any = None
        validate_create: Any = None
        validate_update: Any = None
        warnings_on_create: Any = None
        warnings_on_update: Any = None
        status_config: StatusConfig | None = None


    @dataclass
    class RESTConfig:
        resource: str
        kind: type
        strategy_config: StrategyConfig | None = None
        status_config: StatusConfig | None = None


    def new_rest(config: RESTConfig) -> RESTConfig:
        return config
"""
TYPES = """
    from __future__ import annotations

    from dataclasses import dataclass, field


    @dataclass
    class ObjectMeta:
        name: str = ""
        labels: dict[str, str] = field(default_factory=dict)
        generation: int = 0


    @dataclass
    class WidgetSpec:
        size: int = 0
        note: str = ""
        turbo: int | None = field(default=None, metadata={"feature_gate": "Turbo"})


    @dataclass
    class WidgetStatus:
        phase: str = ""
        seen: int = 0


    @dataclass
    class Widget:
        metadata: ObjectMeta = field(default_factory=ObjectMeta)
        spec: WidgetSpec = field(default_factory=WidgetSpec)
        status: WidgetStatus = field(default_factory=WidgetStatus)


    @dataclass
    class Gadget:
        metadata: ObjectMeta = field(default_factory=ObjectMeta)
        spec: WidgetSpec = field(default_factory=WidgetSpec)
        status: WidgetStatus = field(default_factory=WidgetStatus)
"""
HEADER = """
    from __future__ import annotations

    import functools
    import importlib
    from typing import Any

    from shop.rest import Policy, RESTConfig, StatusConfig, StrategyConfig, new_rest
    from shop.types import Gadget, Widget, WidgetStatus
"""


def project(registry: str, **others: str) -> dict[str, str]:
    """The files of a project whose registrations are these; modules besides by name."""
    files = {"rest": FRAMEWORK, "types": TYPES}
    for name, text in {"registry": registry, **others}.items():
        files[name] = textwrap.dedent(HEADER) + textwrap.dedent(text)
    return {"shop/__init__.py": "", **{f"shop/{name}.py": text for name, text in files.items()}}


def rows(report: dict[str, Any], about: str) -> dict[tuple[str, str | None], str]:
    """The verdicts on one object, by rule and field."""
    return {(row["rule"], row["field"]): row["verdict"] for row in report["verdicts"] if row["object"] == about}


def untried(report: dict[str, Any]) -> dict[str, str]:
    """What was not exercised, and why."""
    return {each["object"]: each["reason"] for each in report["unexercised"]}


WIPED = ("status-not-wiped-on-create", "status")
KEPT = ("status-not-kept-on-update", "status")
SPEC = ("spec-not-kept-on-status-update", "spec")


def test_hooks_are_run_inside_the_default_strategy(watched: Watch) -> None:
    report = watched(
        project(
            """
            def start(obj: Widget) -> None:
                obj.status.phase = "Pending"
                obj.metadata.labels["phase"] = "new"


            def grow(obj: Widget, old: Widget) -> None:
                obj.spec.size = max(obj.spec.size, old.spec.size)


            def look(obj: Widget, old: Widget) -> None:
                obj.status.seen = max(obj.status.seen, old.status.seen)


            widgets = new_rest(
                RESTConfig(
                    "widgets",
                    Widget,
                    StrategyConfig(prepare_for_create=start, prepare_for_update=grow),
                    StatusConfig(prepare_for_update=look),
                )
            )
            """
        ),
        status=0,
    )
    assert rows(report, "shop.registry.start")[WIPED] == "holds"
    assert rows(report, "shop.registry.grow")[KEPT] == "holds"
    assert rows(report, "shop.registry.look")[SPEC] == "holds"
    gated = ("gated-field-not-dropped", "spec.turbo")
    assert rows(report, "shop.registry.start")[gated] == rows(report, "shop.registry.grow")[gated] == "holds"
    # The default strategy counts generations, and no hook is asked about them.
    assert not [row for row in report["verdicts"] if "bumped" in row["rule"] and row["object"] != "shop.registry.look"]


BROKEN = """
    def restart(obj: Widget, old: Widget) -> None:
        if obj.spec.size != old.spec.size:
            obj.status = WidgetStatus()


    def boost(obj: Widget) -> None:
        if obj.spec.turbo is None:
            obj.spec.turbo = 5


    def scale(obj: Widget, old: Widget) -> None:
        obj.spec.size = len(obj.status.phase)


    widgets = new_rest(
        RESTConfig(
            "widgets",
            Widget,
            StrategyConfig(prepare_for_create=boost, prepare_for_update=restart),
            StatusConfig(prepare_for_update=scale),
        )
    )
"""


def test_what_a_hook_undoes_is_found_where_it_is(watched: Watch) -> None:
    report = watched(project(BROKEN), status=1)
    found = {tuple(each[key] for key in ("object", "rule", "field", "line")) for each in report["findings"]}
    assert found == {
        ("shop.registry.restart", "status-not-kept-on-update", "status", 11),
        ("shop.registry.boost", "gated-field-not-dropped", "spec.turbo", 16),
        ("shop.registry.scale", "spec-not-kept-on-status-update", "spec", 21),
    }


def apivet(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "apivet", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_its_cases_fail_again(watched: Watch, tmp_path: Path) -> None:
    watched(project(BROKEN), status=1)
    assert apivet("blackbox", "shop", "--seed", "1", "--save", "cases").returncode == 1
    saved = sorted((tmp_path / "cases").glob("*.py"))
    assert len(saved) == 3
    run = apivet("blackbox", "--replay", str(saved[-1]))
    assert run.returncode == 1, run.stderr
    assert "is broken: " in run.stdout
    script = subprocess.run(
        [sys.executable, str(saved[0])],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert script.returncode == 1, script.stderr
    assert "is broken: " in script.stdout


def gated(tmp_path: Path) -> dict[str, Any]:
    """What ``apivet gate`` says of the project in a directory."""
    result = CliRunner().invoke(main, ["gate", "--format", "json", "--seed", "1", "shop"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    report: dict[str, Any] = json.loads(result.stdout)
    return report


def test_the_gate_has_one_verdict_of_both_halves(watched: Watch, tmp_path: Path) -> None:
    watched(
        project(
            """
            def erase(obj: Widget, old: Widget) -> None:
                obj.status = WidgetStatus()


            def start(obj: Widget) -> None:
                obj.status.phase = "Pending"


            def chosen(name: str) -> Any:
                return getattr(importlib.import_module("shop.others"), name)


            widgets = new_rest(RESTConfig("widgets", Widget, StrategyConfig(start, erase)))
            gadgets = new_rest(RESTConfig("gadgets", Gadget, StrategyConfig(prepare_for_create=chosen("label"))))
            texts = new_rest(RESTConfig("texts", Gadget, StrategyConfig(prepare_for_update=chosen("forget"))))
            """,
            others="""
            def label(obj: Gadget) -> None:
                obj.metadata.labels["kind"] = "gadget"


            def forget(obj: Gadget, old: Gadget) -> None:
                obj.status = WidgetStatus()
            """,
        )
    )
    report = gated(tmp_path)
    both = {(row["object"], row["rule"]): (row["verdict"], row["evidence"]) for row in report["verdicts"]}
    assert both["shop.registry.erase", "status-not-kept-on-update"] == ("violated", ["static", "blackbox"])
    assert both["shop.registry.start", "status-not-wiped-on-create"] == ("holds", ["static", "blackbox"])
    assert both["shop.registry.gadgets", "status-not-wiped-on-create"][0] == "holds"
    assert both["shop.registry.texts", "status-not-kept-on-update"][0] == "violated"
    assert not report.get("disagreements")
    keys = [(row["object"], row["rule"], row["field"]) for row in report["verdicts"]]
    assert len(keys) == len(set(keys))


def test_flags_are_asked_at_the_registration(watched: Watch) -> None:
    report = watched(
        project(
            """
            def orphans(ctx: Any) -> Policy:
                return Policy.ORPHAN_DEPENDENTS


            widgets = new_rest(
                RESTConfig(
                    "widgets",
                    Widget,
                    StrategyConfig(
                        allow_create_on_update=True,
                        allow_unconditional_update=lambda: True,
                        default_garbage_collection_policy=orphans,
                    ),
                )
            )
            """
        ),
        status=1,
    )
    assert rows(report, "shop.registry.widgets") == {
        ("allow-create-on-update-not-default", None): "violated",
        ("allow-unconditional-update-not-default", None): "holds",
        ("garbage-collection-policy-not-default", None): "violated",
    }
    lines = {each["rule"]: each["line"] for each in report["findings"]}
    assert lines == {"allow-create-on-update-not-default": 20, "garbage-collection-policy-not-default": 22}


def test_reset_fields_are_compared_to_what_default_and_hook_reset(watched: Watch) -> None:
    report = watched(
        project(
            """
            def keep_note(obj: Widget, old: Widget) -> None:
                obj.spec.note = old.spec.note


            widgets = new_rest(
                RESTConfig(
                    "widgets",
                    Widget,
                    StrategyConfig(
                        prepare_for_update=keep_note, get_reset_fields=lambda: {"status", "spec.note"}
                    ),
                )
            )
            gadgets = new_rest(
                RESTConfig("gadgets", Gadget, StrategyConfig(get_reset_fields=lambda: {"metadata.labels"}))
            )
            """
        ),
        status=1,
    )
    assert rows(report, "shop.registry.keep_note")["reset-fields-mismatch", None] == "holds"
    assert rows(report, "shop.registry.gadgets")["reset-fields-mismatch", None] == "violated"


UPDATES = {
    "a nested configuration": """
        widgets = new_rest(
            RESTConfig(kind=Widget, resource="w", strategy_config=StrategyConfig(status_config=StatusConfig(HOOK)))
        )
    """,
    "a configuration in a variable": """
        config = StatusConfig(prepare_for_update=HOOK)
        widgets = new_rest(RESTConfig("w", Widget, status_config=config))
    """,
    "a factory": """
        def storage() -> Any:
            config = StatusConfig(prepare_for_update=HOOK)
            return new_rest(RESTConfig("w", Widget, status_config=config))
    """,
    "a class": """
        class Server:
            widgets = new_rest(RESTConfig("w", Widget, status_config=StatusConfig(HOOK)))
    """,
}
WRITTEN = {
    "a function": ("shop.registry.scale", "def scale(obj: Widget, old: Widget) -> None:\n    {}\n", "scale"),
    "a function that is awaited": (
        "shop.registry.scale",
        "async def scale(ctx, obj: Widget, old: Widget) -> Widget:\n    {}\n    return obj\n",
        "scale",
    ),
    "a method of a global": (
        "shop.registry.Hooks.scale",
        "class Hooks:\n    def scale(self, ctx: Any, obj: Widget, old: Widget) -> None:\n        {}\nhooks = Hooks()\n",
        "hooks.scale",
    ),
    "a partial function": (
        "shop.registry.scale",
        "def scale(step: int, obj: Widget, old: Widget) -> None:\n    {}\n",
        "functools.partial(scale, 2)",
    ),
    "a lambda": (None, "", "lambda obj, old: setattr(obj.spec, 'size', obj.status.seen)"),
}


@pytest.mark.parametrize("registration", UPDATES.values(), ids=UPDATES)
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_every_way_of_giving_a_hook(watched: Watch, registration: str, written: tuple[str | None, str, str]) -> None:
    name, text, hook = written
    source = textwrap.dedent(registration).replace("HOOK", hook)
    report = watched(project(text.format("obj.spec.size = obj.status.seen") + source), status=1)
    (finding,) = report["findings"]
    assert (finding["rule"], finding["field"]) == SPEC
    assert finding["object"] == name or (name is None and finding["object"].startswith("shop.registry."))


def test_names_of_the_function_around_are_followed(watched: Watch) -> None:
    report = watched(
        project(
            """
            def storage() -> Any:
                from shop.others import step, unused

                phase = "Restarting"
                size = step * 2

                def restart(obj: Widget, old: Widget) -> None:
                    if obj.spec.size > size:
                        obj.status.phase = phase

                return new_rest(RESTConfig("w", Widget, StrategyConfig(prepare_for_update=restart)))
            """,
            others="""
            step = 5
            unused = 6
            """,
        ),
        status=0,
    )
    assert rows(report, "shop.registry.storage.restart")[KEPT] == "holds"


def test_a_hook_that_is_made_for_its_caller_is_listed(watched: Watch) -> None:
    report = watched(
        project(
            """
            def storage(phase: str) -> Any:
                def restart(obj: Widget, old: Widget) -> None:
                    obj.status.phase = phase

                return new_rest(RESTConfig("w", Widget, StrategyConfig(prepare_for_update=restart)))


            def start(obj: Widget) -> None:
                obj.status.phase = "Pending"


            widgets = new_rest(RESTConfig("w", Widget, StrategyConfig(prepare_for_create=start)))
            """
        )
    )
    (reason,) = untried(report).values()
    assert list(untried(report)) == ["shop.registry.storage.restart"]
    assert "the prepare_for_update of shop.registry.storage can't be had" in reason
    assert "it needs 'phase', which storage is given by its caller" in reason
    assert "put it at the top level of a module" in reason


@pytest.mark.parametrize(
    ("hook", "reason"),
    [
        ("hooks[0]", "it needs 'hooks', which a comprehension is given by its caller"),
        ("table['restart']", "what stands at line 16 can't be evaluated: KeyError: 'restart'"),
        ("None if table else 3", "is 3, which can't be called"),
    ],
)
def test_a_run_in_which_no_hook_can_be_had_proves_nothing(watched: Watch, hook: str, reason: str) -> None:
    report = watched(
        project(
            f"""
            table: dict[str, Any] = {{}}


            def storages() -> Any:
                return [
                    new_rest(RESTConfig("w", Widget, StrategyConfig(prepare_for_update={hook})))
                    for hooks in [()]
                ]
            """
        ),
        status=2,
    )
    (told,) = untried(report).values()
    assert reason in told


def test_a_hook_of_two_registrations_is_tried_in_both(watched: Watch) -> None:
    report = watched(
        project(
            """
            from shop.others import remember

            widgets = new_rest(RESTConfig("w", Widget, StrategyConfig(prepare_for_update=remember)))
            gadgets = new_rest(RESTConfig("g", Gadget, StrategyConfig(prepare_for_update=remember)))
            """,
            others="""
            def remember(obj: Any, old: Any) -> None:
                obj.metadata.labels["kind"] = type(obj).__name__
                if isinstance(obj, Gadget):
                    obj.status = WidgetStatus()
            """,
        ),
        status=1,
    )
    (finding,) = report["findings"]
    assert (finding["object"], finding["rule"]) == ("shop.others.remember", "status-not-kept-on-update")
    assert "Gadget(" in next(iter(report["cases"].values()))


# ------------------------------------------------------------------------------------------------------- checks

CHECKING = """
    def refuse_large(ctx: object, obj: Widget) -> list[str]:
        return [f"{obj.spec.size} is too large"] if obj.spec.size > 10_000_000 else []


    async def warn(ctx: object, obj: Widget, old: Widget) -> list[str]:
        return ["it shrinks"] if obj.spec.size < old.spec.size else []


    widgets = new_rest(
        RESTConfig(
            "widgets",
            Widget,
            StrategyConfig(validate=refuse_large, validate_update=refuse_large, warnings_on_update=warn),
        )
    )
"""


def broken_by(report: dict[str, Any], about: str) -> set[str]:
    """The rules that one object breaks."""
    return {rule for (rule, _), verdict in rows(report, about).items() if verdict == "violated"}


def test_a_check_that_looks_has_nothing_to_answer_for(watched: Watch) -> None:
    source = CHECKING.replace("validate_update=refuse_large, ", "")
    report = watched(project(source), status=None)
    assert not rows(report, "shop.registry.refuse_large")
    assert not rows(report, "shop.registry.warn")
    assert untried(report) == {}


@pytest.mark.parametrize(
    ("change", "about", "rules"),
    [
        (
            ("return [f", "obj.metadata.generation = 7\\n        return [f"),
            "refuse_large",
            {"generation-not-set-on-create"},
        ),
        (('return ["it', 'obj.status = WidgetStatus()\\n        return ["it'), "warn", {"status-not-kept-on-update"}),
        (
            ('return ["it', 'obj.spec.note = "seen"\\n        return ["it'),
            "warn",
            {"generation-compared-too-early"},
        ),
        (('return ["it', 'obj.spec.turbo = None\\n        return ["it'), "warn", {"gated-field-dropped-when-enabled"}),
    ],
    ids=["generation", "kept", "spec", "gated"],
)
def test_a_check_that_changes_the_object_breaks_what_that_breaks(
    watched: Watch, change: tuple[str, str], about: str, rules: set[str]
) -> None:
    source = CHECKING.replace("validate_update=refuse_large, ", "").replace(
        *(each.replace("\\n", "\n") for each in change)
    )
    assert source != CHECKING
    report = watched(project(source), status=1)
    assert rules <= broken_by(report, f"shop.registry.{about}")
    case = next(iter(report["cases"].values()))
    assert "shop.registry.widgets/" in case


def test_a_check_of_creates_is_one_under_either_of_its_names(watched: Watch) -> None:
    source = CHECKING.replace("validate=refuse_large, validate_update=refuse_large", "validate_create=refuse_large")
    report = watched(project(source.replace("return [f", "obj.metadata.generation = 7\n        return [f")), status=1)
    assert broken_by(report, "shop.registry.refuse_large") == {"generation-not-set-on-create"}


def test_what_a_check_changes_and_refuses_is_not_stored(watched: Watch) -> None:
    source = CHECKING.replace("validate_update=refuse_large, ", "").replace(
        "return [f", "obj.status.phase = 'refused'\n        return ['no', f"
    )
    report = watched(project(source.replace(" if obj.spec.size > 10_000_000 else []", "")), status=None)
    assert not broken_by(report, "shop.registry.refuse_large")
