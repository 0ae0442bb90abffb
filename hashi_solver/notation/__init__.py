"""Text, TOML and JSON to types and back: liberal in reading, strict in writing.

`files` brings text in and puts files out; `decks`, `layouts` and `records` each know one format both ways;
`results` writes what the referee and the solver found.
"""
