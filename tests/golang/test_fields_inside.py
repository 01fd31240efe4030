"""Fields that are set inside others: a generation of an object that a strategy sets is not that of a template in its
spec, unless something leads from there to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.test_gates import CODE, UNGATED, rulings

from apivet.conventions.strategy import StrategySubject

_TYPES = CODE.partition("func (millStrategy)")[0]
TYPES = _TYPES.replace(
    "	Plain *int32\n", "	Plain *int32\n	Spare Spare\n	Shared *metav1.ObjectMeta\n	More []Spare\n"
).replace(
    "type Stone struct",
    """type Spare struct { metav1.ObjectMeta; Note string }
type Twin Mill
type Box struct { Meta *metav1.ObjectMeta }
func meta(k *Mill) *metav1.ObjectMeta { return &k.ObjectMeta }
func put(s *MillSpec, m *metav1.ObjectMeta) { s.Shared = m }
type Stone struct""",
    1,
)
RESET = "if on(Sails) { k.Generation = 0 }"
#: Ways by which the object's own metadata is in its spec, too.
SHARED = (
    "k.Spec.Shared = &k.ObjectMeta",
    "m := &k.ObjectMeta; k.Spec.Shared = m",
    "k.Spec.Shared = meta(k)",
    "put(&k.Spec, &k.ObjectMeta)",
    "x := []*metav1.ObjectMeta{&k.ObjectMeta}; k.Spec.Shared = x[0]",
    "x := Box{&k.ObjectMeta}; k.Spec.Shared = x.Meta",
    "f := func(m *metav1.ObjectMeta) { k.Spec.Shared = m }; f(&k.ObjectMeta)",
    "k.Spec.Shared, k.Spec.Plain = &k.ObjectMeta, nil",
    "t := (*Twin)(k); k.Spec.Shared = &t.ObjectMeta",
)
INSIDE = (
    "if on(Sails) { k.Spec.Spare.Generation = 0 }",
    "m := &k.Spec.Spare.ObjectMeta; if on(Sails) { m.Generation = 0 }",
    "for i := range k.Spec.More { if on(Sails) { k.Spec.More[i].Generation = 0 } }",
    "if on(Sails) { put(&k.Spec, &metav1.ObjectMeta{}); k.Spec.Shared.Generation = 0 }",
)


def told(root: Path, body: str) -> dict[str | None, str]:
    hook = f"func (millStrategy) PrepareForCreate(k *Mill) {{\n{body}\n}}\n"
    found = rulings(root, UNGATED, hook, code=TYPES.replace("%", "%%") + "%s")
    return {each.field: each.verdict.value for each in found}


def test_an_objects_own_generation_is_none_of_its_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []
    by_gates = StrategySubject.by_gates

    def noted(subject: StrategySubject, part: str) -> object:
        found = list(by_gates(subject, part))
        asked.extend(key for _, key in found)
        return iter(found)

    monkeypatch.setattr(StrategySubject, "by_gates", noted)
    assert told(tmp_path, f"{RESET}\nif !on(Wheels) {{ k.Spec.Plain = nil }}") == {"spec.plain": "violated"}
    assert [(key or "").partition("@")[0] for key in asked] == ["plain"]


@pytest.mark.parametrize("way", SHARED)
def test_one_that_the_spec_leads_to_is(tmp_path: Path, way: str) -> None:
    assert told(tmp_path, f"{way}\n{RESET}") == {"spec.shared.generation": "violated"}


@pytest.mark.parametrize("body", INSIDE)
def test_so_is_one_of_a_part_of_the_spec(tmp_path: Path, body: str) -> None:
    assert "violated" in told(tmp_path, body).values()
