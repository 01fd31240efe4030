"""A collaborator of which the class is abstract: what it does is not what stands in the abstract method."""

from __future__ import annotations

import abc
from dataclasses import dataclass


@dataclass
class Meta:
    name: str = ""


@dataclass
class TicketStatus:
    seat: str = ""


@dataclass
class Ticket:
    metadata: Meta
    status: TicketStatus


class Register(abc.ABC):
    @abc.abstractmethod
    def holder(self, name: str) -> str | None: ...


class EmptyRegister(Register):
    def holder(self, name: str) -> str | None:
        return None


class AbstractStrategy:  # unproven: status-not-wiped-on-create
    def __init__(self, register: Register) -> None:
        self.register = register

    def prepare_for_create(self, obj: Ticket) -> None:
        if self.register.holder(obj.metadata.name) is None:
            obj.status = TicketStatus()

    def prepare_for_update(self, obj: Ticket, old: Ticket) -> None:
        obj.status = old.status


class ConcreteStrategy(AbstractStrategy):
    def __init__(self, register: EmptyRegister) -> None:
        self.register = register
