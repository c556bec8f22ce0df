# The commands of the project. `make run` and `make test` need only make and Python 3.11 or newer.

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := run
.PHONY: run demo test test-all screens browsers bench hands brackets nights extras requests campaigns corrections tournaments rounds registers verdicts races kills crowds phones fuzz draws restores strip outages lock vendor messages clean

run: .venv/.run ## Start the site at http://127.0.0.1:8000 with its worker
	@exec $(BIN)/python manage.py serve

demo: .venv/.run ## Start the site with a sample evening
	@exec $(BIN)/python manage.py serve --demo

test: .venv/.dev ## Run all checks and the short tier of the tests
	@exec $(BIN)/python -m tests

test-all: .venv/.dev ## Run all checks and all tests, on SQLite and PostgreSQL and in three browsers
	@exec $(BIN)/python -m tests --all

coverage: .venv/.dev ## List the lines and branches of the card game rules that their tests do not reach
	@exec $(BIN)/python -m tests.branches

screens: .venv/.dev ## Take a screenshot of each page and each step of a hand into var/screens, and check each with axe-core
	@$(BIN)/python -m tests.screens
	@LOOKS=all $(BIN)/python -m pytest tests/screens/test_axe.py -q --timeout 1800
	@HANDS_FOLDER=var/screens/hands exec $(BIN)/python -m pytest tests/evenings/test_hands_on_the_phone.py -q

bench: .venv/.dev ## Run the benchmarks and compare each with its baseline; bench/results.json has the last twenty runs
	@exec $(BIN)/python -m bench

hands: .venv/.run ## Simulate the hands from which the odds are computed
	@exec $(BIN)/python manage.py simulate_hands

requests: .venv/.dev ## Send 1,000 entries from home at once for 64 places, 100 withdrawals and 10,000 abusive requests
	@ASKING=whole exec $(BIN)/python -m pytest tests/faults/test_asking.py tests/requests/test_abuse.py -q -s -n0 --timeout 3600

campaigns: .venv/.dev ## Play 10,000 random hands of each card game and compare them with an independent referee
	@HANDS=$${HANDS:-10000} exec $(BIN)/python -m pytest tests/games -q -s -k random_hands --timeout 1800

brackets: .venv/.dev ## Play knock-outs of each size from 2 to 1,024
	@SIZES=all exec $(BIN)/python -m pytest tests/formats/test_knockout.py -q -k any_size

nights: .venv/.dev ## Replay the recorded evening on nights on which the clocks change
	@NIGHTS=all exec $(BIN)/python -m pytest tests/evenings/test_nights.py -q

extras: .venv/.dev ## Play an evening in a browser without each extra, and follow each link of each page
	@EXTRAS=all exec $(BIN)/python -m pytest tests/extras -q -s --timeout 1800

corrections: .venv/.dev ## Play 2,000 stages with random corrections and compare them with a plain model
	@CORRECTIONS=$${CORRECTIONS:-2000} exec $(BIN)/python -m pytest tests/corrections/test_correction_machine.py -q

tournaments: .venv/.dev ## Play 10,000 random tournaments and compute them again with a plain reference
	@TOURNAMENTS=$${TOURNAMENTS:-10000} PLANTED=$${PLANTED:-500} SEED=$${SEED:-20261121} exec $(BIN)/python -m pytest \
	  tests/campaign tests/format_parts/test_round_checks_rules.py -q -s

rounds: .venv/.dev ## Pair 2,000 random rounds among near neighbours and compare them with all possible pairings
	@EVENTS=$${EVENTS:-2000} exec $(BIN)/python -m pytest tests/formats/test_nearest_first.py -q -rP -n$${WORKERS:-2}

registers: .venv/.dev ## Merge, split and undo persons at random in 2,000 registers
	@REGISTERS=$${REGISTERS:-2000} exec $(BIN)/python -m pytest tests/people/test_register_histories.py -v -rP -n$${WORKERS:-2}

verdicts: .venv/.dev ## Compare 5,000 score sheets of each card game between the phone and the server
	@VERDICTS=$${VERDICTS:-5000} exec $(BIN)/python -m pytest tests/offline/test_verdicts.py -q -s --timeout 3600

phones: .venv/.dev ## Play whole evenings on eight phones over a faulty network, ten seeds over HTTP and ten over HTTPS
	@SEEDS=$${SEEDS:-10} exec $(BIN)/python -m pytest tests/faults/whole_evening.py -q -s

crowds: .venv/.dev ## Hold unfinished requests and silent connections for a minute each, and try 5,000 invented addresses
	@HOLD=$${HOLD:-60} TIMES=$${TIMES:-5000} exec $(BIN)/python -m pytest tests/faults/test_crowds.py \
	  tests/faults/test_memory.py -q -s -p no:randomly -k "faulty_phones_of_any_kind or many_different_urls"

browsers: .venv/.dev ## Play a whole match on a phone in WebKit, Firefox and Chromium, with screenshots in var/browsers
	@WHOLE_WAY=$${WHOLE_WAY:-var/browsers} exec $(BIN)/python -m pytest tests/browsers -q -s -n0

fuzz: .venv/.dev ## Send more than 20,000 malformed requests to the API as five callers, and wrong numbers to each address
	@FUZZ=$${FUZZ:-52} exec $(BIN)/python -m pytest tests/web/test_fuzz_api.py tests/test_numbers.py -q -s -n0

draws: .venv/.dev ## Request each public page during twenty draws of 256 pairs, and kill the worker in each
	@MOMENTS=$${MOMENTS:-100} DRAWS=$${DRAWS:-20} PAIRS=$${PAIRS:-256} exec $(BIN)/python -m pytest tests/faults/test_draws.py \
	  tests/faults/test_draws_meanwhile.py -q -s -n0 --timeout 900

races: .venv/.dev ## Run pairs of actions at the same instant, 60 times each, on both databases, and without their locks
	@RACES=$${RACES:-60} exec $(BIN)/python -m pytest tests/faults/test_races.py -q -s -n0

kills: .venv/.dev ## Kill the site 100 times during an evening
	@KILLS=$${KILLS:-100} exec $(BIN)/python -m pytest tests/faults/test_kills.py -q -s -k lost

restores: .venv/.dev ## Restore a backup from the page while eight phones write, and interrupt the restore at each step
	@RESTORES=whole exec $(BIN)/python -m pytest tests/machine/test_restored_while_running.py tests/faults/test_backup.py \
	  tests/machine/test_restored_on_postgresql.py tests/clubs/test_clubs_restored.py -q -s -n0

strip: .venv/.dev ## Use the pages only: set-up, evenings and jobs of an organiser, with screenshots and the clicks of each job
	@STRIP_FOLDER=$${STRIP_FOLDER:-var/strip} exec $(BIN)/python -m pytest tests/evenings/test_club_without_a_terminal.py \
	  tests/evenings/test_before_and_after.py tests/evenings/test_organiser_jobs.py -q -s -n0

outages: .venv/.dev ## Kill and stop each process, set the clock back, lock the database for half a minute, and other failures
	@OUTAGES=whole LOCKED=$${LOCKED:-30} exec $(BIN)/python -m pytest tests/faults/test_hangs.py tests/faults/test_outages.py -q -s -n0

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Trionfo needs Python 3.11 or newer as $(PYTHON); 'make PYTHON=/path/to/python3' names another." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
	  echo "Python cannot make its environment; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

.venv/.run: requirements.txt | $(BIN)/python
	@echo "Installing what the site needs (once) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/.dev: requirements-dev.txt .venv/.run
	@echo "Installing what the tests need (once) ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

# The requirements files contain no address of a package index: pip uses the one of the machine.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
  --no-annotate --no-emit-index-url --only-binary :all: pyproject.toml
lock: .venv/.dev ## Write the requirements files with hashes from the ranges in pyproject.toml
	$(COMPILE) --upgrade --output-file requirements.txt
	$(COMPILE) --upgrade --extra dev --constraint requirements.txt --output-file requirements-dev.txt

messages: .venv/.run ## Update the catalogues in locale/ and list the missing translations
	@exec $(BIN)/python manage.py collect_words

clean: ## Delete generated files, but not the data in var/
	rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Download the files and licences in static/vendor again. Only this command needs npm.
VENDOR := static/vendor
vendor:
	set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; root=$$PWD; \
	fetch() { (cd "$$tmp" && rm -rf package && npm pack --silent "$$1" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz); }; \
	fetch idiomorph@0.8.0; mkdir -p $(VENDOR)/idiomorph; \
	sed '/^\/\/# sourceMappingURL/d' "$$tmp/package/dist/idiomorph-ext.min.js" > $(VENDOR)/idiomorph/idiomorph-ext.min.js; \
	cp "$$tmp/package/LICENSE" $(VENDOR)/idiomorph/LICENSE; \
	fetch idb@8.0.4; mkdir -p $(VENDOR)/idb; \
	sed '/^\/\/# sourceMappingURL/d' "$$tmp/package/build/umd.js" > $(VENDOR)/idb/umd.js; \
	cp "$$tmp/package/LICENSE" $(VENDOR)/idb/LICENSE; \
	fetch @fontsource-variable/commissioner@5.3.0; mkdir -p $(VENDOR)/commissioner; \
	cp "$$tmp/package/LICENSE" $(VENDOR)/commissioner/LICENSE; \
	$(BIN)/uv run --no-project --with 'fonttools[woff]' python docs/fonts.py "$$tmp/package/files" $(VENDOR)/commissioner; \
	for font in noto-sans-arabic noto-sans-hebrew; do \
	fetch @fontsource-variable/$$font@5.3.0; mkdir -p $(VENDOR)/$$font; \
	cp "$$tmp/package/LICENSE" $(VENDOR)/$$font/LICENSE; \
	$(BIN)/uv run --no-project --with 'fonttools[woff]' python docs/fonts.py "$$tmp/package/files" $(VENDOR)/$$font; done
