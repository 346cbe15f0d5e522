# Everything sets itself up: `make play` and `make test` need Python 3.11+ and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint types bench train clean

play: $(VENV)/run.stamp
	$(BIN)/tripad serve

test: $(VENV)/dev.stamp browser
	$(BIN)/python -m pytest

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

# The browser tests drive Debian's chromium; where it can be installed, it is.
.PHONY: browser
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	 { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
	 echo "chromium is not here and could not be installed: the browser tests will say so and be skipped."

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e '.[dev]'
	@touch $@ $(VENV)/run.stamp

# Training needs torch; running never does.
.PHONY: train-setup
train-setup: $(VENV)/train.stamp

$(VENV)/train.stamp: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e '.[dev,train]'
	@touch $@ $(VENV)/dev.stamp $(VENV)/run.stamp

clean:
	rm -rf $(VENV) build dist
