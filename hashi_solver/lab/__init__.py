"""The lab: what a board is worth, how boards compare, and new ones."""
