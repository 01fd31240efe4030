"""Bumps on pieces of texts and of bytes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Meta:
    generation: int = 0


@dataclass
class FilmSpec:
    title: str = ""
    reel: bytes = b""


@dataclass
class Film:
    metadata: Meta
    spec: FilmSpec


class FilmRegistry:
    def prepare_for_create(self, obj: Film) -> None:
        obj.metadata.generation = 1

    def prepare_for_update(self, obj: Film, old: Film) -> None:
        if self.changed(obj.spec, old.spec):
            obj.metadata.generation = old.metadata.generation + 1

    def changed(self, new: FilmSpec, old: FilmSpec) -> bool:
        return new != old


class WholeReelStrategy(FilmRegistry):
    def changed(self, new: FilmSpec, old: FilmSpec) -> bool:
        return new.reel[:] != old.reel[:] or new.title != old.title


class BeginningsStrategy(FilmRegistry):
    def changed(self, new: FilmSpec, old: FilmSpec) -> bool:
        return new.title[:3] != old.title[:3] or new.reel[:8] != old.reel[:8] or new != old


class OtherPiecesStrategy(FilmRegistry):
    # unproven: generation-bumped-without-spec-change
    def changed(self, new: FilmSpec, old: FilmSpec) -> bool:
        return new.title[:3] != old.title[3:] or new != old
