from dataclasses import dataclass, field
from typing import Annotated

from elsewhere.gates import FeatureGate as Outside

from yard import marks
from yard.marks import FIRING, TAG, BetaGate, FiringGate, Renamed, Text, gate, half_given, note, tag
from yard.marks import FeatureGate as Gate

Local = Gate


class LocalGate(Outside):
    pass


@dataclass
class ObjectMeta:
    name: str = ""


@dataclass
class Kiln:
    metadata: ObjectMeta
    heat: int = 0
    # Texts that only speak of a gate.
    spoken: Annotated[str, Text("see FeatureGate(Firing)")] = ""  # expect: ungated-new-field[spoken]
    plain: Annotated[str, "FeatureGate('Firing')"] = ""  # expect: ungated-new-field[plain]
    helped: str = field(default="", metadata={"help": "feature_gate=Firing"})  # expect: ungated-new-field[helped]
    noted: str = field(default="", metadata=note("feature_gate"))  # expect: ungated-new-field[noted]
    nothing: Annotated[str, Gate("")] = ""  # expect: ungated-new-field[nothing]
    only_a_stage: Annotated[str, Gate(stage="beta")] = ""  # expect: ungated-new-field[only_a_stage]
    # The marker by other names.
    imported: Annotated[str, Gate("Firing")] = ""
    assigned: Annotated[str, Renamed("Firing")] = ""
    assigned_here: Annotated[str, Local("Firing")] = ""
    derived: Annotated[str, BetaGate("Firing", stage="beta")] = ""
    derived_here: Annotated[str, LocalGate("Firing")] = ""
    from_outside: Annotated[str, Outside("Firing")] = ""
    in_a_module: Annotated[str, marks.BetaGate("Firing")] = ""
    in_a_constant: Annotated[str, FIRING] = ""
    metadata_in_a_constant: str = field(default="", metadata=TAG)
    # It names a gate, and nobody can tell which.
    returned: Annotated[str, gate("Firing")] = ""  # unproven: ungated-new-field[returned]
    built_in: Annotated[str, FiringGate()] = ""  # unproven: ungated-new-field[built_in]
    partly: Annotated[str, half_given("Firing")] = ""  # unproven: ungated-new-field[partly]
    worked_out: Annotated[str, Gate(str(1 + 1))] = ""  # unproven: ungated-new-field[worked_out]
    metadata_returned: str = field(default="", metadata=tag("Firing"))  # unproven: ungated-new-field[metadata_returned]
