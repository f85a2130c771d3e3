# Every target makes the virtual environment it needs: Python, pip and make are enough.
PYTHON ?= python3
MINUTES ?= 10
BEFORE ?= ../before
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The example site runs with less, where the rest is not there already.
DEMO_READY := $(if $(wildcard $(READY)),$(READY),$(VENV)/.ready-for-the-demo)
DOCS_READY := $(VENV)/.ready-for-the-docs

# Tests start many processes, and each would compile all of Django and of the tests once more.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo serve test test-all coverage test-postgres test-mariadb test-django lint bench hold bench-all bench-published bench-peers adopt hunt mutants docs docs-serve pictures wheel tox clean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(DEMO_READY)  ## Compare DRF and fast endpoints on 10,000 books, on SQLite and PostgreSQL
	$(BIN)/python example_project/manage.py demo
	@if test -n "$$DATABASE_URL"; then :; \
	elif $(BIN)/python -m tests.cluster true 2>/dev/null; then \
		$(BIN)/python -m tests.cluster $(BIN)/python example_project/manage.py demo; \
	else \
		echo "There is no PostgreSQL on this machine to compare on as well."; \
	fi

serve: $(DEMO_READY)  ## Run the example site and print its address
	$(BIN)/python example_project/manage.py demo --serve

test: $(READY)  ## Run the tests that take less than two minutes on two cores
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not long"

test-all: $(READY)  ## Run all tests, the long ones included
	$(BIN)/python -m pytest -n auto --dist worksteal

coverage: $(READY)  ## Run the tests and report the lines and branches that none of them runs
	$(BIN)/python -m pytest -n auto -m "not long" --cov --cov-report term --cov-report html
	@echo "The report, line by line, is in build/coverage/index.html."

test-postgres: $(READY)  ## Run all tests on a PostgreSQL server made for it
	$(BIN)/python -m tests.cluster $(BIN)/python -m pytest -n auto --dist worksteal

test-mariadb: $(READY)  ## Run all tests on a MariaDB server, which root gets installed
	$(BIN)/python -m tests.cluster --server mariadb $(BIN)/python -m pytest -n auto --dist worksteal

test-django: export PATH := $(subst $(eval ) ,:,$(wildcard \
	$(shell pyenv root 2>/dev/null)/versions/3.1[03].*/bin)):$(PATH)
test-django: $(READY)  ## Run Django's own tests of its ORM on instances made of rows
	$(BIN)/python -m tests.django_suite

mutants: $(READY)  ## Weaken each guard of the compiler, and see that a test notices
	$(BIN)/python -m tests.mutants

lint: $(READY)  ## Check style, types, and that imports point downwards
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m mypy
	$(BIN)/python -m mypy --config-file tests/typed/mypy.ini --package tests.typed
	$(BIN)/pyright --project tests/typed --pythonpath $(BIN)/python

bench: $(READY)  ## Measure against DRF and a hand-written function
	$(BIN)/python -m benchmarks
	@if $(BIN)/python -m tests.cluster true 2>/dev/null; then \
		$(BIN)/python -m tests.cluster $(BIN)/python -m benchmarks benchmarks/bench_rows.py; \
	else \
		echo "There is no PostgreSQL on this machine to measure on as well."; \
	fi

hold: $(READY)  ## Compare speed with another checkout: make hold BEFORE=../before
	@if $(BIN)/python -m tests.cluster true 2>/dev/null; then \
		$(BIN)/python -m tests.cluster $(BIN)/python -m benchmarks.hold $(BEFORE); \
	else \
		$(BIN)/python -m benchmarks.hold $(BEFORE); \
	fi

bench-all: $(READY)  ## Measure everything and write benchmarks/RESULTS.md and its charts
	rm -rf benchmarks/results
	# Each question in a process of its own: what one leaves in memory slows down the next.
	for question in benchmarks/bench_*.py; do \
		$(BIN)/python -m benchmarks --all --save "$$(basename $$question .py)" $$question || exit 1; \
	done
	for question in rows growth_querysets pages instances; do \
		$(BIN)/python -m tests.cluster $(BIN)/python -m benchmarks --all \
			--save "bench_$${question}_on_postgresql" benchmarks/bench_$$question.py || exit 1; \
	done
	$(MAKE) bench-published
	$(MAKE) bench-peers
	$(BIN)/python -m benchmarks.report

bench-published: $(READY)  ## Measure what published articles have measured, beside their figures
	@command -v ab >/dev/null || echo "No load test without ab: apt-get install apache2-utils"
	@command -v go >/dev/null || echo "No load test of chi without Go: https://go.dev/doc/install"
	$(BIN)/tox run -e published
	$(BIN)/python -m benchmarks.report published

# Of pyenv's Pythons only the default one answers by itself: put this one before it.
PATH_TO_3_13 = $(addsuffix :,$(lastword $(wildcard \
	$(shell pyenv root 2>/dev/null)/versions/3.13.*/bin)))$(PATH)
bench-peers: export PATH := $(PATH_TO_3_13)
bench-peers: $(READY)  ## Measure every rival at the same work, on Python 3.13, for the report
	@$(BIN)/uv python find 3.13 >/dev/null 2>&1 || \
		{ echo "Python 3.13 is not on the path: \`$(BIN)/uv python install 3.13\` gets it."; exit 1; }
	$(BIN)/tox run -e peers

# In a checkout only: a source distribution has no trials.
-include trials/trial.mk

adopt: $(READY)  ## Adopt the library in a project of eight viewsets, which answers as before
	$(BIN)/python -m pytest tests/adoption

docs: $(DOCS_READY)  ## Build the documentation in build/docs; a broken reference fails
	$(BIN)/python -m sphinx -n -W --keep-going -q -b html docs build/docs
	@echo "The documentation is in build/docs/index.html."

docs-serve: docs  ## Build the documentation and serve it at http://127.0.0.1:8001
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/docs 8001

pictures: $(DOCS_READY)  ## Draw what commands print, for the documentation
	$(BIN)/python docs/pictures.py

wheel: $(READY)  ## Build the source distribution and the wheel in dist
	rm -rf dist
	$(BIN)/uv build

tox: $(READY)  ## Run the tests on one combination of versions: make tox ENV=py310-django52-drf316
	$(BIN)/tox run -e $(ENV)

hunt: $(READY)  ## Search for differences from DRF for MINUTES minutes (10)
	$(BIN)/python -m tests.hunt --minutes $(MINUTES)

clean:  ## Remove the virtual environment and everything generated
	rm -rf $(VENV) .tox build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks benchmarks/results example_project/*.sqlite3

$(READY): GROUP := dev
$(VENV)/.ready-for-the-demo: GROUP := example
$(DOCS_READY): GROUP := docs
$(READY) $(VENV)/.ready-for-the-demo $(DOCS_READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group $(GROUP) --editable .
	touch $@
