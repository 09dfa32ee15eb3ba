# `make demo` and `make test` are all a newcomer needs; both set up the environment first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
STAMP  := $(VENV)/.installed
# What the commands import, compiled once: without it each takes twice as long wherever Python may not write bytecode.
COMPILED := import dbos, onnxruntime, sleuth.answering.graph, sleuth.cli, sleuth.reason.extractive, tokenizers

.PHONY: setup demo test lint bench eval lock clean
.DEFAULT_GOAL := demo

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Sleuth needs Python 3.11 or newer; set PYTHON=") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(UV) || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m compileall -q src
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -c '$(COMPILED)'
	@touch $@

demo: setup
	@$(BIN)/sleuth demo

test: setup
	$(BIN)/pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

eval: setup
	$(BIN)/sleuth eval analyst --full
	$(BIN)/sleuth eval

lock:
	$(UV) pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet -o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
