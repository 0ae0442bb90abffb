"""New boards: drawn, bred, measured, and proven to be what was asked for."""
