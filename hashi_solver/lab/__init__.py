"""The board lab: what a layout is worth. Analysis, comparison and generation of boards."""
