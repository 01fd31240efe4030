"""Fixes of findings: edits of the source after which the finding is gone and no other has come.

:func:`~apivet.fixes.offering.edits_for` gives those of one finding, for an editor; :mod:`~apivet.fixes.mending` mends a
tree. A fix of a rule is an object in a module of ``families``, found by the rule's symbol. It proposes; nothing that it
proposes is offered before the mended text was judged.
"""
