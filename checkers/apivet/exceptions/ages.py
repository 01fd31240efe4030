"""Ages of exceptions, as far as the repository tells."""

from __future__ import annotations

import datetime

from apivet.base import Base
from apivet.catalogue import Catalogue
from apivet.config import Config
from apivet.exceptions.entries import parse_exceptions
from apivet.git import Repository
from apivet.git_process import GitError


def entry_ages(config: Config, rules: Catalogue, today: datetime.date) -> dict[tuple[str, str, str | None], int]:
    """The days since each entry was committed, by what it is for; nothing of those that are not."""
    try:
        repository = Repository(config.root)
        head = repository.head()
        if head is None:
            return {}
        path = Base(repository, head).below_top(config.exceptions_path)
        data = repository.read(head, path)
        dates = repository.line_dates(head, path) if data is not None else []
    except GitError:
        return {}
    entries = parse_exceptions(data or b"", path, rules).entries
    days = {entry.key: dates[entry.line - 1] for entry in entries if 0 < entry.line <= len(dates)}
    return {key: max((today - day).days, 0) for key, day in days.items()}
