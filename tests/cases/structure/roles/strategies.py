from types_ import Dock


class Main:
    def prepare_for_create(self, obj: Dock) -> None:
        obj.status = ""

    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        obj.status = old.status


class Observed(Main):  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update
    """Bound as the status strategy in another module, by keyword."""

    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


class Assigned(Main):  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


class Made(Main):  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update
    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


class Scale(Main):
    """Only the reset fields and the gates are its business."""

    subresource = "scale"

    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


class ByProperty(Main):  # expect: spec-not-kept-on-status-update, metadata-not-reset-on-status-update
    subresource: str = "status"

    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


class Plain(Main):  # expect: status-not-kept-on-update
    """Bound as the main strategy, whatever it is called."""

    def prepare_for_update(self, obj: Dock, old: Dock) -> None:
        pass


made = Made()


def new_plain() -> Plain:
    return Plain()
