"""The report in the formats of other tools, each made from the document of ``--format json``."""
