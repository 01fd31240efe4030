from dataclasses import dataclass
from typing import Dict, List, Optional


@dataclass
class Props:
    title: str
    properties: Dict[str, "Props"]
    items: Optional["Props"] = None
    any_of: "Optional[List[Props]]" = None


@dataclass
class Folder:
    parent: Optional["Folder"]
    files: "list[File]"


@dataclass
class File:
    folder: Folder
    size: str
