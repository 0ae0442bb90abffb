"""How Sphinx makes the site: Markdown through MyST, the theme Furo, formulas as MathML, nothing from the network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from pygments.lexers.shell import BashSessionLexer
from pygments.lexers.special import TextLexer

import hashi_solver

HERE = Path(__file__).parent

project = "hashi"
author = "The hashi maintainers"
project_copyright = author
version = release = hashi_solver.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
nitpicky = False

myst_enable_extensions = ["deflist", "dollarmath", "html_image"]
myst_heading_anchors = 4

smartquotes_action = "qe"  # not dashes: --html is an option
default_role = "code"  # what docstrings put between single backticks
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False

html_theme = "furo"
html_title = f"hashi {version}"
html_favicon = str(HERE.parents[1] / "hashi_solver" / "web" / "static" / "icon.svg")
html_static_path = [str(HERE / "static")]
html_css_files = ["handbook.css"]
html_copy_source = html_show_sourcelink = False
html_math_renderer = "mathml"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5e4a", "color-brand-content": "#0b5e4a"},
    "dark_css_variables": {"color-brand-primary": "#4fd8b0", "color-brand-content": "#4fd8b0"},
}


def inline_formula(writer: Any, node: Any) -> None:
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def formula(writer: Any, node: Any) -> None:
    writer.body.append(f'<div class="formula" tabindex="0">{tex2mathml(node.astext(), as_block=True)}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> None:
    app.add_html_math_renderer("mathml", (inline_formula, None), (formula, None))
    app.add_lexer("output", BashSessionLexer)  # what the pages call a command with parts of its output
    app.add_lexer("screen", TextLexer)
