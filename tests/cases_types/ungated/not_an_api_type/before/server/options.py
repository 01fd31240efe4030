from dataclasses import dataclass


@dataclass
class Options:
    verbose: bool
