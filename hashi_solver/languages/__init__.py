"""The languages that hashi prints in: messages, dates, numbers, and the titles of the ladder.

Messages in the code are in English. Each other language has a gettext catalogue in `locale/`; docs/translating.md
explains how to add one.
"""

from hashi_solver.languages.speech import LANGUAGES, Language, language

__all__ = ["LANGUAGES", "Language", "language"]
