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

# How fast a game is derived from its record, and where a tile may go.
.PHONY: bench-scorer
bench: bench-scorer
bench-scorer: $(VENV)/run.stamp
	$(BIN)/python -m scorer.bench

# How well and how fast tables are read; labelled pictures that are not here are left out.
.PHONY: bench-vision
bench: bench-vision
bench-vision: $(VENV)/dev.stamp
	$(BIN)/python -m models.evaluate scenes ../shared/scenes --out models/results/scenes.csv
	$(BIN)/python -m models.evaluate photos ../shared/photos --out models/results/photos.csv
	$(BIN)/python -m models.evaluate photos ../shared/photos --harder --out models/results/photos_harder.csv
	$(BIN)/python -m models.evaluate rendered --out models/results/rendered.csv
	$(BIN)/python -m models.evaluate speed ../shared/scenes

# Many watching pages and a camera on one server; the figures are in webui/LOAD.md.
.PHONY: bench-web
bench: bench-web
bench-web: $(VENV)/dev.stamp
	$(BIN)/python tests/webui/load_pages.py --seconds 300

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

# Fonts and pictures for the renderer, from Debian; scenes without them are poorer.
.PHONY: assets
assets: $(VENV)/run.stamp
	apt-get install -y -qq --no-install-recommends $$(grep -v '^#' models/render/packages.txt)
	$(BIN)/python -m models.render.assets

clean:
	rm -rf $(VENV) build dist

# The game that `tripad serve` plays as its demo.
.PHONY: demo-clip
demo-clip: $(VENV)/dev.stamp
	$(BIN)/python -m models.video 129 webui/demo/game.mp4 --players 3 --moves 13 --lucky --calm \
	  --clean --look 17 --kind ivory_num --table wood --tilt 14

# Filmed games through the watcher, and what watching costs.
.PHONY: bench-watch
bench: bench-watch
bench-watch: $(VENV)/dev.stamp
	$(BIN)/python -m models.evaluate.watch --games 30 --out models/results/watch.csv
	$(BIN)/python -m models.evaluate.watch_cost
