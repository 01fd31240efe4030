"""Examples and exit statuses that stand below the help of a command."""

from __future__ import annotations

# The character that keeps click from filling the paragraph that follows.
_AS_IT_STANDS = "\b\n"
MAIN_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet check                     check the tree below the working directory
  apivet explain E9701             what a rule means, and how to mend what it finds
  apivet exceptions add --help     ask for an approved exception
"""
CHECK_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet check
  apivet check src/apis --select status-not-wiped-on-create,E9702
  apivet check --select strategy,feature-gate --ignore W97
  apivet check --format json > report.json

{_AS_IT_STANDS}Exit status:
  0  nothing to report
  1  findings, --fail-on says which (with --strict, unproven ones too)
  2  something could not be read, understood or found; findings are still printed
"""
BLACKBOX_EXAMPLES = f"""{_AS_IT_STANDS}Try everything, and see the same again:
  apivet blackbox src
  apivet blackbox src/registry --seed 7

{_AS_IT_STANDS}Keep what fails, and try it again after mending:
  apivet blackbox src --save cases     a script for each finding; those of earlier runs stay
  apivet blackbox --replay cases/FILE  run one again: is it still broken?
  PYTHONPATH=src python cases/FILE     the same without a worker, for a debugger

{_AS_IT_STANDS}Prove that a change leaves serialized objects as they are:
  apivet blackbox src --record golden  before the change
  apivet blackbox src --compare golden after it

What can't be guessed (how to make a strategy, which codecs, transformers and storages there are) is named in
[tool.apivet.blackbox] of pyproject.toml. Whatever could not be tried is listed with the reason: no finding about
it means nothing.

{_AS_IT_STANDS}Exit status:
  0  nothing to report; a replayed case holds; nothing compared has changed
  1  findings, --fail-on says which (with --strict, unproven ones too, and what was not exercised though a rule
     asks something of it),
     or a storage that breaks a promise or could not be tried; a replayed case is still broken; something
     compared has changed
  2  the run proved nothing, or something could not be used
"""
GATE_EXAMPLES = f"""{_AS_IT_STANDS}In CI, with the whole history at hand:
  apivet gate
  apivet gate --base origin/main
  apivet gate --static                 where no code of the change may be run
  apivet gate --live http://127.0.0.1:8080    and a server that runs the change; see docs/live.md

{_AS_IT_STANDS}What counts, for each object, rule and field:
  violated   the static check, the black box or the server saw the rule broken
  holds      the static check proves it; or it can't tell, and the black box or the server saw it hold
  unproven   none can tell

The report's evidence says which it was. Where they contradict each other, one of them is wrong, or the server runs
something else: that is said, and fails the run.

The configuration and the approvers (exceptions/OWNERS) are those of the base revision, so that a change can't
approve itself; where it alters the configuration, both readings are judged and the stricter verdict counts.
Comments that switch off a rule count for nothing. docs/security.md tells what else was thought of.

{_AS_IT_STANDS}Exit status:
  0  nothing to report
  1  findings, --fail-on says which (with --strict, unproven ones too, and what was not exercised though a rule
     asks something of it),
     a storage that breaks a promise or could not be tried, or the two halves disagree
  2  no strategy and no type, or something could not be used; findings are still printed
"""
LIVE_EXAMPLES = f"""{_AS_IT_STANDS}Look first, then try:
  apivet live --plan
  apivet live --context kind-dev
  apivet live --server http://127.0.0.1:8080 widgets.example.com 'apps/*'
  apivet live --against http://127.0.0.1:8081 --gates gates.yaml
  apivet live --save cases
  apivet live --replay cases/FILE      is it still broken?
  apivet live --clean RUN              remove what a killed run left

{_AS_IT_STANDS}Resources are chosen by resource, resource.group, group/resource or group/version/resource;
each part may have wildcards, and the core group is spelled core.

Only objects that the run has made are written to, and all of them are removed at the end. Settings are in
[tool.apivet.live] of pyproject.toml.

{_AS_IT_STANDS}Exit status:
  0  nothing to report
  1  findings, --fail-on says which (with --strict, unproven ones too); a replayed finding is still there
  2  the server can't be reached, is refused, or has nothing to try; or something of the run is left on it
"""
LSP_EXAMPLES = f"""{_AS_IT_STANDS}Editors start it themselves; README.md tells how, for several of them:
  apivet lsp                       nothing is imported, nothing is written
"""
EXPLAIN_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet explain status-not-wiped-on-create
  apivet explain E9701
"""
TRACE_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet trace registry/widget/strategy.py::WidgetStrategy.prepare_for_update
  apivet trace registry/widget/strategy.py::WidgetStrategy
"""
ADD_EXAMPLES = f"""{_AS_IT_STANDS}Examples:
  apivet exceptions add status-not-wiped-on-create apis.node.strategy.NodeStrategy status \\
    --reason "Kubelets register themselves with a status." --approved-by jane@example.org
  apivet exceptions add --all --expires 2030-06-30 --reason "There before apivet was." --approved-by jane@example.org
"""
