"""Scenarios: conversions, codecs, transformers, storages, recorded documents."""
