import importlib
import sys

copy_fields = getattr(importlib.import_module("copy" if len(sys.argv) < 99 else "shutil"), "".join(["co", "py"]))
