"""Strategies whose hooks are put together at random."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from drawn_causes import CAUSES
from hook_pieces import (
    BUMPS,
    COMPARISONS,
    CONDITIONS,
    DROPS,
    FIRST_GENERATIONS,
    KEEPS,
    METADATA_RESTORES,
    OTHERS,
    OTHERS_ON_UPDATE,
    PRELUDE,
    SPEC_RESTORES,
    WIPES,
    pieces_of,
)
from watched_hooks import MAIN, STATUS

#: What stands between the objects and the hooks.
_HOOKS = "# Hooks"
_DECLARED = ("ObjectMeta", "Port", "Template", "WidgetSpec", "WidgetStatus", "Widget")
#: The ends of the declarations of the spec and the status.
_LAST_OF_SPEC = "    template: Optional[Template] = None\n"
_LAST_OF_STATUS = "    note: Optional[str] = None\n"
#: What lets objects hold more than their types declare.
_OPEN = """
    def __getattr__(self, name: str) -> str:
        if name not in vars(self).get("more", ()):
            raise AttributeError(name)
        return vars(self)["more"][name]
"""
#: What modules of these styles have in the place of a text of the plain one.
_STYLES: dict[str, tuple[tuple[str, str], ...]] = {
    "open": ((_LAST_OF_STATUS, _LAST_OF_STATUS + _OPEN),),
    "rich": (
        (
            _LAST_OF_SPEC,
            f"{_LAST_OF_SPEC}    ranks: list[int] = field(default_factory=list)\n"
            "    marks: dict[str, str] = field(default_factory=dict)\n"
            "    urgent: bool = False\n"
            '    line: Literal["left", "right"] = "left"\n',
        ),
        (
            _LAST_OF_STATUS,
            f"{_LAST_OF_STATUS}    part: Template = field(default_factory=Template)\n"
            "    notes: list[str] = field(default_factory=list)\n"
            "    marks: dict[str, str] = field(default_factory=dict)\n",
        ),
    ),
    "attrs": (
        ("\nON: set", "\nimport attrs\n\nON: set"),
        ("@dataclass\nclass WidgetStatus:", "@attrs.define(slots=False)\nclass WidgetStatus:"),
    ),
    "own copies": (
        (
            _LAST_OF_SPEC,
            f"{_LAST_OF_SPEC}\n"
            "    def __copy__(self) -> WidgetSpec:\n"
            "        return WidgetSpec(self.size, self.mode)\n\n"
            "    def __deepcopy__(self, memo: dict[int, object]) -> WidgetSpec:\n"
            "        return WidgetSpec(self.size, self.mode)\n",
        ),
    ),
    "models": (
        ("\nON: set", "\nfrom pydantic import BaseModel, Field, TypeAdapter\n\nON: set"),
        ("field(default", "Field(default"),
        *((f"@dataclass\nclass {name}:", f"class {name}(BaseModel):") for name in _DECLARED),
    ),
}
#: A place of a piece where one of several texts stands.
_ONE_OF = re.compile("<<(.*?)>>", re.DOTALL)


class Composer:
    """Puts hooks together; the same seed gives the same hooks."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.choice = random.Random(seed).choice
        self.chance = random.Random(-seed - 1).random
        self.is_plain = seed % 3 == 0

    def source(self) -> str:
        """A module with one main and one status strategy."""
        create = self._body([self.choice(WIPES), self.choice(DROPS), self.choice(FIRST_GENERATIONS)], OTHERS, "None")
        update = self._body(
            [self.choice(KEEPS), self.choice(DROPS), self.choice(BUMPS)], [*OTHERS, *OTHERS_ON_UPDATE], "old"
        )
        status = self._body([self.choice(METADATA_RESTORES), self.choice(SPEC_RESTORES)], OTHERS_ON_UPDATE, "old")
        return "\n".join(
            (
                PRELUDE,
                _HOOKS,
                "class WidgetStrategy:",
                "    def prepare_for_create(self, ctx, obj: Widget):",
                *create,
                "    def prepare_for_update(self, ctx, obj: Widget, old: Widget):",
                *update,
                "class WidgetStatusStrategy:",
                "    def prepare_for_update(self, ctx, obj: Widget, old: Widget):",
                *status,
            )
        )

    def source_of_cause(self, cause: str) -> str:
        """A module with one strategy whose hook shows a cause, or seems to; at times it is a partial application."""
        style, kind, text = CAUSES[cause]
        given = "ctx, obj: Widget" if kind in ("create", "gates") else "ctx, obj: Widget, old: Widget"
        name = "prepare_for_create" if kind in ("create", "gates") else "prepare_for_update"
        pieces = pieces_of(text)
        piece = pieces[self.seed % len(pieces)]  # in turn, so that a few seeds show them all, each at first alone
        self.is_plain = self.is_plain or self.seed < len(pieces)
        body = [*self._body([piece], ["snapshot = deepcopy(obj)"], "old"), ""]
        other, owner = (MAIN, STATUS) if kind == "status" else (STATUS, MAIN)
        if kind == "resets":
            hook = [f"MADE_WITH = {{'{owner}': [('status',)]}}", f"class {owner}:"]
            hook += ["    def __init__(self, resets):", "        self.resets = resets"]
            hook += ["    def get_reset_fields(self):", *("        " + line for line in self._drawn(piece, "old"))]
            hook += [f"    def {name}(self, {given}):", "        obj.status = old.status"]
        elif self.chance() < 0.2:
            hook = [f"def hook(old_limit, {given}):", *body, f"class {owner}:"]
            hook.append(f"    {name} = staticmethod(partial(hook, 9))")
        else:
            hook = [f"class {owner}:", f"    def {name}(self, {given}):", *body]
        if kind == "gates":
            hook += ["    def prepare_for_update(self, ctx, obj: Widget, old: Widget):"]
            hook += ["        drop_disabled_fields(obj, old)"]
        return "\n".join((prelude_of(style), _HOOKS, *hook, f"class {other}:", "    pass"))

    def _body(self, pieces: list[str], others: list[str], stored: str) -> Iterator[str]:
        if not self.is_plain:
            for _ in range(self.choice((0, 0, 1))):
                pieces.insert(self.choice(range(len(pieces) + 1)), self.choice(others))
        for piece in pieces:
            for line in self._wrapped(self._drawn(piece, stored)):
                yield "        " + line

    def _drawn(self, piece: str, stored: str) -> list[str]:
        """The lines of a piece, with something in all places that are left open."""
        used = "(old.spec.mode is not None)" if stored == "old" else "False"
        text = piece.replace("COMPARISON", self.choice(COMPARISONS)).replace("COND", self.choice(CONDITIONS))
        text = _ONE_OF.sub(lambda found: self.choice(found[1].split(" || ")), text)
        if "FIELD" in text:
            text = text.replace("FIELD", self.choice(("phase", "count", "note")))
        return text.replace("STORED", stored).replace("USED", used).split("\n")

    def _wrapped(self, lines: list[str]) -> list[str]:
        inner = ["    " + line for line in lines]
        wrappings: tuple[Callable[[], list[str]], ...] = (
            lambda: [f"if {self.choice(CONDITIONS)}:", *inner],
            lambda: [f"if {self.choice(CONDITIONS)}:", *inner, "else:", *inner],
            lambda: [f"if {self.choice(CONDITIONS)}:", "    return", *lines],
            lambda: ["try:", "    int(obj.metadata.name)", "finally:", *inner],
            lambda: ["with suppress(ValueError):", "    int(obj.metadata.name)", *inner],
            lambda: ["for turn in (1, 2):", *inner, "    break"],
            lambda: ["while True:", *inner, "    break"],
            lambda: ["def act():", *inner, "act()"],
            lambda: [f"match bool({self.choice(CONDITIONS)}):", "    case True:", *("    " + line for line in inner)],
        )
        return lines if self.is_plain or self.chance() < 0.6 else self.choice(wrappings)()


def prelude_of(style: str) -> str:
    """The module of objects in a style: plain, open to undeclared fields, richer in fields, or of models."""
    prelude = PRELUDE
    for text, other in _STYLES.get(style, ()):
        assert text in prelude
        prelude = prelude.replace(text, other)
    return prelude


def hooks_in(source: str) -> str:
    """The strategies of a module, without the objects that they are for."""
    return source.partition(_HOOKS)[2]
