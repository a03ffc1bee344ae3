# For people with a checkout. `make demo` and `make test` need nothing but Python 3.11 or later.
.DEFAULT_GOAL := help
.PHONY: help setup demo test bench lock clean \
	check check-style check-types check-arrows check-ceilings check-links

VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready
# The first of these that runs and is new enough; say PYTHON=/path/to/python to choose another.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	$$p -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo $$p && break; done)
# The suite is made for two cores; more help, fewer work too.
WORKERS ?= 2

help:
	@echo "make demo    set everything up, make and check real tables, write them as files"
	@echo "make test    set everything up and run the tests"
	@echo "make check   style, types, arrows between rooms, ceilings, links in the docs"
	@echo "make bench   run the benchmarks (minutes)"
	@echo "make lock    write requirements/ anew from pyproject.toml"
	@echo "make clean   remove everything that was made"

setup: $(READY)

# The lock is installed by hash; the project itself is linked, so that an edit needs no new setup.
$(READY): requirements/dev.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later with venv was found." >&2; \
		echo "Maybe install it (Debian: apt-get install python3 python3-venv)." >&2; exit 1; }
	@$(RUN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: setup
	$(RUN)/scheduler demo

test: setup
	$(RUN)/python -m pytest -n $(WORKERS) --dist loadgroup

# Each on its own, so that `make -k check` tells everything there is to tell.
check: check-style check-types check-arrows check-ceilings check-links

check-style: setup
	$(RUN)/ruff check .

check-types: setup
	$(RUN)/mypy
	$(RUN)/mypy --explicit-package-bases tools

check-arrows: setup
	$(RUN)/lint-imports --no-logo --no-cache

check-ceilings: setup
	$(RUN)/python tools/ceilings.py

check-links: setup
	$(RUN)/python tools/links.py

bench: setup
	$(RUN)/python benchmarks/run.py

lock: setup
	$(RUN)/python tools/lock.py

clean:
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
