"""Which measure a row of a statement states: by its whole label and the sections it stands in, or none."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import PurePath
from typing import Any

from sleuth.errors import UserError
from sleuth.language.canonical import canonical
from sleuth.language.glyphs import plain, plain_label, plain_line
from sleuth.language.scale import without_units
from sleuth.language.wordlist import wordlist

BETWEEN_PARTS = "line: inter segment revenue"  # what findings call revenue of one part of a company from another
RESULTS = frozenset({"net income", "net income attributable to shareholders"})  # what "profit" alone may mean
KINDS = ("flow", "stock", "ratio", "per share", "count")
_UNITS = {"flow": "money", "stock": "money", "ratio": "percent", "per share": "money/share", "count": "count"}


@dataclass(frozen=True, slots=True)
class Metric:
    """A measure: `key` is what findings call it."""

    key: str
    names: frozenset[str]  # as label_form gives them
    patterns: tuple[re.Pattern[str], ...] = ()
    kind: str = "flow"  # one of KINDS
    unit: str = "money"  # "money", "money/share", "share", "percent", "times", "employee", "count"
    is_instant: bool = False  # holds at a day, not over a period
    domain: str = "financial"
    is_cost: bool = False  # an outflow: some print it as a negative number
    splits: bool = False  # rows below it name its parts
    is_bridge: bool = False  # worked out from other whole measures: rows of its table are those, and no parts of it
    is_share: bool = False  # a part of a whole that is always 100 %: only of somebody is it a fact
    asked: frozenset[str] = frozenset()  # more names that people ask by; "…" in them stands for other words
    on: Mapping[str, frozenset[str]] = field(default_factory=dict)  # more names on one kind of statement alone
    beside: Mapping[str, frozenset[str]] = field(default_factory=dict)  # more names beside a row of such a name


_MOST_ALIAS_WORDS = 3  # of a name in brackets behind another
_NOTES = re.compile(wordlist("patterns")["notes"])
_ASIDE = re.compile(r"[(\[]([^()\[\]]+)[)\]]|,([^()\[\],:]+)(?=$|[:,(\[])")
_REPORTED = re.compile(r"(?:(?:(?:as )?reported|statutory|(?:un)?audited|ifrs|(?:us |uk )?gaap|and)\b[ ,/]*)+")
_COUNTS_IN = re.compile(wordlist("patterns")["unit_aside"])
_PERCENT = re.compile(r"(?<=[^\W\d]) %$")
_GLUED = re.compile(
    r"\btotal(?=(?:assets?|liabilities|equity|current|net|cash|debt|sales|revenues?|costs?|expenses?|funds)\b)"
)


@lru_cache(maxsize=65536)
def label_form(label: str) -> str:
    """A label in the form in which names are compared: words in small letters with single blanks."""
    words = plain_line(label)
    words = _ASIDE.sub(lambda aside: " " if _is_unit(aside[1] or aside[2]) else aside[0], _NOTES.sub(" ", words))
    words = re.sub(r"[’'`´]", "", _PERCENT.sub(" ", words))
    words = _GLUED.sub("total ", words.replace("&", " and "))
    words = re.sub(r"[^\w%$€£]+", " ", words)
    return " ".join(re.sub(r"^the ", "", words.strip()).split())


def _is_unit(aside: str) -> bool:
    """Whether what stands in brackets or behind a comma is a unit and nothing else, "(GBP 000)", ", EUR million", or by
    which rules it was reported: "(IFRS, reported)".
    """
    said = aside.strip().removeprefix("in ")
    if _REPORTED.fullmatch(said):
        return True
    return _COUNTS_IN.fullmatch(said) is not None or not re.search(r"\w", without_units(said))


def without_brackets(name: str) -> str:
    """A name without what stands in brackets: "China (including Hong Kong)"."""
    bare, _, _ = name.partition("(")
    return bare if bare.strip() else name


def names_of_part(part: str) -> list[str]:
    """The names by which a part goes: "Hardware (Sense)" is Hardware, and Sense; "China (including Macau)" is China."""
    bare = without_brackets(part)
    other = part[len(bare) :].strip("() ")
    words = other.split()
    is_name = bool(words) and len(words) <= _MOST_ALIAS_WORDS and all(word[0].isupper() for word in words)
    return [bare, other] if is_name else [bare]


def part_name(label: str) -> str:
    """A part's name as printed, without marks: "iPhone ® (1)" is the iPhone of the next report."""
    bare = re.sub(r"(?:\s*\((?:\d{1,2}|[a-z])\))+(?=\s*:?\s*$)", "", label)
    return " ".join(re.sub(r"\s*[®™*†‡§]+|\A\s*[-–—•]\s+", "", bare).split()) or label


_JOINT = re.compile(r"\b(?:basic and diluted|diluted and basic)\b")
_TOTAL_LAST = re.compile(r"\A(.*\w) (?:total|totals|totalt|summa|gesamt)\Z")
_NOTE_MARK = re.compile(r"(?<=[^\W\d]{3}) \d\Z")  # "basic net income per share 1"


class Lexicon:
    """The measures that are known, and the sections and columns that mean nothing by themselves."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self.metrics = {metric.key: metric for metric in metrics}
        self._by_name: dict[str, dict[str, Metric]] = {}
        self._by_wording: dict[str, dict[str, Metric]] = {}
        self._asked: dict[str, dict[str, Metric]] = {}
        self._on: dict[tuple[str, str], dict[str, Metric]] = {}
        for metric in self.metrics.values():
            for name in metric.names:
                self._by_name.setdefault(name, {})[metric.key] = metric
                self._by_wording.setdefault(canonical(name), {})[metric.key] = metric
            for name in metric.asked:
                self._asked.setdefault(canonical(name), {})[metric.key] = metric
            for statement, names in metric.on.items():
                for name in names:
                    self._on.setdefault((statement, canonical(name)), {})[metric.key] = metric
        self._besides = [metric for metric in self.metrics.values() if metric.beside]
        self._patterned = [metric for metric in self.metrics.values() if metric.patterns]

    def named(self, form: str, on: str = "") -> tuple[Metric, ...]:
        """The measures that go by this name as a whole: more than one where only the unit tells them apart.

        `on` is the statement that the name stands on ("income", "balance sheet", "cash flow"), if it stands on one.
        """
        exact = self._on.get((on, canonical(form))) or self._by_name.get(form)
        if is_joint(form):
            both = [metric for word in ("basic", "diluted") for metric in self.named(_JOINT.sub(word, form), on)]
            return tuple({metric.key: metric for metric in (*(exact or {}).values(), *both)}.values())
        if exact:
            return tuple(exact.values())
        turned = _TOTAL_LAST.sub(r"total \1", form)  # "net sales, total" is "total net sales"
        if turned != form:
            return self.named(turned, on)
        worded = self._worded(canonical(form)) or self._worded(canonical(_NOTE_MARK.sub("", form)))
        return worded or self._told_twice(form.split())

    def _told_twice(self, words: list[str]) -> tuple[Metric, ...]:
        """The measures of a name beside its own abbreviation: "net profit after tax npat", "ebit operating profit"."""
        for cut in {1, len(words) - 1} if len(words) > 1 else ():
            halves = [self._by_name.get(" ".join(half), {}) for half in (words[:cut], words[cut:])]
            if halves[0] and halves[0].keys() == halves[1].keys():
                return tuple(halves[0].values())
        return ()

    def asked(self, form: str) -> tuple[Metric, ...]:
        """The measures that people mean who ask for this name."""
        return tuple(
            {**self._asked.get(canonical(form), {}), **{metric.key: metric for metric in self.named(form)}}.values()
        )

    def beside(self, form: str, rows: Collection[str]) -> Metric | None:
        """The measure that a name means beside the other rows of its table, where it means another than alone: rows
        that are called so, or that are of a measure of that name.
        """
        others = [row for row in rows if canonical(row) != canonical(form)]
        wordings = {canonical(word) for row in others for word in (row, *(metric.key for metric in self.named(row)))}
        for metric in self._besides:
            for other, names in metric.beside.items():
                if canonical(other) in wordings and canonical(form) in map(canonical, names):
                    return metric
        return None

    def _worded(self, wording: str) -> tuple[Metric, ...]:
        """By the wording that stands for all of its kind; a balance may be called total, and net."""
        if exact := self._by_wording.get(wording):
            return tuple(exact.values())
        found = tuple(m for m in self._patterned if any(pattern.fullmatch(wording) for pattern in m.patterns))
        if found:
            return found
        if wording.startswith("total "):
            return self._worded(wording.removeprefix("total "))
        if wording.endswith(" net"):
            return tuple(m for m in self._worded(wording.removesuffix(" net")) if m.kind == "stock")
        return ()

    def titled(self, form: str) -> tuple[Metric, ...]:
        """The measures that a title names: "headcount report", "net sales by segment"."""
        return self.named(form) or self.named(_titling().sub("", form))


@cache
def default_lexicon() -> Lexicon:
    """The measures of `data/metrics.toml`."""
    return Lexicon(_metrics(wordlist("metrics")["metric"]))


def extended_lexicon(text: str, filename: str) -> Lexicon:
    """The known measures and those of a user's file (`[[metric]]` tables as in `data/metrics.toml`, or YAML of the same
    shape), given as its text. Names of a measure that is known are added to it. Raises UserError for a bad file.
    """
    own = {metric.key: metric for metric in _metrics(_entries(text, filename), filename)}
    metrics = dict(default_lexicon().metrics)
    for key, metric in own.items():
        known = metrics.get(key)
        metrics[key] = metric if known is None else _with_names(known, metric)
    return Lexicon(metrics.values())


def _with_names(known: Metric, more: Metric) -> Metric:
    from dataclasses import replace

    asked = known.asked | more.asked
    return replace(known, names=known.names | more.names, patterns=known.patterns + more.patterns, asked=asked)


def _entries(text: str, filename: str) -> Sequence[Mapping[str, Any]]:
    try:
        parsed = _yaml(text) if PurePath(filename).suffix.lower() in (".yaml", ".yml") else tomllib.loads(text)
    except ValueError as error:
        raise UserError(f"{filename}: not a list of metrics ({error}). Write it as the documentation shows.") from error
    entries = parsed.get("metric") if isinstance(parsed, dict) else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UserError(f"{filename}: it has no list called “metric”. Write it as the documentation shows.")
    return entries


def _yaml(text: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _metrics(entries: Iterable[Mapping[str, Any]], filename: str = "metrics.toml") -> Iterable[Metric]:
    for entry in entries:
        kind = entry.get("kind", "flow")
        if not entry.get("key") or kind not in KINDS or not isinstance(entry.get("names"), list):
            raise UserError(
                f"{filename}: metric “{entry.get('key', '?')}” needs key, names and a kind of {', '.join(KINDS)}."
            )
        at = entry.get("at", "instant" if kind in ("stock", "count") else "duration")
        yield Metric(
            entry["key"], _forms(entry["names"]),
            tuple(re.compile(pattern) for pattern in entry.get("patterns", ())), kind, entry.get("unit", _UNITS[kind]),
            at == "instant", entry.get("domain", "financial"), bool(entry.get("cost")), bool(entry.get("split")),
            bool(entry.get("bridge")), bool(entry.get("share")), frozenset(map(str, entry.get("asked", ()))),
            {statement: _forms(names) for statement, names in entry.get("on", {}).items()},
            {label_form(other): _forms(names) for other, names in entry.get("beside", {}).items()},
        )  # fmt: skip


def _forms(names: Iterable[Any]) -> frozenset[str]:
    return frozenset(label_form(str(name)) for name in names)


@cache
def _sections(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in wordlist("metrics")["sections"][name])


def is_neutral(section: str) -> bool:
    """Whether a section's heading only structures a statement ("Current assets:")."""
    form = label_form(section)
    return not form or any(pattern.fullmatch(form) for pattern in _sections("neutral"))


def tells_changes(section: str) -> bool:
    """Whether rows below a heading tell how much something changed."""
    form = label_form(section)
    return any(pattern.fullmatch(form) for pattern in _sections("changes"))


@cache
def _kind_of_header(name: str) -> re.Pattern[str]:
    return re.compile(wordlist("metrics")["derived"][name])


@cache
def _titling() -> re.Pattern[str]:
    return re.compile(wordlist("metrics")["derived"]["titling"])


def is_joint(form: str) -> bool:
    """Whether one row states two measures: "net loss per share, basic and diluted"."""
    return _JOINT.search(form) is not None


def is_derived(header: str) -> bool:
    """Whether a column or row compares others ("% change", "Variance", "as a % of revenue")."""
    return bool(_kind_of_header("says").fullmatch(plain_label(header)))


def is_derived_column(header: str) -> bool:
    """Whether a column compares others; of rows that bear such a name some are lines of their own ("Growth %")."""
    return is_derived(header) or bool(_kind_of_header("column").fullmatch(plain_label(header)))


def is_whole(header: str) -> bool:
    """Whether a column is of the whole group ("Total", "Consolidated")."""
    return bool(_kind_of_header("whole").fullmatch(label_form(header)))


PARENT = "Parent company"  # the part that its own accounts are of, beside those of the group


def is_of_parent(header: str, *, beside_group: bool = False) -> bool:
    """Whether a column is of the parent company alone ("Standalone"); beside the group's also "Company"."""
    form = label_form(header)
    if beside_group and _kind_of_header("parent_beside").fullmatch(form):
        return True
    return _kind_of_header("parent").fullmatch(form) is not None


def titles_parent(title: str) -> bool:
    """Whether a title says that what follows is of the parent company alone, and not of the group beside it."""
    words = plain(title).text
    return _kind_of_header("titles_parent").search(words) is not None and not names_group(words)


def is_group(header: str) -> bool:
    """Whether a column is of the whole group by that word: "Group", "Consolidated", not "Total"."""
    return is_whole(header) and names_group(header)


def names_group(text: str) -> bool:
    """Whether a text names the whole group: "Group", "Consolidated"."""
    return _kind_of_header("group").search(plain(text).text) is not None


def without_whole(form: str) -> str:
    """A name without the word for the whole that stands beside it: "ARR Group" is the group's ARR."""
    first, last = form.partition(" "), form.rpartition(" ")
    return first[2] if is_whole(first[0]) else last[0] if is_whole(last[2]) else form


def of_each(label: str) -> str:
    """What a label that says that it is of each part beside it measures: "EBITDA" of "Segment EBITDA"; "" where it says
    no such thing.

    "Segment profit" says not which profit it is.
    """
    found = _labelled("of_each").match(label)
    own = label[found.end() :] if found else ""
    named = default_lexicon().named(label_form(own))
    return own if named and not any(metric.key in RESULTS for metric in named) else ""


def is_to_customers(label: str) -> bool:
    """Whether a column is of what segments sell to customers ("External"), if it is of what they sell at all."""
    return _labelled("to_customers").fullmatch(label_form(label)) is not None


def is_between_parts(label: str) -> bool:
    """Whether a column or row is of what one part of a company sells to another: "Inter-segment revenue"."""
    return _labelled("between_parts").fullmatch(label_form(label)) is not None


@cache
def _labelled(name: str) -> re.Pattern[str]:
    return re.compile(wordlist("labels")[name], re.IGNORECASE)


def without_formula(label: str) -> str:
    """A label without how its figure is computed: "Gross churn (churned / opening)", "EBITDA margin, % of revenue"."""
    return _FORMULA.sub("", label)


_FORMULA = re.compile(
    r"\s*\([^()]+\s[/÷]\s[^()]+\)$"
    r"|(?<=margin),?\s\(?(?:(?:in |as )?% of|on) (?:(?:total|group|net|external|segment) ){0,2}"
    r"(?:revenues?|sales|turnover)(?:, ?%| \(%\))?\)?$",
    re.IGNORECASE,
)


def is_residual(label: str) -> bool:
    """Whether a part is what the others leave ("Other countries", "Eliminations")."""
    return bool(_kind_of_header("residual").fullmatch(label_form(label)))


def is_reported_beside(label: str) -> bool:
    """Whether what others leave is reported under a name of its own ("Central costs", "Eliminations")."""
    return bool(_kind_of_header("reported_beside").fullmatch(label_form(label)))


def is_complement(place: str) -> bool:
    """Whether a part is all that lies outside of another place ("International", "Rest of Europe", "Non-US")."""
    return bool(_kind_of_header("complement").fullmatch(label_form(place)))


def is_aside(header: str) -> bool:
    """Whether a column holds no facts ("Note")."""
    return bool(_kind_of_header("aside").fullmatch(plain_label(header)))
