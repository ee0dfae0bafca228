# One verb per line, the same for people, hooks and continuous integration. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Without what is kept of them, every run would compile the tests and all that they load anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAY := printf '\033[1m==> %s\033[0m\n'
# A stamp names what was installed: it changes with pyproject.toml and constraints.txt, so a second run skips the network.
STAMP := $(shell cat pyproject.toml constraints.txt 2>/dev/null | sha256sum | cut -c1-16)
PLAY := $(VENV)/.play-$(STAMP)
DEV := $(VENV)/.dev-$(STAMP)
BENCH := $(VENV)/.bench-$(STAMP)
TSC := $(VENV)/js/node_modules/.bin/tsc
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: help play test check format lint types types-js wire-types imports fast slow browser-tests browser-all golden bench bench-against bench-rules bench-server bench-opening bench-collecting bench-bots bench-hand bench-measuring soak soak-kernels soak-rules soak-seatings soak-server soak-churn chaos ladder champion regret opponents pictures previews screenshots clean hooks

help:  ## list the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

play: $(PLAY)  ## set up what is missing and serve the games at a local address (LAN=1: for your network too)
	@$(SAY) "serving the games (Ctrl-C stops)"
	@$(BIN)/pennyflick serve $(if $(LAN),--lan) $(ARGS)

test: $(DEV) browser postgresql check slow browser-tests  ## set up what is missing, then every check and every test
	@$(SAY) "all checks and tests passed"

check: $(DEV) lint types imports fast  ## format, lint, types, import contracts, fast tests: under a minute when warm

lint: $(DEV)  ## is everything formatted and clean?
	@$(SAY) "format and lint"
	@$(BIN)/ruff format --check --quiet . && $(BIN)/ruff check --quiet .

types: $(DEV)  ## do the types hold?
	@$(SAY) "types"
	@$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory types-js; else echo "no npm here: the browser modules' types are not checked"; fi

types-js: $(TSC)  ## do the browser modules' JSDoc types hold? (needs npm)
	@$(TSC) --project src/pennyflick/server/web/jsconfig.json

wire-types: $(DEV)  ## make the browser's types from the messages that travel
	@$(BIN)/python -m pennyflick.server.wire.typescript

imports: $(DEV)  ## do the arrows point down only?
	@$(SAY) "import contracts"
	@$(BIN)/lint-imports --no-cache > /tmp/pennyflick-imports.$$$$ || { cat /tmp/pennyflick-imports.$$$$; exit 1; }; rm -f /tmp/pennyflick-imports.$$$$

fast: $(DEV)  ## the tests that take no time
	@$(SAY) "fast tests"
	@$(BIN)/pytest -q -n 2 -m "not slow and not browser" --ignore tests/browser

slow: $(DEV) postgresql nginx  ## the tests that take a while
	@$(SAY) "slow tests"
	@$(BIN)/pytest -q -n 2 -m "slow and not browser" --ignore tests/browser

browser-tests: $(DEV) browser  ## the pages in a real Chromium
	@$(SAY) "browser tests"
	@$(BIN)/pytest -q -n 2 -m "browser and not alone"
	@$(BIN)/pytest -q -m "browser and alone"

browser-all: $(DEV) browser  ## the pages with every game at every size of the screen and in every set-up, not only some of them
	@$(SAY) "browser tests, every game at every size"
	@PENNYFLICK_BROWSER_ALL=yes $(BIN)/pytest -q -n 2 -m "browser and not alone"

format: $(DEV)  ## format the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix --quiet .

golden: $(DEV)  ## record the golden shots and matches anew (raise PHYSICS_VERSION when a shot changes)
	@$(BIN)/python -m benchmarks.golden --write
	@$(BIN)/python -m benchmarks.golden_matches --write

bench: $(BENCH)  ## the simulator's speed, side by side with others
	@$(BIN)/python -m benchmarks.physics

bench-against: $(DEV)  ## how many times as fast as another revision the simulator is, both by turns in one run (REV=main)
	@$(BIN)/python -m benchmarks.against $(REV) $(ARGS)

bench-rules: $(DEV)  ## the referee's speed
	@$(BIN)/python -m benchmarks.rules

bench-server: $(DEV)  ## flick to ruling: the server's speed
	@$(BIN)/python -m benchmarks.server $(ARGS)

bench-opening: $(DEV)  ## how long stored matches take to open: long ones, and a thousand after a restart
	@$(BIN)/python -m benchmarks.opening $(ARGS)

bench-collecting: $(DEV)  ## how long garbage collections stop the server while many sockets are open
	@$(BIN)/python -m benchmarks.collecting $(ARGS)

bench-bots: $(DEV)  ## how long the opponents think
	@$(BIN)/python -m benchmarks.thinking $(ARGS)

bench-hand: $(DEV)  ## what a hand is worth to people: open twenties, timing, one fixed aim (ARGS="timing --game pichenotte")
	@$(BIN)/python -m benchmarks.hand $(ARGS)

bench-measuring: $(DEV)  ## are hands found again from their flicks? 200 simulated people a hand (a minute)
	@$(BIN)/python -m benchmarks.measuring $(ARGS)

ladder: $(DEV)  ## does each level and each named opponent beat the one below, and how does a person fare? (hours; ARGS="--what levels" half an hour)
	@$(BIN)/python -m benchmarks.ladder $(ARGS)

champion: $(DEV)  ## how much stronger is the champion than classic, with known hands, other hands, and against tricks? (hours; ARGS="--game penny-red --out out/champion")
	@$(BIN)/python -m benchmarks.champion $(ARGS)

regret: $(DEV)  ## how much do the searches leave on the table?
	@$(BIN)/python -m benchmarks.regret $(ARGS)

opponents: $(DEV)  ## points a turn, kills, rallies, goals and twenties of the named opponents (three quarters of an hour)
	@$(BIN)/python -m benchmarks.opponents $(ARGS)

soak: $(DEV)  ## a million random flicks: no cap, no overlap, no energy from nowhere
	@$(BIN)/python -m benchmarks.soak $(ARGS)

soak-kernels: $(DEV)  ## ten million random flicks by the kernels of two revisions, every bit compared (REV=main)
	@$(BIN)/python -m benchmarks.soak_kernels $(REV) $(ARGS)

soak-rules: $(DEV)  ## five hundred random matches of each game, every record replayed
	@$(BIN)/python -m benchmarks.soak_rules $(ARGS)

soak-seatings: $(DEV)  ## every game and every seating with the house, thirty matches each through the desk (ten minutes)
	@$(BIN)/python -m benchmarks.soak_seatings $(ARGS)

soak-server: $(DEV)  ## seats, time and lines: a million steps of the model, a million deliveries by a faulty network, a thousand kill -9 (hours; ARGS="--steps 20000")
	@$(BIN)/python -m benchmarks.soak_server $(ARGS)

soak-churn: $(DEV)  ## twenty minutes of matches that come and go: memory, tasks and open files stay flat (ARGS="--minutes 2")
	@$(BIN)/python -m benchmarks.soak_churn $(ARGS)

chaos: $(DEV) postgresql  ## workers, a thinker or the database killed every few seconds for five minutes while people play
	@$(BIN)/python -m benchmarks.chaos $(ARGS)

pictures: $(DEV) browser  ## draw and take the pictures of the documents anew
	@$(BIN)/python -m benchmarks.pictures
	@$(BIN)/python -m benchmarks.screenshots --documents

previews: $(DEV) browser  ## draw the pictures anew that chat apps show beside a link, one a game, and the icons of home screens
	@$(BIN)/python -m benchmarks.previews

screenshots: $(DEV) browser  ## pictures of every page and every table at six sizes into out/screenshots; how much is board, what is below the fold
	@$(BIN)/python -m benchmarks.screenshots $(ARGS)

hooks: $(DEV)  ## let git run `make check` before every commit
	@$(BIN)/pre-commit install

clean:  ## remove what was set up
	rm -rf $(VENV) out build .mypy_cache .ruff_cache .pytest_cache .hypothesis

# ---- setting up -----------------------------------------------------------------------------------------------------
.PHONY: browser postgresql nginx
browser:
	@bash .ci/browser

postgresql:
	@bash .ci/postgresql

nginx:
	@bash .ci/nginx

$(VENV)/bin/python:
	@$(SAY) "making the virtual environment in $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pennyflick needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)

$(PLAY): | $(VENV)/bin/python
	@$(SAY) "installing what the games need (wheels only)"
	@$(PIP) --only-binary :all: --editable '.[server]'
	@touch $@

$(DEV): | $(VENV)/bin/python
	@$(SAY) "installing what the games and their tests need"
	@$(PIP) --prefer-binary --editable '.[server,dev]'
	@touch $@ $(PLAY)

$(BENCH): $(DEV)
	@$(SAY) "installing the peers of the benchmark"
	@$(PIP) --prefer-binary --editable '.[bench]'
	@touch $@

$(TSC):
	@$(SAY) "installing the checker of the browser modules' types"
	@npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix $(VENV)/js typescript@5.9.3
