from dataclasses import dataclass


@dataclass
class User:
    email: str  # expect: hub-type-differs[email]
