"""The page without a server: the interface in a worker of the browser's tab, and the files that are published for it.

`engine` is what the worker calls; the JavaScript beside it is published as it is.
"""
