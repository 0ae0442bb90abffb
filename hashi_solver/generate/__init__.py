"""New boards: drawn, bred, measured and proven."""
