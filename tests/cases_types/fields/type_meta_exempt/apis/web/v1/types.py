from dataclasses import dataclass


@dataclass
class Site:
    host: str
    api_version: str = "web/v1"
    kind: str = "Site"


@dataclass
class Cert:
    api_version: str
    kind: str
    host: str


@dataclass
class Zone:
    host: str = ""
    kind: str = "Zone"
    api_version: str = "web/v1"
