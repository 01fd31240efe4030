"""Places of files without links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from apivet.golang.files import Disk


def test_links_are_followed_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "harbour" / "pier").mkdir(parents=True)
    (tmp_path / "harbour" / "pier" / "boat.go").touch()
    try:
        (tmp_path / "port").symlink_to("harbour")
    except OSError:
        pytest.skip("no links here")
    (tmp_path / "harbour" / "berth").symlink_to(tmp_path / "port" / "pier")
    (tmp_path / "harbour" / "pier" / "ship.go").symlink_to("boat.go")
    (tmp_path / "lost").symlink_to("nowhere")
    (tmp_path / "round").symlink_to("round")
    disk = Disk()
    below = ("harbour/pier/boat.go", "port/pier/boat.go", "harbour/berth/ship.go", "port/berth", "lost/a.go")
    odd = ("port/../harbour", "port/berth/../berth/boat.go", "harbour/./pier", "round/a.go", "absent/a.go", "port/")
    for path in (*below, *odd):
        place = os.path.join(tmp_path, path)
        assert disk.real(place) == os.path.realpath(place), path
    assert disk.real("/") == os.path.realpath("/")
