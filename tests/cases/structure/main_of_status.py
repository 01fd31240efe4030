"""Nothing names the object's type, and a status strategy derives from the main one: both are checked. A base that
some main strategy completes is checked through its subclasses alone."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

T = TypeVar("T")


class WidgetStrategy:  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    """The most common idiom of all, with a mistake in the main strategy."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class WidgetStatusStrategy(WidgetStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class GadgetStrategy:
    # confidence: inferred
    def prepare_for_create(self, obj):
        obj.status = None

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class GadgetStatusStrategy(GadgetStrategy):  # expect: spec-not-kept-on-status-update[spec]
    # confidence: inferred
    # undecided: metadata-not-reset-on-status-update
    def prepare_for_update(self, obj, old):
        obj.spec.size = old.spec.size


class TypedLooselyStrategy:  # expect: status-not-kept-on-update[status]
    # confidence: inferred
    """Any object will do: so says the annotation of a strategy that is nobody's base but its own status strategy's."""

    def prepare_for_create(self, obj: Any) -> None:
        obj.status = None

    def prepare_for_update(self, obj: Any, old: object) -> None:
        obj.spec.size = 2


class TypedLooselyStatusStrategy(TypedLooselyStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj: Any, old: Any) -> None:
        obj.spec = old.spec


class VariableStrategy(Generic[T]):  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    def prepare_for_create(self, obj: T) -> None:
        obj.spec.size = 1

    def prepare_for_update(self, obj: T, old: T) -> None:
        obj.status = old.status


class VariableStatusStrategy(VariableStrategy[T]):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj: T, old: T) -> None:
        obj.spec = old.spec


class ByAttributeStrategy:  # expect: status-not-wiped-on-create[status]
    # confidence: inferred
    """Both of its subclasses say that they are for a subresource, one of them through its base."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class ByAttributeObserved(ByAttributeStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    subresource = "status"

    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class ByAttributeObservedTwice(ByAttributeObserved):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class ByAttributeApproval(ByAttributeStrategy):
    # confidence: inferred
    subresource: str = "approval"

    def prepare_for_update(self, obj, old):
        obj.spec.approved = True


# ----------------------------------------------------------------------------------------- bases of main strategies


class BaseStrategy:  # unchecked
    """Left for others to complete: a main and a status strategy derive from it."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class CompletingStrategy(BaseStrategy):
    # confidence: inferred
    def prepare_for_create(self, obj):
        super().prepare_for_create(obj)
        obj.status = None


class CompletingStatusStrategy(BaseStrategy):  # undecided: metadata-not-reset-on-status-update
    # confidence: inferred
    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class TwoStepsBaseStrategy:  # unchecked
    """Its only direct subclass is for status; that one's subclass says that it is not."""

    def prepare_for_create(self, obj):
        obj.spec.size = 1

    def prepare_for_update(self, obj, old):
        obj.status = old.status


class InBetween(TwoStepsBaseStrategy):  # unchecked
    subresource = "status"

    def prepare_for_update(self, obj, old):
        obj.spec = old.spec


class TwoStepsStrategy(InBetween):  # expect: status-not-wiped-on-create, status-not-kept-on-update
    # confidence: inferred
    subresource = ""
