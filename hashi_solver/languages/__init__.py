"""The languages that hashi prints in: messages, dates, numbers, and the titles of the ladder.

English is the source: a message is its own English. The other languages have a gettext catalogue each in `locale/`;
docs/translating.md tells how one is added.
"""

from hashi_solver.languages.speech import LANGUAGES, Language, language

__all__ = ["LANGUAGES", "Language", "language"]
