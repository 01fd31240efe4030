from dataclasses import dataclass


@dataclass
class Book:  # holds: hub-type-differs
    title: str
