"""The ways in which a class can be declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

Form = Literal["dataclass", "attrs", "pydantic", "msgspec", "typeddict", "namedtuple", "plain", "enum", "protocol"]

ENUMS: Final = frozenset(("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum"))
PYDANTIC: Final = frozenset(("BaseModel", "RootModel", "GenericModel", "BaseSettings"))
#: Each decorator of attrs with the options that it sets by itself.
_ATTRS_CLASSIC: Final[Mapping[str, bool]] = {}
_ATTRS_MODERN: Final[Mapping[str, bool]] = {"slots": True, "collect_by_mro": True, "detect_attribs": True}
_ATTRS_NAMES: Final[Mapping[str, Mapping[str, bool]]] = {
    "s": _ATTRS_CLASSIC,
    "attributes": _ATTRS_CLASSIC,
    "attrs": _ATTRS_CLASSIC,
    "attr": _ATTRS_CLASSIC,
    "dataclass": {"auto_attribs": True},
    "define": _ATTRS_MODERN,
    "mutable": _ATTRS_MODERN,
    "frozen": {**_ATTRS_MODERN, "frozen": True},
}
ATTRS: Final = {f"{module}.{name}": options for module in ("attr", "attrs") for name, options in _ATTRS_NAMES.items()}
#: Forms whose fields are those of the classes that are decorated, or made by a call: what a class that merely derives
#: from one annotates is no field.
DECORATED: Final = frozenset(("dataclass", "attrs", "namedtuple"))


#: Switch of a data class that looks at what it is given, as pydantic has it.
CHECKING: Final = "looks at what it is given"
#: Switch of a class whose configuration is made by code that is not followed.
UNREAD: Final = "has a configuration that is not read"


class Declaration(Struct, frozen=True):
    """The declaration of a class.

    ``options`` are the switches that were set, by whatever decorator, class keyword or inherited configuration.
    ``is_own`` says that the class itself is declared so; otherwise it only derives from one that is.
    """

    form: Form
    options: Mapping[str, bool] = field(default_factory=dict)
    is_own: bool = True

    def has(self, option: str) -> bool:
        """Whether a switch is on."""
        return self.options.get(option, False)


def form_of_base(dotted: str) -> Form | None:
    """The form of a class that derives from this class outside the tree."""
    package, _, name = dotted.rpartition(".")
    if name in ENUMS:
        return "enum"
    if name == "Protocol":
        return "protocol"
    if name == "TypedDict":
        return "typeddict"
    if name in ("NamedTuple", "namedtuple"):
        return "namedtuple"
    if name == "Struct" and package.startswith("msgspec"):
        return "msgspec"
    if (name in PYDANTIC and package.startswith("pydantic")) or name == "SQLModel":
        return "pydantic"
    return None
