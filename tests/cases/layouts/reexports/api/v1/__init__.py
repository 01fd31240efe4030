from .lamp import *
from .lamp import _wipe as wipe
