from apis.boat import types as hub
from apis.boat.v1 import types as v1


def convert_v1_raft_to_hub_raft(src: v1.Raft) -> hub.Raft:  # undecided: conversion-drops-field
    return hub.Raft(**src.model_dump())


def convert_hub_raft_to_v1_raft(src: hub.Raft) -> v1.Raft:  # expect: conversion-drops-field[logs]
    return v1.Raft(name=src.name)
