"""Hypothesis always tries the same examples here: a test that passes today passes tomorrow."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hashi", derandomize=True, deadline=None, database=None)
settings.load_profile("hashi")
