"""Shared by all strategies; re-exports what its modules define."""

from common.status import keep_status, wipe_status

__all__ = ["keep_status", "wipe_status"]
