# make daily and make test work in a fresh checkout: both set up .venv first, which takes no time once it exists.
# Only make test and make lint install what only the tests need: a browser, TypeScript and shells.
.PHONY: help daily site test fuzz test-slow lint house bench bench-full bench-extras docs docs-extras manual catalogues \
	schemas examples transcripts golden pictures atlas setup setup-tests release-check release-extras release version \
	container clean
.DEFAULT_GOAL := help
bin := .venv/bin

help:
	@echo "make daily       set up, then draw today's sheet in output/"
	@echo "make site        set up, fetch Python and CP-SAT for the browser, then write the site into output/site"
	@echo "make test        set up, then lint, type-check and test"
	@echo "make fuzz        damaged files, odd command lines and surroundings, other ones each time (minutes)"
	@echo "make test-slow   the cross-checks that take many minutes"
	@echo "make lint        set up, then ruff, mypy and tsc alone"
	@echo "make house       lines of code by room, imports inside functions, class names with several homes"
	@echo "make bench       set up, then measure: the rules, the solver on 40 problems against two other ways, and in"
	@echo "                 short the players, a review, a sheet and the board lab, and what people wait for;"
	@echo "                 BEFORE=HEAD~1 compares that with an older commit (fifteen minutes)"
	@echo "make bench-full  the solver on all 200 problems (run it again to resume)"
	@echo "make docs        the documentation as a site, in output/docs; fails where a link leads nowhere"
	@echo "make manual      man pages and shell completions, made from the commands, in output/share/"
	@echo "make catalogues  update the translation files with the messages in the code"
	@echo "make schemas     generate the JSON Schemas of the documents from their types"
	@echo "make examples    write the records in docs/examples again"
	@echo "make transcripts run the commands in the README and docs/*.md, and update their output there"
	@echo "make golden      the golden records of side-a and side-b; BOARDS='reef' of others"
	@echo "make pictures    draw docs/pictures, then every kind of sheet in every language to look at"
	@echo "make atlas       measure the boards that ship over 1,000 decks each (run it again to resume)"
	@echo "make release-check  build the package twice, look inside, install it for every Python here, run every command"
	@echo "make container   build the image of the Containerfile and try it; BASE=debootstrap where no registry is reached"
	@echo "make version VERSION=1.2.3   begin a version"
	@echo "make release     date the version, check it, commit, tag, push: the forge does the rest"
	@echo "make clean       remove everything that setup and tests created"

setup:
	@sh tools/setup.sh

daily: setup
	@$(bin)/hashi daily

setup-tests: setup
	@sh tools/setup_tests.sh

site: setup
	@sh tools/site.sh
	@$(bin)/hashi site --out output/site

lint: setup-tests
	$(bin)/ruff check .
	$(bin)/ruff format --check --quiet .
	$(bin)/mypy
	@for system in darwin win32; do $(bin)/mypy --cache-dir .mypy_cache/$$system --platform $$system \
	  --disable-error-code unreachable hashi_solver || exit 1; done
	@if command -v tsc >/dev/null; then tsc -p jsconfig.json; else \
	  echo "THE JAVASCRIPT IS NOT TYPE-CHECKED: install TypeScript (Debian: apt-get install node-typescript)" >&2; fi

house: setup
	@$(bin)/python -m tools.house

test: lint
	$(bin)/python -m pytest -n auto

# Other inputs each time. What it finds belongs into tests/fuzz/corpus once it is mended.
fuzz: setup
	HASHI_TESTS=fuzz $(bin)/python -m pytest -n auto tests/fuzz

test-slow: setup bench-extras docs-extras
	$(bin)/python -m pytest -n auto -m slow

bench: setup bench-extras
	$(bin)/python -m bench.engine
	$(bin)/python -m bench.run --quick
	$(bin)/python -m bench.players --games 20 --expert-games 2 --boards side-a
	$(bin)/python -m bench.review --games 2 --fair-games 0
	$(bin)/python -m bench.sheets first
	$(bin)/python -m bench.lab --decks 40 --club-decks 20 --store-decks 300
	$(bin)/python -m bench.table $(if $(BEFORE),--before $(BEFORE))

bench-full: setup bench-extras
	$(bin)/python -m bench.run --resume

docs-extras: setup
	@$(bin)/python -c 'import furo, myst_parser, sphinx' 2>/dev/null || PIP_CONSTRAINT=constraints.txt $(bin)/python -m pip install -q -e '.[docs]'

docs: docs-extras
	$(bin)/python -m tools.handbook

manual: setup
	$(bin)/python -m hashi_solver.cli.manual output/share

# clingo is only for comparison; hashi itself does not need it.
bench-extras: setup
	@$(bin)/python -c 'import clingo' 2>/dev/null || PIP_CONSTRAINT=constraints.txt $(bin)/python -m pip install -q -e '.[bench]'

catalogues: setup
	$(bin)/python -m tools.catalogues

schemas: setup
	$(bin)/python -m tools.schemas

# After redrawing a board or changing the club player, run these in this order (docs/developing.md, "Redrawing a board that ships").
examples: setup
	$(bin)/python -m tools.examples

transcripts: setup
	$(bin)/python -m tools.transcripts

BOARDS ?= side-a side-b
golden: setup
	$(bin)/python -m tests.make_golden $(BOARDS)

pictures: setup
	$(bin)/python -m tools.pictures

atlas: setup
	nice $(bin)/python -m tools.atlas

# What only a release needs: an SBOM, a README as an index shows it, resolving for other systems, a look at workflows.
release-extras: setup
	@{ test -x $(bin)/zizmor && $(bin)/python -c 'import cyclonedx_py, readme_renderer, uv'; } 2>/dev/null || \
	  PIP_CONSTRAINT=constraints.txt $(bin)/python -m pip install -q -e '.[release]'

PYTHONS ?=
release-check: release-extras
	@$(bin)/python -m tools.release_check $(PYTHONS)

container:
	@sh tools/container.sh

version: setup
	@$(bin)/python -m tools.release next '$(VERSION)'

release: release-extras
	@$(bin)/python -m tools.release publish

clean:
	rm -rf tools/site/node_modules .venv .venv-newest .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
