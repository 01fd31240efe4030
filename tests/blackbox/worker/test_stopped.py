"""Nothing more can be tried: the project's code raises, or this package has a bug."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from apivet.blackbox.protocol.messages import Examined, RunSetting
from apivet.blackbox.worker.examining import Examiner


@pytest.mark.parametrize("is_below", [True, False])
def test_an_error_is_a_bug_unless_it_is_of_the_projects_code(tmp_path: Path, is_below: bool) -> None:
    code = tmp_path / "broken.py"
    code.write_text("{}['unexpected']\n")
    examiner = object.__new__(Examiner)
    examiner._setting = RunSetting(roots=(str(tmp_path if is_below else tmp_path / "elsewhere"),))

    with pytest.raises(KeyError) as raised:
        runpy.run_path(str(code))
    examined = examiner._stopped_by(raised.value, Examined(), ())

    assert examined.is_bug is not is_below
    assert examined.reason.startswith("its code raises " if is_below else "internal error: ")
