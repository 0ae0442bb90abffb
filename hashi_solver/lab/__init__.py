"""The board lab: what a layout is worth. Analysis and comparison of boards."""
