"""The HTML document around a page: no script, nothing loaded from anywhere."""

from html import escape

MARK_ID = "cited"  # the first marked place, where a browser opens the document
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c1c1c;
  background: #fff; }
h1 { font-size: 1.1rem; margin: 0; }
p.note { color: #555; margin: .2rem 0 1.2rem; }
div.text { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 46rem; }
mark, td.cited { background: #ffe240; color: #000; }
div.sheet { overflow: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #d5d5d5; padding: .2rem .5rem; text-align: left; white-space: pre-wrap; max-width: 24rem; }
th { background: #f3f3f3; color: #555; font-weight: normal; text-align: center; }
td.number { text-align: right; }
td#cited { outline: 3px solid #b58900; font-weight: bold; }
@media print { body { margin: 0; max-width: none; } }
"""


def document(title: str, note: str, body: str) -> str:
    """A whole document. `title` and `note` are text, `body` is HTML."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{escape(title)}</h1>\n<p class="note">{escape(note)}</p>\n{body}\n</body>\n</html>\n'
    )
