import dataclasses
import functools

frozen = functools.partial(dataclasses.dataclass, frozen=True)
dataclass = dataclasses.dataclass
