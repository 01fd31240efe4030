"""The black box: strategies are imported and run on filled objects, and what they store is held against the rules
(contract sections 2 to 5).

The process that was asked (``assignments``, ``pool``) tells workers what to try and never imports the project's code;
a worker (``worker``) makes a live strategy (``live``) and objects (``objects``), runs every experiment (``laboratory``,
``experiments``, ``sequences``), and makes what fails small and readable (``shrinking``, ``cases``). ``exercises`` are
about what is no strategy: conversions, codecs, transformers, storages.
"""
