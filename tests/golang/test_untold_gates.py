"""Values that may come of a feature gate, for all that can be told, and values that come of none."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.golang.judged_hooks import rulings, verdict
from tests.golang.test_strangers import source

RULE = "ungated-field-dropped"
SET_ELSEWHERE = ("var sparing bool\nfunc Spare(on bool) { sparing = on }\n", "if sparing { k.Spec.Salt = nil }\n")
OF_THE_USER = ("", "k.Spec.Names = nil\nif user, ok := request.UserFrom(nil); ok { k.Spec.Names = user.GetGroups() }\n")

SERVER = "vendor/k8s.io/apiserver/pkg"
REQUESTS = {
    f"{SERVER}/authentication/user/user.go": "package user\ntype Info interface { GetGroups() []string }\n",
    f"{SERVER}/endpoints/request/context.go": """package request
import "k8s.io/apiserver/pkg/authentication/user"
func UserFrom(ctx any) (user.Info, bool) { u, ok := ctx.(user.Info); return u, ok }
""",
}


@pytest.mark.parametrize(
    ("written", "gates", "told"),
    [
        (SET_ELSEWHERE, (), "holds"),
        (SET_ELSEWHERE, ("Rye",), "unproven"),
        (OF_THE_USER, ("Rye",), "holds"),
    ],
)
def test_what_may_come_of_a_gate(tmp_path: Path, written: tuple[str, str], gates: tuple[str, ...], told: str) -> None:
    declarations, body = written
    code = source({"rule": RULE, "declarations": declarations}, body)
    files = {"go.mod": "module ex.org/bakery\n\ngo 1.24\n", "loaf.go": code, **REQUESTS}
    asked = (tmp_path, files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", RULE)
    assert verdict(rulings(*asked, frozenset(gates))) == told


#: Strategies that are made with something, which may be what a gate answered then, or that hold what never is.
MADE_WITH = {
    "type loafStrategy struct { sparing bool }": ("s.sparing", "unproven"),
    "type options struct { sparing bool }\ntype loafStrategy struct { options }": ("s.sparing", "unproven"),
    "type loafStrategy struct { is func() bool }": ("s.is()", "unproven"),
    "type loafStrategy struct { sparing bool }\nfunc (s loafStrategy) spares() bool { return s.sparing }": (
        "s.spares()",
        "unproven",
    ),
    "type loafStrategy struct {}": ("k.Spec.Sweet", "holds"),
}


@pytest.mark.parametrize("declared", MADE_WITH)
def test_what_a_strategy_is_made_with(tmp_path: Path, declared: str) -> None:
    condition, told = MADE_WITH[declared]
    code = source({"rule": RULE}, f"if {condition} {{ k.Spec.Salt = nil }}\n")
    code = code.replace("type loafStrategy struct{}", declared).replace("func (loafStrategy)", "func (s loafStrategy)")
    files = {"go.mod": "module ex.org/bakery\n\ngo 1.24\n", "loaf.go": code}
    for number, (gates, expected) in enumerate([((), "holds"), (("Rye",), told)]):
        asked = (tmp_path / str(number), files, "ex.org/bakery.loafStrategy", "ex.org/bakery.Loaf", RULE)
        assert verdict(rulings(*asked, frozenset(gates))) == expected
