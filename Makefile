# sie: chart images in, data tables out. `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
IMG_DIR ?= tests/data/charts
OUT_DIR ?= out

.PHONY: help setup extract test test-slow check fix synth train bench bench-speed bench-gpu wheel clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

setup: $(STAMP) ## make .venv and install the project with its tools

extract: $(STAMP) ## read the charts in IMG_DIR into OUT_DIR (json, csv, overlay)
	$(VENV)/bin/sie extract "$(IMG_DIR)" -o "$(OUT_DIR)" --overlay

test: $(STAMP) ## run the tests
	$(PY) -m pytest -n 2 -m "not slow and not gpu"

test-slow: $(STAMP) ## run the long tests too
	$(PY) -m pytest -n 2 -m "not gpu"

check: $(STAMP) ## lint, types, layers; changes nothing
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(PY) -m pytest tests/test_layers.py

fix: $(STAMP) ## mend formatting and what the linter can
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

TRAIN_STAMP := $(VENV)/.installed-train
$(TRAIN_STAMP): $(STAMP)
	$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev,train]'
	touch $(TRAIN_STAMP)

N ?= 20000
SYNTH_DIR ?= runs/synth
RUN_DIR ?= runs/detector
DEVICE ?= cpu
MINUTES ?= 600
THREADS ?= 1
synth: $(TRAIN_STAMP) ## draw N synthetic charts with their truth into SYNTH_DIR
	$(PY) -m models.synth --n $(N) --out "$(SYNTH_DIR)"

train: $(TRAIN_STAMP) ## train the detector on SYNTH_DIR for MINUTES, going on from RUN_DIR
	$(PY) -m models.train --data "$(SYNTH_DIR)" --out "$(RUN_DIR)" --device $(DEVICE) --minutes $(MINUTES) --threads $(THREADS)

LIMIT ?= 0
bench-speed: $(STAMP) ## seconds a chart beside EasyOCR's on LIMIT pictures of IMG_DIR (0: all), and how workers scale
	$(PY) -m sie.bench_speed "$(IMG_DIR)" --limit $(LIMIT)

bench-gpu: $(TRAIN_STAMP) ## draw charts, compare GPU and CPU results, measure charts a second; needs a CUDA device
	$(PY) -m sie.bench_gpu

BENCH_DIR ?= tests/data/charts
BENCH_OUT ?= $(OUT_DIR)/bench
bench: $(STAMP) ## measure charts and questions on the gold charts in BENCH_DIR; reports in BENCH_OUT
	$(VENV)/bin/sie bench charts "$(BENCH_DIR)" -o "$(BENCH_OUT)/charts"
	$(VENV)/bin/sie bench qa "$(BENCH_DIR)" --from gold -o "$(BENCH_OUT)/qa-gold"
	$(VENV)/bin/sie bench qa "$(BENCH_DIR)" --figures "$(BENCH_OUT)/charts/figures" -o "$(BENCH_OUT)/qa-pixels"

wheel: $(STAMP) ## build the wheel into dist/
	$(PY) -m pip wheel --quiet --no-deps --wheel-dir dist .

clean: ## remove what was built, the environment apart
	rm -rf build dist out *.egg-info .mypy_cache .ruff_cache .pytest_cache
