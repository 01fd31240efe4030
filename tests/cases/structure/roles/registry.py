import strategies
from framework import Store, register
from strategies import Assigned, made, new_plain

main = strategies.Main()
store = Store(create_strategy=main, update_strategy=main, status_strategy=strategies.Observed())
other = Store(strategy=new_plain())
other.status_strategy = made


def install(server):
    register(server, "docks", strategy=main, status_strategy=Assigned)
