"""Where the points of a game went: what was still possible after each action, what was luck, and what to do next."""
