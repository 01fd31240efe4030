"""Augmentation hooks come in pairs, and take the next type of the conversion chain (contract section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from apivet.conventions.rulings import Ruling, Said, reported
from apivet.conventions.subject import Configuration
from apivet.program.contents import Contents
from apivet.program.conversions import Augmentation
from apivet.program.groups import Group, Served
from apivet.program.model import Named, Program, Type, Unknown
from apivet.program.syntax import Function, Parameter
from apivet.verdicts import Location, Verdict
from apivet.vocabulary import FROM, TO

ONE_WAY = "conversion-hook-one-way"
WRONG_TYPE = "conversion-hook-wrong-type"

#: Methods of a type whose parameter is the other end of a conversion.
_CONVERTING = (TO, FROM, "convert_to", "convert_from")


def judge_augmentations(contents: Contents, program: Program, config: Configuration) -> Said:
    """Every type of a file that has an augmentation hook."""
    return reported(
        (augmentation.type.dotted, augmentation.type.location, ruling)
        for augmentation in contents.augmentations
        for ruling in (_both_ways(augmentation, program), *_right_types(augmentation, program))
    )


# ------------------------------------------------------------------------------------------------------- both ways


def _both_ways(augmentation: Augmentation, program: Program) -> Ruling:
    """A type with one of the two hooks has both."""
    type_ = augmentation.type
    missing = [name for name in (TO, FROM) if name not in augmentation.hooks]
    if not missing:
        return Ruling(ONE_WAY, Verdict.HOLDS)
    if any(base.has_unknown_base for base in program.ancestry(type_)):
        reason = f"a base class outside the tree may define {missing[0]}"
        return Ruling(ONE_WAY, Verdict.UNPROVEN, None, reason, type_.location)
    present = next(iter(augmentation.hooks))
    location = _place(augmentation.hooks[present], type_)
    return Ruling(ONE_WAY, Verdict.VIOLATED, None, f"it has {present} and no {missing[0]}", location)


def _place(hook: Function | None, type_: Type) -> Location:
    """A hook of the type's own, else the type."""
    return hook.location if hook is not None and hook.owner == type_.dotted else type_.location


# ------------------------------------------------------------------------------------------------------- the chain


def _right_types(augmentation: Augmentation, program: Program) -> Iterator[Ruling]:
    """A hook's parameter is the next type in the chain."""
    place = _Chain(program).place_of(augmentation.type)
    if place is None:
        return
    for name in (TO, FROM):
        if name in augmentation.hooks:
            hook = augmentation.hooks[name]
            ruling = _right_type(program, place, name, hook)
            yield Ruling(
                WRONG_TYPE, ruling.verdict, name, ruling.detail, _place(hook, augmentation.type), ruling.witness
            )


class _NextTypes(Struct, frozen=True):
    """The types that may come next after one in its chain, and in words why; none at its end."""

    following: tuple[Type, ...]
    reason: str


class _Chain:
    """The types that follow a type on the way to the hub.

    A versioned type is followed by its storage twin. A storage twin is followed by that of the next version towards
    the preferred one; the last of them, and each of them where none leads to another, by the hub type.
    """

    def __init__(self, program: Program) -> None:
        self.program = program

    def place_of(self, type_: Type) -> _NextTypes | None:
        """The place of a type among those of its group; ``None`` where it is in no version of a group."""
        for group in self.program.groups_of(type_.module):
            for served in group.served:
                if type_.module in served.storage:
                    return self._after_storage(type_, group, served)
            for served in group.served:
                if type_.module == served.module and type_.module != group.hub:
                    return self._after_served(type_, group, served)
        return None

    def _after_served(self, type_: Type, group: Group, served: Served) -> _NextTypes:
        twin = self._twin(served, type_.name)
        if twin is not None:
            return _NextTypes((twin,), "its storage twin")
        if any(self._twin(other, type_.name) for other in group.served):
            return _NextTypes((), f"{served.version} has no storage twin of {type_.name}")
        hub = self._hub(group, type_.name)
        return (
            _NextTypes((hub,), "the hub type")
            if hub is not None
            else _NextTypes((), "it has no storage twin and no hub type")
        )

    def _after_storage(self, type_: Type, group: Group, served: Served) -> _NextTypes:
        hub = self._hub(group, type_.name)
        nearer = group.served[: group.served.index(served)]
        following = next((twin for each in reversed(nearer) if (twin := self._twin(each, type_.name))), None)
        if following is None:
            return (
                _NextTypes((hub,), "the hub type")
                if hub is not None
                else _NextTypes((), "it is the end of the chain itself")
            )
        if hub is None or self._is_chained(group, type_.name):
            return _NextTypes((following,), "the storage twin of the next version")
        return _NextTypes((following, hub), "the storage twin of the next version, or the hub type")

    def _twin(self, served: Served, name: str) -> Type | None:
        """The type of that name in a version's storage."""
        for module in served.storage:
            found = self.program.resolve(module, name)
            if isinstance(found, Type) and module != served.module:
                return found
        return None

    def _hub(self, group: Group, name: str) -> Type | None:
        if group.hub is None:
            return None
        names = [name, *(rename.hub for rename in group.renames if rename.served == name)]
        found = (self.program.resolve(group.hub, each) for each in names)
        return next((type_ for type_ in found if isinstance(type_, Type)), None)

    def _is_chained(self, group: Group, name: str) -> bool:
        """Whether the storage twin of one version is made to convert to that of another."""
        twins = [twin for served in group.served if (twin := self._twin(served, name)) is not None]
        known = {twin.dotted for twin in twins}
        for twin in twins:
            for method in (twin.methods[each] for each in _CONVERTING if each in twin.methods):
                parameter = _parameter(method)
                if parameter is not None and parameter.annotation is not None:
                    shape, _ = self.program.shape(method.module, parameter.annotation)
                    if isinstance(shape, Named) and shape.dotted in known - {twin.dotted}:
                        return True
        return False


# -------------------------------------------------------------------------------------------------- the parameter


def _parameter(hook: Function) -> Parameter | None:
    """The parameter that takes the other object: the last one that a caller must give, behind the receiver."""
    behind = hook.parameters[0 if hook.binding == "none" else 1 :]
    plain = [parameter for parameter in behind if parameter.kind in ("positional", "keyword")]
    required = [parameter for parameter in plain if parameter.default is None] or plain
    typed = [parameter for parameter in required if parameter.annotation is not None]
    found = typed or required
    return found[-1] if found else None


def _right_type(program: Program, place: _NextTypes, name: str, hook: Function | None) -> Ruling:
    parameter = _parameter(hook) if hook is not None else None
    if hook is None or parameter is None:
        return _unproven(f"{name} is no function whose parameter can be seen")
    if parameter.annotation is None:
        return _unproven(f"the parameter {parameter.name} has no annotation, which would tell its type")
    shape, _ = program.shape(hook.module, parameter.annotation)
    if isinstance(shape, Unknown):
        return _unproven(f"the type of {parameter.name} can't be made out")
    taken = program.type(shape.dotted) if isinstance(shape, Named) else None
    if isinstance(shape, Named) and taken is None:
        return _unproven(f"the type of {parameter.name} can't be made out")
    if not place.following:
        return _unproven(place.reason)
    if taken is not None and _accepts(taken, place.following):
        return Ruling(WRONG_TYPE, Verdict.HOLDS)
    if taken is not None and _is_above(program, taken, place.following):
        return _unproven(f"{parameter.name} is of a base type of {place.following[0].dotted}")
    given = taken.dotted if taken is not None else "no API type"
    expected = " or ".join(type_.dotted for type_ in place.following)
    return Ruling(WRONG_TYPE, Verdict.VIOLATED, name, f"{name} takes {given}; next is {expected}, {place.reason}")


def _unproven(reason: str) -> Ruling:
    return Ruling(WRONG_TYPE, Verdict.UNPROVEN, None, reason)


def _accepts(taken: Type, expected: tuple[Type, ...]) -> bool:
    return any(taken.dotted == type_.dotted for type_ in expected)


def _is_above(program: Program, taken: Type, expected: tuple[Type, ...]) -> bool:
    """Whether every object of the next type is one of the parameter's as well."""
    return taken.form == "protocol" or any(
        taken.dotted in {base.dotted for base in program.ancestry(type_)} for type_ in expected
    )
