from dataclasses import dataclass


@dataclass
class Run:  # expect: hub-type-differs[deadline]
    command: list[str]
    retries: int  # expect: hub-type-differs[retries]
