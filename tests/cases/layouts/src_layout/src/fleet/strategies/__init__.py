from fleet.strategies.truck import *
