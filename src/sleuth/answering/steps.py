"""What is told of a run while it goes on: each step when it is done, and the answer's words once they are proven."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sleuth.answering.verification import marked

SENTENCE = "sentence"  # the key under which a node tells of a sentence that has just been proven
_SHOWING = ("verify", "format")  # the nodes after which proven claims stand


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the research that has just been done, and what it brought."""

    name: str  # generate, retrieve, grade, answer, verify, repair, rules, format; token
    brought: Mapping[str, Any]


OnStep = Callable[[Step], None]


def step_of(node: str, changed: Mapping[str, Any]) -> Step:
    """What is told of a node's update. Only what verification let through is told as said."""
    brought: dict[str, Any] = {}
    match node:
        case "understand":
            brought = {"query": str(changed["query"]) if changed["query"] else ""}
        case "resolve":
            resolution = changed.get("resolution")
            brought = {"figures": len(resolution.figures) if resolution else 0}
        case "generate":
            brought = {"queries": list(changed["queries"])}
        case "retrieve":
            brought = {"passages": len(changed["found"]), "retrievals": changed["iterations"]}
        case "grade":
            brought = {"verdict": changed["verdict"], "reason": changed["reason"]}
        case "answer" | "repair" | "rules":
            brought = {"claims": len(changed["draft"])}
        case "verify":
            dropped = [{"text": one.text, "reason": one.reason} for one in changed["dropped"]]
            told = [marked(claim) for claim in changed["proven"]]
            brought = {"proven": told, "dropped": dropped}
    return Step(node, brought)


@dataclass(slots=True)
class Teller:
    """Tells steps, and the words of each proven sentence once, as `token` steps."""

    on_step: OnStep
    told: set[str] = field(default_factory=set)

    def step(self, node: str, changed: Mapping[str, Any]) -> None:
        """Tell that a node is done, then the sentences that it has proven."""
        self.on_step(step_of(node, changed))
        for claim in changed.get("proven", ()) if node in _SHOWING else ():
            self.sentence(marked(claim))

    def sentence(self, text: str) -> None:
        """Tell a proven sentence word by word, its last word with the line's end; never twice."""
        if text in self.told:
            return
        self.told.add(text)
        for word in re.findall(r"\S+\s*", f"{text}\n"):
            self.on_step(Step("token", {"text": word}))
