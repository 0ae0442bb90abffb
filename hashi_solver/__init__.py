"""hashi: the constraint-solver workshop around the board game HASHI."""

__version__ = "0.1.0"
