from dataclasses import dataclass


@dataclass
class Site:  # holds: hub-type-differs
    host: str


@dataclass
class Cert:  # expect: hub-type-differs[kind]; hub-type-differs[api_version]
    host: str


@dataclass
class Zone:  # holds: hub-type-differs
    api_version: str = "web/__internal"
    kind: str = "Zone"
    host: str = ""
