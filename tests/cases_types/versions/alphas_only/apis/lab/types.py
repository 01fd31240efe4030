import attrs


@attrs.define
class Probe:
    depth: int  # expect: hub-type-differs[depth]
