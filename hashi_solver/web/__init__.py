"""The page: what it asks and what it is answered (`interface`), and a server for it on this machine (`server`).

The page's own files are in `static/`. The interface needs no server: a worker inside the browser can call it as well.
"""
