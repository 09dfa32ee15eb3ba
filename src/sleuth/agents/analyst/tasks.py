"""What a person asks to be done: a tool that writes, with its arguments, out of the words of a message."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.intents import reply
from sleuth.agents.analyst.phrases import Phrases, data
from sleuth.language.glyphs import plain_line


@dataclass(frozen=True, slots=True)
class Write:
    """A call that changes something."""

    tool: str
    arguments: Mapping[str, Any]
    is_agreed: bool = False  # the person has just said yes to exactly this

    def to_json(self) -> dict[str, Any]:
        """As the graph's state keeps it."""
        return {"tool": self.tool, "arguments": dict(self.arguments)}


def task_in(message: str, context: Context) -> list[Write] | None:
    """The writes that a message asks for; empty where what it refers to was not offered, None where it asks none."""
    if reply("yes").match(plain_line(message)):
        offered = _offered(context)
        return [Write(write.tool, write.arguments, True) for write in offered[:1]] if offered else None
    for tool, pattern, is_offered, fixed in _tasks():
        found = pattern.match(message.strip())
        if found is None:
            continue
        if is_offered:
            return [write for write in _offered(context) if write.tool == tool][:1]
        given = {name: value.strip() for name, value in found.groupdict().items() if value}
        return [Write(tool, _arguments(tool, {**fixed, **given}))]
    return None


def is_no(message: str) -> bool:
    """Whether a message declines."""
    return reply("no").match(plain_line(message)) is not None


def is_yes(message: str) -> bool:
    """Whether a message agrees."""
    return reply("yes").match(plain_line(message)) is not None


def accepted_question(message: str, context: Context) -> str:
    """The question that an offer stands for, where a message takes it up by its words; "" for none."""
    form = plain_line(message).strip(" .!?-")
    asks = [offer for offer in context.offers if offer.ask]
    for offer in asks:
        if form and form == plain_line(offer.text).strip(" .!?-"):
            return offer.ask
    if len(asks) == 1 and is_yes(message):
        return asks[0].ask
    return ""


def described(write: Mapping[str, Any], phrases: Phrases) -> str:
    """What a call would do, in words for the person who decides."""
    arguments = write["arguments"]
    if write["tool"] == "add_to_qa":
        questions = arguments.get("questions") or []
        listed = "\n".join(f"  {number}. {one['question']}" for number, one in enumerate(questions, 1))
        return phrases("would_add_to_qa", count=len(questions)) + f"\n{listed}"
    given = {**_DEFAULTS, "filename": phrases("all_documents"), **arguments}
    return phrases(f"would_{write['tool']}", **given)


def done(write: Mapping[str, Any], result: Mapping[str, Any], phrases: Phrases) -> str:
    """What a call has done."""
    if write["tool"] == "add_to_qa":
        added = [str(one["number"]) for one in result["questions"] if one["new"]]
        known = [str(one["number"]) for one in result["questions"] if not one["new"]]
        told = [phrases("did_add_to_qa", count=len(added), numbers=", ".join(added))] if added else []
        told += [phrases("did_add_nothing", numbers=", ".join(known))] if known else []
        return " ".join(told)
    if write["tool"] == "trigger_analysis":
        return phrases("did_trigger_analysis", count=len(result["documents"]))
    return phrases(f"did_{write['tool']}", **result)


_DEFAULTS = {"name": "", "filename": "", "why": "", "verdict": "valid", "value": "", "finding_id": ""}


def _offered(context: Context) -> list[Write]:
    return [Write(offer.tool, offer.arguments) for offer in context.offers if offer.tool]


def _arguments(tool: str, given: Mapping[str, Any]) -> dict[str, Any]:
    if tool == "add_to_qa":
        return {"questions": [{"question": given["question"]}]}
    arguments = dict(given)
    if "finding_id" in arguments:
        arguments["finding_id"] = int(arguments["finding_id"])
    if tool in ("update_knowledge_base", "update_knowledge_graph"):
        arguments.setdefault("why", "")
    return arguments


@lru_cache(maxsize=1)
def _tasks() -> tuple[tuple[str, re.Pattern[str], bool, Mapping[str, Any]], ...]:
    return tuple(
        (row["tool"], re.compile(row["says"], re.IGNORECASE), bool(row.get("offered")), row.get("set", {}))
        for row in data("tasks")["task"]
    )
