# Two commands matter: `make run` and `make test`. Both set up what they need, and are quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
BENCH ?= path
TESTS ?= tests
SANDBOXES ?= runc
ENGINES ?= runc crun
GUEST ?=

.PHONY: run test test-hostile test-cgroup2 check bench setup setup-dev setup-guest agent images lock clean

run: setup
	@exec $(BIN)/pgjudge up --examples $(ARGS)

test: setup-dev check
	@exec $(BIN)/python -m pytest $(TESTS)

# What a box promises, and the attacks on it, with each of SANDBOXES; ends with a table of attacks by engines.
test-hostile: setup-dev
	@TEST_SANDBOXES="$(SANDBOXES)" exec $(BIN)/python -m pytest -q tests/sandbox tests/hostile

# The sandbox's tests where control groups are of version 2 only: in a virtual machine, with each of ENGINES in turn.
# TESTS chooses among them; GUEST may hold options, of which `make test-cgroup2 GUEST=--help` tells.
test-cgroup2: setup-guest
	@exec $(BIN)/python -m scripts.guest --engines "$(ENGINES)" $(GUEST) -- $(filter-out tests,$(TESTS))

check: setup-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy --no-error-summary

bench: setup
	@exec $(BIN)/python -m scripts.bench.$(BENCH)

setup:
	@PYTHON=$(PYTHON) scripts/setup run

setup-dev:
	@PYTHON=$(PYTHON) scripts/setup dev

setup-guest:
	@PYTHON=$(PYTHON) scripts/setup guest

agent:
	@$(MAKE) -s -C agent

images: setup

# Pins every dependency, with hashes. Needs the command `uv`.
lock:
	uv pip compile pyproject.toml --extra setup --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate -q -o requirements.lock
	uv pip compile pyproject.toml --extra setup --extra dev -c requirements.lock --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate -q -o requirements-dev.lock

clean:
	@$(MAKE) -s -C agent clean
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
