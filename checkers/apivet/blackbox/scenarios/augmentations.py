"""Augmentation hooks at work: a hook that no conversion of its type calls carries nothing over."""

from __future__ import annotations

import inspect
import typing
from typing import Any

from apivet.blackbox.objects.filling import Choice, Filler
from apivet.blackbox.project.hooks import CannotRunError
from apivet.blackbox.project.samples import Samples
from apivet.blackbox.project.scenario_calls import CannotFillError, LiveConversion, without_bags
from apivet.blackbox.protocol.observations import Observation
from apivet.blackbox.protocol.scenario_models import ROUND_TRIP, AugmentationAssignment, ConversionModel
from apivet.blackbox.scenarios.cases import calls_of
from apivet.blackbox.scenarios.scripts import augmentation_script
from apivet.vocabulary import TO

WRONG_TYPE = "conversion-hook-wrong-type"


def augmentations(assignment: AugmentationAssignment, samples: Samples) -> list[Observation]:
    """One for each hook: it is called, or no conversion calls it. A hook of a type that takes part in no conversion,
    in none that comes to its end, or in none with the type that the hook waits for, is not spoken of."""
    filler = samples.filler(assignment.types)
    class_ = filler.class_of(assignment.type)
    found = [_hook(assignment, samples, filler, class_, hook) for hook in assignment.hooks]
    return [seen for seen in found if seen is not None]


def _hook(
    assignment: AugmentationAssignment, samples: Samples, filler: Filler, class_: Any, hook: str
) -> Observation | None:
    own = [
        each for each in assignment.conversions if assignment.type == (each.source if hook == TO else each.destination)
    ]
    ended: list[ConversionModel] = []
    with calls_of(class_, hook) as calls:
        for model in own:
            if _comes_to_its_end(model, filler, samples):
                ended.append(model)
            if calls:
                return Observation(WRONG_TYPE, hook, "holds", "", assignment.type, "", len(ended), len(ended))
    if not ended:
        return None
    fitting = [model for model in ended if _takes(class_, hook, filler.class_of(_other(model, hook)))]
    number = len(ended)
    if fitting:
        # The hook takes what the conversion has at hand: it is the conversion that forgets it.
        detail = f"it never calls {assignment.type}.{hook}"
        blamed = fitting[0].place.dotted
        case = augmentation_script(ROUND_TRIP, blamed, class_, hook, _with_objects(fitting[:1], filler), filler)
        return Observation(ROUND_TRIP, hook, "violated", detail, blamed, case, number, number)
    if hook in assignment.right:
        return None
    which = "from" if hook == TO else "to"
    names = ", ".join(model.place.dotted.rpartition(".")[2] for model in ended[:3])
    detail = f"no conversion {which} the type calls it ({names}{', ...' if number > 3 else ''})"
    case = augmentation_script(WRONG_TYPE, assignment.type, class_, hook, _with_objects(ended, filler), filler)
    return Observation(WRONG_TYPE, hook, "violated", detail, assignment.type, case, number, number)


def _with_objects(models: list[ConversionModel], filler: Filler) -> list[tuple[ConversionModel, Any]]:
    """The conversions, each with an object that has nothing in it but what it must have."""
    return [(model, without_bags(filler.make(model.source, Choice("bare")))) for model in models]


def _other(model: ConversionModel, hook: str) -> str:
    return model.destination if hook == TO else model.source


def _comes_to_its_end(model: ConversionModel, filler: Filler, samples: Samples) -> bool:
    try:
        convert = LiveConversion(model, filler)
        for _, given in samples.objects(filler, model.source):
            try:
                convert(given)
            except Exception:
                continue
            return True
    except (CannotFillError, CannotRunError):
        return False
    return False


def _takes(class_: Any, hook: str, other: Any) -> bool:
    """Whether the hook says that it takes objects of a class."""
    try:
        hints = typing.get_type_hints(inspect.getattr_static(class_, hook))
    except Exception:
        return False
    hints.pop("return", None)
    taken = list(hints.values())[-1:]
    return any(isinstance(each, type) and isinstance(other, type) and issubclass(other, each) for each in taken)


__all__ = ["WRONG_TYPE", "augmentations"]
