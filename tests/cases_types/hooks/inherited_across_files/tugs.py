"""A type that derives from one of another file, that derives."""

from barges import Barge, Lighter


class Tug(Barge):  # expect: conversion-hook-one-way
    pass


class Pusher(Lighter):  # holds: conversion-hook-one-way
    pass
