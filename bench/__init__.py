"""How fast the solver is, against other ways to solve the same game."""
