"""Hooks for any type."""


class FillsOut:
    def assign_properties_to(self, dst: object) -> None:
        dst.tonnage = self.tonnage  # type: ignore[attr-defined]


class FillsBoth(FillsOut):
    def assign_properties_from(self, src: object) -> None:
        self.tonnage = src.tonnage  # type: ignore[attr-defined]
