from api.v1 import Lamp as Lamp, wipe
from api import v1
