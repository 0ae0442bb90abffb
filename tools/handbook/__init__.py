"""The documentation as a site: `make docs`.

`sources` gathers the pages: those that people wrote, and those on commands, formats and the library, which are made
from the code. Sphinx makes the site, and `links` follows every link in it.
"""
