from dataclasses import dataclass


@dataclass
class Track:
    labels: dict[str, str]
    title: str
    length: str | int
    album: str | None = None
    rating: int | None = None
