# Everything a person types. `make run` and `make test` need python3 (3.11 or newer) and make, nothing else.

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all:
export PIP_ROOT_USER_ACTION := ignore

.DEFAULT_GOAL := run
.PHONY: run demo test test-all screens browsers bench hands brackets nights extras requests campaigns corrections tournaments rounds registers verdicts races kills crowds phones fuzz draws restores strip outages lock vendor messages clean

run: .venv/.run ## The site at http://127.0.0.1:8000, with its worker and timetable
	@exec $(BIN)/python manage.py serve

demo: .venv/.run ## The same, with the sample evening played into it
	@exec $(BIN)/python manage.py serve --demo

test: .venv/.dev ## Every check and the short tier of the tests: the same answer every time, in minutes
	@exec $(BIN)/python -m tests

test-all: .venv/.dev ## Every check and every test, on SQLite and PostgreSQL and in three browsers
	@exec $(BIN)/python -m tests --all

coverage: .venv/.dev ## Every line and branch of the rules that their own tests leave out
	@exec $(BIN)/python -m tests.branches

screens: .venv/.dev ## A picture of every page and of every step of a hand, and axe-core on each, into var/screens
	@$(BIN)/python -m tests.screens
	@LOOKS=all $(BIN)/python -m pytest tests/screens/test_axe.py -q --timeout 1800
	@HANDS_FOLDER=var/screens/hands exec $(BIN)/python -m pytest tests/evenings/test_hands_on_the_phone.py -q

bench: .venv/.dev ## The benchmarks: product, floor, ratio, goal; the last twenty runs in bench/results.json
	@exec $(BIN)/python -m bench

hands: .venv/.run ## The hands that the odds are worked out from, played again from their seed
	@exec $(BIN)/python manage.py simulate_hands

requests: .venv/.dev ## A thousand entries from home at once for 64 places, a hundred withdrawals, and ten thousand that abuse it
	@ASKING=whole exec $(BIN)/python -m pytest tests/faults/test_asking.py tests/requests/test_abuse.py -q -s -n0 --timeout 3600

campaigns: .venv/.dev ## Ten thousand random hands of each card game, against its referee
	@HANDS=$${HANDS:-10000} exec $(BIN)/python -m pytest tests/games -q -s -k random_hands --timeout 1800

brackets: .venv/.dev ## Knock-outs of every size from 2 to 1,024
	@SIZES=all exec $(BIN)/python -m pytest tests/formats/test_knockout.py -q -k any_size

nights: .venv/.dev ## The recorded evening on every night on which a clock does something odd
	@NIGHTS=all exec $(BIN)/python -m pytest tests/evenings/test_nights.py -q

extras: .venv/.dev ## The site without each extra: an evening in a browser, and every link of every page
	@EXTRAS=all exec $(BIN)/python -m pytest tests/extras -q -s --timeout 1800

corrections: .venv/.dev ## Two thousand tournaments with corrections at random, against a plain model
	@CORRECTIONS=$${CORRECTIONS:-2000} exec $(BIN)/python -m pytest tests/corrections/test_correction_machine.py -q

tournaments: .venv/.dev ## Ten thousand random tournaments of every format, played and counted once more by a plain reference
	@TOURNAMENTS=$${TOURNAMENTS:-10000} PLANTED=$${PLANTED:-500} SEED=$${SEED:-20261121} exec $(BIN)/python -m pytest \
	  tests/campaign tests/format_parts/test_round_checks_rules.py -q -s

rounds: .venv/.dev ## Two thousand random events whose rounds are paired from the nearest, against all who could meet
	@EVENTS=$${EVENTS:-2000} exec $(BIN)/python -m pytest tests/formats/test_nearest_first.py -q -rP -n$${WORKERS:-2}

registers: .venv/.dev ## Two thousand registers of people merged, split and undone at random: nothing else is another
	@REGISTERS=$${REGISTERS:-2000} exec $(BIN)/python -m pytest tests/people/test_register_histories.py -v -rP -n$${WORKERS:-2}

verdicts: .venv/.dev ## Five thousand sheets of each card game, judged by the phone as by the server
	@VERDICTS=$${VERDICTS:-5000} exec $(BIN)/python -m pytest tests/offline/test_verdicts.py -q -s --timeout 3600

phones: .venv/.dev ## A whole evening on eight phones through a network full of faults, over HTTP and HTTPS, ten seeds of each
	@SEEDS=$${SEEDS:-10} exec $(BIN)/python -m pytest tests/faults/whole_evening.py -q -s

crowds: .venv/.dev ## A minute each of phones that begin and do not end, and five thousand made-up addresses of each kind
	@HOLD=$${HOLD:-60} TIMES=$${TIMES:-5000} exec $(BIN)/python -m pytest tests/faults/test_crowds.py \
	  tests/faults/test_memory.py -q -s -p no:randomly -k "every_crowd or made_up"

browsers: .venv/.dev ## A whole match on a phone in WebKit, Firefox and Chromium, a picture of each step in var/browsers
	@WHOLE_WAY=$${WHOLE_WAY:-var/browsers} exec $(BIN)/python -m pytest tests/browsers -q -s -n0

fuzz: .venv/.dev ## Send more than 20,000 random requests to the API as five callers, and wrong numbers to every address
	@FUZZ=$${FUZZ:-52} exec $(BIN)/python -m pytest tests/web/test_fuzz_api.py tests/test_numbers.py -q -s -n0

draws: .venv/.dev ## Every public page polled without pause during twenty draws of 256 pairs, and while the worker is killed
	@MOMENTS=$${MOMENTS:-100} DRAWS=$${DRAWS:-20} PAIRS=$${PAIRS:-256} exec $(BIN)/python -m pytest tests/faults/test_draws.py \
	  tests/faults/test_draws_meanwhile.py -q -s -n0 --timeout 900

races: .venv/.dev ## Two acts at the same instant, sixty times each, on both databases, and without their locks
	@RACES=$${RACES:-60} exec $(BIN)/python -m pytest tests/faults/test_races.py -q -s -n0

kills: .venv/.dev ## The whole campaign of tests/faults: the site killed a hundred times during an evening
	@KILLS=$${KILLS:-100} exec $(BIN)/python -m pytest tests/faults/test_kills.py -q -s -k lost

restores: .venv/.dev ## A copy put back from the page while eight phones write, and killed at every moment of it; files of every name, clubs
	@RESTORES=whole exec $(BIN)/python -m pytest tests/machine/test_restored_while_running.py tests/faults/test_backup.py \
	  tests/machine/test_restored_on_postgresql.py tests/clubs/test_clubs_restored.py -q -s -n0

strip: .venv/.dev ## A club to its second evening, an evening from its notice to its cash, jobs of an organiser, on pages alone: pictures, clicks of each job
	@STRIP_FOLDER=$${STRIP_FOLDER:-var/strip} exec $(BIN)/python -m pytest tests/evenings/test_club_without_a_terminal.py \
	  tests/evenings/test_before_and_after.py tests/evenings/test_organiser_jobs.py -q -s -n0

outages: .venv/.dev ## Each process killed and stopped, the clock set back, the database locked for half a minute, and what else may fail
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

# No lock names a package registry: each machine uses its own.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
  --no-annotate --no-emit-index-url --only-binary :all: pyproject.toml
lock: .venv/.dev ## Write the hash-locked requirements again, from the ranges in pyproject.toml
	$(COMPILE) --upgrade --output-file requirements.txt
	$(COMPILE) --upgrade --extra dev --constraint requirements.txt --output-file requirements-dev.txt

messages: .venv/.run ## Bring the catalogues in locale/ up to the source, and say what is still to translate
	@exec $(BIN)/python manage.py collect_words

clean: ## Take away what was made here, but not the data in var/
	rm -rf .venv staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Fetch the front-end files under static/vendor again, with their licences (needs npm; nothing else does).
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
