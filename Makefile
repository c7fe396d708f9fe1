# `make` lists the targets. All of them work on a fresh machine with Python 3.10+ and make:
# the environment is made in .venv on the first call, and again when the packages asked for change.
# PYTHON=/path/to/python3 chooses the Python; PIP_FLAGS are added to each `pip install`.

PYTHON ?= python3
PIP_FLAGS ?=
VENV := .venv
BIN := $(VENV)/bin
DEMO_RUN := runs/demo
# The source of one line of the test part, never trained on; its relative clause turns round.
DEMO_SENTENCE = $(shell sed -n 726p data/test.tsv | cut -f 1)

.DEFAULT_GOAL := help
.PHONY: help setup test fix golden docs demo picture shipped wheel torture bench

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(VENV)/.installed ## make the environment in .venv and install into it

$(VENV)/.installed: pyproject.toml constraints.txt
	@PYTHON="$(PYTHON)" sh .ci/make_venv.sh $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1" $(PIP_FLAGS)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch $(PIP_FLAGS)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable . --group dev $(PIP_FLAGS)
	@touch $@

test: setup ## run every check: format, lint, types, tests, doctests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

torture: setup ## kill 50 trainings, feed 20,000 odd inputs (twenty minutes on two cores; `make test` does a little)
	SEQATTN_TORTURE=1 OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses auto --maxprocesses 4 tests/torture

fix: setup ## reformat, and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: setup ## rewrite tests/golden/ and the made pages of docs/ from what is there now; then read the diff
	SEQATTN_REWRITE_GOLDEN=1 $(BIN)/pytest --quiet
	git diff --stat -- tests/golden docs

docs: setup ## rewrite docs/cli.md from the commands' help
	SEQATTN_REWRITE_GOLDEN=1 $(BIN)/pytest --quiet tests/test_docs.py -k page_of_commands

picture: ## draw docs/heatmap.svg with the run of `make demo`
	$(BIN)/seqattn show-attention --run $(DEMO_RUN) --words --format svg "$(DEMO_SENTENCE)" > docs/heatmap.svg

demo: setup ## train on the shipped corpus, score it, translate, show attention (replaces runs/demo)
	rm -rf $(DEMO_RUN)
	$(BIN)/seqattn train --run $(DEMO_RUN) --epochs 5
	$(BIN)/seqattn evaluate --run $(DEMO_RUN)
	$(BIN)/seqattn translate --run $(DEMO_RUN) "$(DEMO_SENTENCE)"
	$(BIN)/seqattn show-attention --run $(DEMO_RUN) "$(DEMO_SENTENCE)"

shipped: setup ## train the runs that come with seqattn anew, and score them (an hour each on a busy core)
	$(BIN)/python -m benchmarks.shipped_runs

wheel: setup ## build a wheel, install it apart, and use what comes with it
	sh .ci/try_wheel.sh $(BIN)/python

bench: setup ## measure training, translating, starting and scaling, on a machine with nothing else to do
	$(BIN)/python -m benchmarks.train_speed
	$(BIN)/python -m benchmarks.translate_speed
	$(BIN)/python -m benchmarks.start_speed
	$(BIN)/python -m benchmarks.scaling
