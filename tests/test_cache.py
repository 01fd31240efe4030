"""What earlier runs found is kept by content, and anything odd about the cache is as good as no cache."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from apivet.cache import Cache, Remembered, stamp_of
from apivet.config import Config

LONG_AGO = 1_000_000_000


@pytest.fixture(name="config")
def _config(tmp_path: Path) -> Config:
    return Config(root=str(tmp_path), cache_dir=str(tmp_path / "cache"))


def old_file(path: Path, text: str = "x = 1\n") -> str:
    """A file that has not been touched for so long that its time stamp can be trusted."""
    path.write_text(text)
    os.utime(path, (LONG_AGO, LONG_AGO))
    return str(path)


def filled(config: Config) -> Cache:
    cache = Cache.open(config)
    cache.remember("/tree/a.py", Remembered([1, 2, 3, 4], "digest", ["examined"], ["summary"], ["judged"]))
    cache.save()
    return cache


def test_what_is_remembered_is_recalled_while_the_stamp_is_the_same(config: Config) -> None:
    filled(config)
    again = Cache.open(config)
    assert again.recall("/tree/a.py", [1, 2, 3, 4]) == Remembered(
        [1, 2, 3, 4], "digest", ["examined"], ["summary"], ["judged"]
    )
    assert again.recall("/tree/a.py", [1, 2, 3, 5]) is None
    assert again.recall("/tree/a.py", None) is None
    assert again.recall("/tree/b.py", [1, 2, 3, 4]) is None


def test_another_configuration_sees_nothing_of_it(config: Config) -> None:
    from msgspec.structs import replace

    filled(config)
    assert Cache.open(replace(config, feature_gates=("gates",))).files == {}
    assert Cache.open(replace(config, jobs=3)).files != {}


def test_without_a_cache_nothing_is_written(config: Config, tmp_path: Path) -> None:
    from msgspec.structs import replace

    cache = filled(replace(config, cache=False))
    assert cache.path is None
    assert not (tmp_path / "cache").exists()


def test_a_directory_of_its_own_is_kept_out_of_version_control(config: Config, tmp_path: Path) -> None:
    filled(config)
    assert (tmp_path / "cache" / ".gitignore").read_text().splitlines()[-1] == "*"
    assert sorted(path.suffix for path in (tmp_path / "cache").iterdir()) == ["", ".json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"key": 1}', "\x00", "[" * 100_000, '{"key": KEY, "files": [1]}', '{"key": KEY}'],
)
def test_a_broken_file_is_as_good_as_none(config: Config, text: str) -> None:
    cache = filled(config)
    assert cache.path is not None
    Path(cache.path).write_text(text.replace("KEY", json.dumps(cache.key)))
    assert Cache.open(config).files == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_nobody_waits_for_a_pipe_in_its_place(config: Config) -> None:
    cache = filled(config)
    assert cache.path is not None
    Path(cache.path).unlink()
    os.mkfifo(cache.path)
    assert Cache.open(config).files == {}


@pytest.mark.parametrize("row", [None, [], [1, 2, 3, 4, 5, 6], [None, "digest"], {"digest": "x"}])
def test_a_broken_row_is_left_out(config: Config, row: object) -> None:
    cache = filled(config)
    assert cache.path is not None
    rows = {"/tree/a.py": row, "/tree/b.py": [None, "digest", None, None, None, None]}
    Path(cache.path).write_text(json.dumps({"key": cache.key, "files": rows}))
    assert list(Cache.open(config).files) == ["/tree/b.py"]


def test_a_place_that_cannot_be_written_is_no_error(config: Config, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the directory should be")
    filled(config)
    assert Cache.open(config).files == {}


def test_files_that_are_gone_are_forgotten(config: Config) -> None:
    cache = filled(config)
    cache.forget_all_but(["/tree/b.py"])
    cache.save()
    assert Cache.open(config).files == {}


def test_a_stamp_changes_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_file(tmp_path / "a.py")
    # The time of a change of status cannot be set back, so the clock is set forward.
    import time

    now = time.time_ns()
    monkeypatch.setattr("apivet.cache.time.time_ns", lambda: now + 10**10)
    before = stamp_of(path)
    assert before is not None
    assert stamp_of(path) == before
    old_file(tmp_path / "a.py", "x = 2\n")
    assert stamp_of(path) != before


def test_a_stamp_that_is_too_fresh_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    assert stamp_of(str(tmp_path / "a.py")) is None
    assert stamp_of(str(tmp_path / "none.py")) is None
