"""Elements of mappings under names that the conversion gives a meaning of its own, and under names that it does not."""

from apis.tram import types as hub
from apis.tram.v1 import types as v1

UNDO = "tram.example/undo"


def convert_v1_tram_to_hub_tram(src: v1.Tram, dst: hub.Tram) -> None:  # holds: conversion-drops-field
    dst.notes = {key: value for key, value in src.notes.items()}
    undo = src.notes.get(UNDO)
    if undo:
        dst.undo = undo.strip()
    dst.notes.pop(UNDO, None)


def convert_hub_tram_to_v1_tram(src: hub.Tram, dst: v1.Tram) -> None:  # holds: conversion-drops-field
    dst.notes = {key: value for key, value in src.notes.items()}
    if src.undo:
        dst.notes[UNDO] = src.undo
    else:
        dst.notes.pop(UNDO, None)


def convert_v1_tram_to_hub_tram_less(src: v1.Tram, dst: hub.Tram) -> None:  # expect: conversion-drops-field[?]
    dst.notes = {key: value for key, value in src.notes.items()}
    dst.notes.pop("secret", None)


def convert_v1_tram_to_hub_tram_but_one(src: v1.Tram, dst: hub.Tram) -> None:  # expect: conversion-drops-field[?]
    dst.notes = {}
    for key, value in src.notes.items():
        if key != "secret":
            dst.notes[key] = value


def convert_v1_tram_to_hub_tram_twice(src: v1.Tram, dst: hub.Tram) -> None:  # expect: conversion-drops-field[?]
    dst.notes = {key: value for key, value in src.notes.items() if key not in ("secret", UNDO)}
    dst.undo = src.notes.get(UNDO, "")
