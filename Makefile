# Every target makes the virtual environment it needs: Python, pip and make are enough.
PYTHON ?= python3
MINUTES ?= 10
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo serve test lint bench hunt clean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY)  ## Compare DRF and fast endpoints on 10,000 books behind a real server
	$(BIN)/python example_project/manage.py demo

serve: $(READY)  ## Run the example site and print its address
	$(BIN)/python example_project/manage.py demo --serve

test: $(READY)  ## Run the whole test suite
	$(BIN)/python -m pytest

lint: $(READY)  ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## Measure against DRF and a hand-written function
	$(BIN)/python -m benchmarks

hunt: $(READY)  ## Search for differences from DRF for MINUTES minutes (10)
	$(BIN)/python -m tests.hunt --minutes $(MINUTES)

clean:  ## Remove the virtual environment and everything generated
	rm -rf $(VENV) .tox .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks example_project/*.sqlite3

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group dev --editable .
	touch $@
