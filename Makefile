# make daily and make test do everything from a fresh checkout; both set up .venv first, which takes no time when it is there.
.PHONY: help daily test lint bench setup clean
.DEFAULT_GOAL := help
bin := .venv/bin

help:
	@echo "make daily   set up, then draw today's board in output/"
	@echo "make test    set up, then lint, type-check and test"
	@echo "make bench   set up, then measure"
	@echo "make clean   remove what setting up and testing made"

setup:
	@sh tools/setup.sh

daily: setup
	@$(bin)/hashi layout show side-a --svg output/side-a.svg
	@echo "There are no daily sheets yet: output/side-a.svg is the empty board, to print and play on."

lint: setup
	$(bin)/ruff check .
	$(bin)/ruff format --check --quiet .
	$(bin)/mypy

test: lint
	$(bin)/python -m pytest -n auto

bench: setup
	$(bin)/python -m bench.engine

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
