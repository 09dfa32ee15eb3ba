"""A provision of an agreement, or of a document that amends it, and how it answers to the words of a question."""

from dataclasses import dataclass

from sleuth.evidence.prose import states_value
from sleuth.findings.text.provisions import Provision
from sleuth.language.tokens import stems
from sleuth.reason.rank.matching import strength
from sleuth.reason.read.called import meant_by
from sleuth.reason.understand.parts import Question, Term

SAID = 0.8  # how well a word must be answered to


@dataclass(frozen=True, slots=True)
class Stated:
    """A provision of an agreement, or of a document that amends it."""

    agreement: int
    document: int
    provision: Provision
    language: str = "en"
    goes_on: bool = False  # a table behind it states what it announces
    is_amending: bool = False  # it stands in what amends the agreement, in a file of its own or bound behind it

    def is_changed_by(self, other: "Stated") -> bool:
        """Whether another provision, of an amendment, changes this one."""
        is_of_it = other.is_amending and not self.is_amending and other.agreement == self.agreement
        return is_of_it and bool({*self.provision.passages} & {*other.provision.before})

    @property
    def place(self) -> tuple[bool, int, int, int]:
        """For the order in which provisions are told: amendments first."""
        first = self.provision.passages[0]
        return not self.is_amending, self.document, first.page, first.start


def says(stated: Stated, term: Term, language: str) -> bool:
    """Whether a provision answers to a word of a question."""
    return strength(term, words_of(stated), language) >= SAID


def words_of(stated: Stated) -> frozenset[str]:
    """The stems of what a provision says and is called, and of what it says otherwise: "limit" of "not exceed"."""
    one = stated.provision
    text = " ".join(one.wording)
    own = stems(f"{one.section} {' '.join(one.captions)} {text}", stated.language)
    return own | meant_by(text, stated.language)


def states(question: Question, stated: Stated) -> bool:
    """Whether it surely states a value of the kind that is asked for."""
    return stated.goes_on or states_value(question.asked, stated.provision.text) == 1.0
