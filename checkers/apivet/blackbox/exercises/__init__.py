"""Conversions, codecs, documents, transformers and storages: one module for each kind of thing that is tried."""
