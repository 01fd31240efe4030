from typing import NewType

UID = NewType("UID", str)
Seconds = NewType("Seconds", int)
LongUID = NewType("LongUID", UID)
