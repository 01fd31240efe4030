"""The black box: strategies are imported and run on filled objects, and what they store is held against the rules
(contract sections 2 to 5).

The process that was asked (``host``) tells workers what to try (``protocol``) and never imports the project's code. A
``worker`` makes a live strategy (``project``) and objects (``objects``), runs its hooks (``rig``) on what each rule
needs to be seen (``properties``), and makes what fails small and readable (``examination``). ``scenarios`` are
everything other than strategies: conversions, codecs, transformers, documents; ``storage`` is what every storage
promises.
"""
