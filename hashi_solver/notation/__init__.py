"""Text and TOML to values and back: liberal in reading, strict in writing. JSON has its own room, `documents`.

`files` brings text in and puts files out; `codes`, `days`, `decks`, `layouts` and `records` each know one notation.
"""
