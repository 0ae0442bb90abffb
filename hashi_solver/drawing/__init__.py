"""Pictures of a board or a position: `terminal` in characters, `svg` for paper and screens."""
