import attrs


@attrs.define
class Probe:  # holds: hub-type-differs
    depth: float
