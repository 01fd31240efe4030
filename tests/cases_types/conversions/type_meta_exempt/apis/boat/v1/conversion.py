from apis.boat import types as hub
from apis.boat.v1 import types as v1
from apis.boat.v1beta1 import types as v1beta1


def convert_v1_raft_to_hub_raft(src: v1.Raft, dst: hub.Raft) -> None:  # holds: conversion-drops-field
    dst.name = src.name


def convert_v1beta1_raft_to_v1_raft(src: v1beta1.Raft, dst: v1.Raft) -> None:  # holds: conversion-drops-field
    dst.name = src.name
