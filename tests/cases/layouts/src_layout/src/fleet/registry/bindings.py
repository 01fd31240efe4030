from fleet import strategies
from fleet.strategies.truck import OnlyLabels
from somewhere import Store

truck_store = Store(strategy=strategies.TruckStrategy(), status_strategy=OnlyLabels())
