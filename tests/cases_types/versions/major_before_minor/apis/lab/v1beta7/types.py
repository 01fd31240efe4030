import attrs


@attrs.define
class Probe:
    depth: int
