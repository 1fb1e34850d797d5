# Two commands matter: `make run` and `make test`. Both set up what they need, and are quick the second time.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
BENCH ?= path
TESTS ?= tests

.PHONY: run test check bench setup setup-dev agent images lock clean

run: setup
	@exec $(BIN)/pgjudge up --examples $(ARGS)

test: setup-dev check
	@exec $(BIN)/python -m pytest $(TESTS)

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
