# Every target sets up what it needs in a virtual environment of its own below this directory. Nothing is installed
# elsewhere, but for Chromium by `make ci` as root on Debian. Where packages come from is the machine's pip
# configuration to say.

VENV ?= .venv
ECOSYSTEM_VENV ?= .venv-ecosystem
TYPES_VENVS ?= .venv-ecosystem-types
GO_TREES ?= .go-trees
PYTHON ?=
PYTEST_ARGUMENTS ?= -n auto
RANDOM_ARGUMENTS ?= 20000 0

BIN := $(VENV)/bin
ENVIRONMENT := $(VENV)/.created
APIVET := $(VENV)/.apivet
APIVET_GO := $(VENV)/.apivet-go
DEVELOPMENT := $(VENV)/.development
BENCHMARKS := $(VENV)/.benchmarks
MATRIX := $(VENV)/.matrix
GUIDE := $(VENV)/.guide
ECOSYSTEM := $(ECOSYSTEM_VENV)/.packages
TYPES := $(TYPES_VENVS)/.packages

# What many processes start with is compiled once, tests with their assertions too.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo demo-live live-kills live-k8s ci test long lint format pytest agree bench mutants random ecosystem ecosystem-types ecosystem-go all-pythons docs wheel clean

help:
	@echo 'Start here:'
	@echo '  make demo         watch apivet check a conforming API server, then a broken one'
	@echo '  make demo-live    watch apivet live judge a running server, then one with a mistake in it'
	@echo '  make test         lint, types, import floors, tests: under ten minutes'
	@echo '  make ci           all that CI runs: make test, then make long'
	@echo
	@echo 'While working:'
	@echo '  make lint         ruff, mypy, import floors'
	@echo '  make format       let ruff format and mend what it can'
	@echo '  make long         the tests that take long: sweeps over many hooks, and many whole runs'
	@echo '  make pytest       the other tests alone; PYTEST_ARGUMENTS="-k status" chooses among them'
	@echo
	@echo 'Before a release:'
	@echo '  make bench        time and memory, as ratios measured side by side'
	@echo '  make mutants      spoil every hook of the sample server: the static check or the black box must notice'
	@echo '  make live-kills   kill fifty runs of apivet live at a random request: nothing may be left behind'
	@echo '  make live-k8s     judge a kube-apiserver, from KUBEBUILDER_ASSETS or TEST_ASSET_KUBE_APISERVER and TEST_ASSET_ETCD'
	@echo '  make agree        both halves over all cases and examples: no verdict of the one may contradict the other'
	@echo '  make random       judge and run 20,000 random strategies: no verdict may be seen wrong'
	@echo '  make ecosystem    run over large public packages: expect no finding and no crash'
	@echo '  make ecosystem-types  compare hub types of public packages with what importing them shows'
	@echo '  make ecosystem-go GO_TREES=DIRECTORY  check the public Go trees that are in a directory'
	@echo '  make all-pythons  the tests on each Python from 3.10 to 3.13 that is installed'
	@echo '  make docs         build the guide into site/'
	@echo '  make wheel        build the wheel and the source archive into dist/'
	@echo '  make clean        remove environments, caches and build output'
	@echo
	@echo 'Each sets itself up; the first run takes a minute. PYTHON=/path/to/python3 chooses the interpreter'
	@echo 'that the environment is made with (run make clean first where there is one already).'

# ------------------------------------------------------------------------------------------------------- set-up

# A stamp file is touched last, so that an interrupted installation is taken up again.

$(ENVIRONMENT):
	@python=$$(sh .ci/find-python $(PYTHON)) && echo "Creating $(VENV) with $$python" && "$$python" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(APIVET): $(ENVIRONMENT) pyproject.toml
	@echo 'Installing apivet'
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(APIVET_GO): $(APIVET)
	@echo 'Installing what reads Go'
	@$(BIN)/python -m pip install --quiet --editable '.[go]'
	@touch $@

$(DEVELOPMENT): $(APIVET)
	@echo 'Installing what the tests and linters need'
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(BENCHMARKS): $(APIVET)
	@echo 'Installing what the benchmarks compare with'
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(MATRIX): $(ENVIRONMENT) pyproject.toml
	@$(BIN)/python -m pip install --quiet --group matrix
	@touch $@

$(GUIDE): $(ENVIRONMENT) pyproject.toml
	@$(BIN)/python -m pip install --quiet --group docs
	@touch $@

$(ECOSYSTEM): benchmarks/ecosystem/packages.txt
	@python=$$(sh .ci/find-python $(PYTHON)) && echo "Creating $(ECOSYSTEM_VENV) with $$python" && "$$python" -m venv --clear $(ECOSYSTEM_VENV)
	@$(ECOSYSTEM_VENV)/bin/python -m pip install --quiet --no-deps --requirement $<
	@touch $@

# An environment for each line: name, requirements, directories.
$(TYPES): benchmarks/ecosystem/types/packages.txt
	@mkdir -p $(TYPES_VENVS)
	@python=$$(sh .ci/find-python $(PYTHON)) && grep -v '^#' $< | while read -r name requirements directories; do \
	    echo "Creating $(TYPES_VENVS)/$$name with $$python"; \
	    "$$python" -m venv --clear "$(TYPES_VENVS)/$$name" && \
	    "$(TYPES_VENVS)/$$name/bin/python" -m pip install --quiet $$(echo "$$requirements" | tr ',' ' ') </dev/null || exit 1; \
	done
	@touch $@

# --------------------------------------------------------------------------------------------------------- demo

demo: $(APIVET)
	@echo
	@echo '== A conforming API server: fixtures/sample_apiserver =='
	@cd fixtures && ../$(BIN)/apivet check sample_apiserver
	@echo
	@echo '== The same server with mistakes in it: fixtures/broken =='
	@cd fixtures && status=0; ../$(BIN)/apivet check broken || status=$$?; \
	if [ $$status -ne 1 ]; then \
	    echo "The broken server should give findings (exit status 1), but the status is $$status." >&2; exit 1; \
	fi
	@echo
	@if $(BIN)/python -c 'import tree_sitter_go' 2>/dev/null; then \
	    echo '== The same mistakes in Go: fixtures/broken_go =='; \
	    cd fixtures/broken_go && ../../$(BIN)/apivet check; test $$? -eq 1; \
	else echo "The same in Go needs the extra: pip install 'apivet[go]'."; fi
	@echo
	@echo "Next: read why, with '$(BIN)/apivet explain status-not-wiped-on-create'; run all tests with 'make test'."

# The server is in Python here; apivet live asks over HTTP only.
demo-live: $(DEVELOPMENT)
	@cd fixtures && sh ../.ci/demo-live ../$(BIN)

live-kills: $(DEVELOPMENT)
	PYTHONPATH=fixtures $(BIN)/python benchmarks/live_kills.py

live-k8s: $(DEVELOPMENT)
	$(BIN)/python -m pytest -q -rs tests/live/test_real_control_plane.py

# -------------------------------------------------------------------------------------------------------- checks

ci:
	@sh .ci/browser
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory long

# Side by side, as what checks types keeps one processor busy.
test: $(DEVELOPMENT)
	@$(MAKE) --no-print-directory -j2 lint pytest

lint: $(DEVELOPMENT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(DEVELOPMENT)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pytest: $(DEVELOPMENT)
	$(BIN)/python -m pytest -m 'not ecosystem and not long' $(PYTEST_ARGUMENTS)

long: $(DEVELOPMENT)
	$(BIN)/python -m pytest -m long $(PYTEST_ARGUMENTS)

# -------------------------------------------------------------------------------------------------- before a release

bench: $(BENCHMARKS)
	$(BIN)/python benchmarks/run.py

mutants: $(DEVELOPMENT)
	$(BIN)/python benchmarks/mutants/run.py
	$(BIN)/python benchmarks/mutants/run.py --of effects

agree: $(DEVELOPMENT)
	$(BIN)/python -m pytest --whole $(PYTEST_ARGUMENTS) tests/blackbox/properties/test_both_halves_agree.py

random: $(DEVELOPMENT)
	$(BIN)/python tests/effects/random_strategies.py $(RANDOM_ARGUMENTS)

ecosystem: $(APIVET) $(ECOSYSTEM)
	$(BIN)/python benchmarks/ecosystem/run.py $(ECOSYSTEM_VENV)

ecosystem-types: $(APIVET) $(TYPES)
	$(BIN)/python benchmarks/ecosystem/types/run.py $(TYPES_VENVS)

ecosystem-go: $(APIVET_GO)
	$(BIN)/python benchmarks/ecosystem/go/run.py $(GO_TREES)

all-pythons: $(MATRIX)
	$(BIN)/nox

docs: $(GUIDE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo 'The guide is in site/. To read it: $(BIN)/python -m http.server --directory site'

wheel: $(ENVIRONMENT)
	$(BIN)/python -m pip install --quiet --upgrade build
	$(BIN)/python -m build

clean:
	rm -rf $(VENV) $(ECOSYSTEM_VENV) $(TYPES_VENVS) .nox dist build site .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
