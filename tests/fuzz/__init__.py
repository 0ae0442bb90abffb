"""Whatever is typed, read or missing, hashi answers, or refuses in one sentence, quickly and in little memory.

The corpus holds inputs of each kind, and those that once did harm. `make test` tries it and some mutations of it, the
same each time; `make fuzz` tries others for some minutes, and says by which command to repeat what it finds.
"""
