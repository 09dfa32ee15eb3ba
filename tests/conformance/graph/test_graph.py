"""What holds of the graph wherever it stands: in the record's own tables, and on a server that speaks Bolt."""

from itertools import pairwise

import psycopg

from sleuth.store.documents.documents import remove_document
from sleuth.store.ledger.findings import set_status
from sleuth.store.ledger.graph import Edge, Graph, Label, Node, Relation
from sleuth.store.ledger.insights import list_insights, refresh_insights
from tests.conformance.graph.conftest import Room


def document(number: int) -> Node:
    return Node(Label.DOCUMENT, number)


def finding(number: int) -> Node:
    return Node(Label.FINDING, number)


def test_a_finding_is_extracted_from_its_document_and_that_from_the_deal(graph: Graph, room: Room) -> None:
    number, (stated,) = room.document("report.pdf", 12)
    graph.project(room.project)
    deal = Node(Label.DEAL, room.project)
    (extracted,) = graph.neighbours(room.project, finding(stated))
    assert extracted == Edge(finding(stated), Relation.EXTRACTED_FROM, document(number), "p.0", "standing")
    assert graph.neighbours(room.project, document(number)) == [
        Edge(document(number), Relation.EXTRACTED_FROM, deal, "", "standing"),
        extracted,
    ]
    assert [edge.source for edge in graph.neighbours(room.project, deal)] == [document(number)]


def test_relations_carry_their_reason_and_status(graph: Graph, room: Room) -> None:
    _, (one,) = room.document("deck.pptx", 12)
    _, (other,) = room.document("audited.pdf", 11)
    room.relate("CONTRADICTS", other, one, "open")
    graph.project(room.project)
    edge = Edge(finding(other), Relation.CONTRADICTS, finding(one), "CONTRADICTS for a reason", "open")
    assert graph.neighbours(room.project, finding(one), [Relation.CONTRADICTS]) == [edge]
    assert graph.neighbours(room.project, finding(other), [Relation.CONTRADICTS]) == [edge]


def test_only_the_relations_asked_for_are_followed(graph: Graph, room: Room) -> None:
    _, (one,) = room.document("a.pdf", 12)
    _, (other,) = room.document("b.pdf", 12)
    room.relate("SUPPORTS", one, other)
    graph.project(room.project)
    found = graph.neighbours(room.project, finding(one), [Relation.SUPPORTS, Relation.CONTRADICTS])
    assert [edge.relation for edge in found] == [Relation.SUPPORTS]
    assert graph.neighbours(room.project, finding(one), []) == []


def test_contradictions_leave_out_what_people_dismissed(graph: Graph, room: Room) -> None:
    _, (one,) = room.document("a.pdf", 12)
    _, (other,) = room.document("b.pdf", 11)
    _, (third,) = room.document("c.pdf", 10)
    room.relate("CONTRADICTS", one, other, "explained")
    room.relate("CONTRADICTS", third, one, "dismissed")
    graph.project(room.project)
    (edge,) = graph.contradictions(room.project, one)
    assert (edge.source, edge.target, edge.status) == (finding(one), finding(other), "explained")
    assert graph.contradictions(room.project, third) == []


class TestSupersession:
    def test_the_whole_chain_is_seen_from_each_of_its_members(self, graph: Graph, room: Room) -> None:
        numbers = [room.document(f"report_v{n}.pdf", n)[0] for n in (1, 2, 3, 4)]
        for older, newer in pairwise(numbers):
            room.supersede(newer, older)
        graph.project(room.project)
        for place, number in enumerate(numbers):
            chain = graph.supersession(room.project, document(number))
            assert [step.node.id for step in chain] == numbers[::-1]
            assert [step.age for step in chain] == [place - n for n in (3, 2, 1, 0)]

    def test_findings_have_chains_of_their_own(self, graph: Graph, room: Room) -> None:
        _, (old,) = room.document("report.pdf", 12)
        _, (new,) = room.document("report_CORRECTED.pdf", 11)
        room.relate("SUPERSEDES", new, old)
        graph.project(room.project)
        assert [step.node for step in graph.supersession(room.project, finding(old))] == [finding(new), finding(old)]

    def test_what_is_only_proposed_or_rejected_is_no_chain(self, graph: Graph, room: Room) -> None:
        numbers = [room.document(f"plan {n}.pdf", n)[0] for n in (1, 2, 3)]
        room.supersede(numbers[1], numbers[0], "proposed")
        room.supersede(numbers[2], numbers[0], "rejected")
        graph.project(room.project)
        assert [step.node for step in graph.supersession(room.project, document(numbers[0]))] == [document(numbers[0])]

    def test_one_edition_may_replace_several(self, graph: Graph, room: Room) -> None:
        one, other, merged = (room.document(name, n)[0] for n, name in enumerate(("a.pdf", "b.pdf", "all.pdf")))
        room.supersede(merged, one)
        room.supersede(merged, other)
        graph.project(room.project)
        chain = graph.supersession(room.project, document(merged))
        assert [(step.node.id, step.age) for step in chain] == [(merged, 0), (one, 1), (other, 1)]
        assert [step.node.id for step in graph.supersession(room.project, document(one))] == [merged, one]

    def test_a_circle_ends(self, graph: Graph, room: Room) -> None:
        numbers = [room.document(f"{n}.pdf", n)[0] for n in (1, 2, 3)]
        for older, newer in zip(numbers, numbers[1:] + numbers[:1], strict=True):
            room.supersede(newer, older)
        graph.project(room.project)
        chain = graph.supersession(room.project, document(numbers[0]))
        assert sorted(step.node.id for step in chain) == numbers

    def test_an_unknown_node_has_neither_chain_nor_neighbours(self, graph: Graph, room: Room) -> None:
        room.document("a.pdf", 1)
        graph.project(room.project)
        assert graph.supersession(room.project, document(0)) == []
        assert graph.neighbours(room.project, finding(0)) == []
        assert graph.basis(room.project, 0) == []


class TestInsights:
    def test_an_insight_rests_on_its_findings(self, graph: Graph, room: Room, connection: psycopg.Connection) -> None:
        _, stated = room.document("report.pdf", 10, 12, 15)
        (insight,) = refresh_insights(connection, room.project)
        graph.project(room.project)
        assert graph.basis(room.project, insight.id) == stated
        (edge,) = graph.neighbours(room.project, finding(stated[0]), [Relation.SUPPORTS])
        assert edge.target == Node(Label.INSIGHT, insight.id)

    def test_an_insight_falls_with_a_finding_that_is_rejected(
        self, graph: Graph, room: Room, connection: psycopg.Connection
    ) -> None:
        _, stated = room.document("report.pdf", 10, 12, 15)
        (insight,) = refresh_insights(connection, room.project)
        graph.project(room.project)
        set_status(connection, room.project, stated[1], "rejected", "Ann")
        graph.project(room.project)
        assert graph.basis(room.project, insight.id) == []
        assert graph.counts(room.project)["Insight"] == 0
        assert graph.counts(room.project)["Finding"] == 3


def everything(graph: Graph, project: int, nodes: list[Node]) -> list[list[Edge]]:
    return [graph.neighbours(project, node) for node in nodes]


class TestProjection:
    def test_it_may_be_run_twice(self, graph: Graph, room: Room, connection: psycopg.Connection) -> None:
        number, stated = room.document("report.pdf", 10, 12, 15)
        newer, (other,) = room.document("report_v2.pdf", 10)
        room.supersede(newer, number)
        room.relate("SUPERSEDES", other, stated[0])
        refresh_insights(connection, room.project)
        graph.project(room.project)
        counts = graph.counts(room.project)
        assert counts == {
            "Deal": 1, "Document": 2, "Finding": 4, "Insight": 1,
            "EXTRACTED_FROM": 6, "SUPERSEDES": 2, "CONTRADICTS": 0, "SUPPORTS": 3,
        }  # fmt: skip
        before = everything(graph, room.project, [document(number), *map(finding, stated)])
        for anew in (False, True, False):
            graph.project(room.project, anew)
            assert graph.counts(room.project) == counts
            assert everything(graph, room.project, [document(number), *map(finding, stated)]) == before

    def test_what_is_removed_leaves_no_node_and_no_edge(
        self, graph: Graph, room: Room, connection: psycopg.Connection
    ) -> None:
        number, stated = room.document("report.pdf", 10, 12, 15)
        newer, (other,) = room.document("deck.pptx", 11)
        room.supersede(newer, number)
        room.relate("CONTRADICTS", other, stated[0], "open")
        refresh_insights(connection, room.project)
        graph.project(room.project)
        remove_document(connection, room.project, "report.pdf")
        connection.commit()
        graph.project(room.project)
        assert graph.counts(room.project) == {
            "Deal": 1, "Document": 1, "Finding": 1, "Insight": 0,
            "EXTRACTED_FROM": 2, "SUPERSEDES": 0, "CONTRADICTS": 0, "SUPPORTS": 0,
        }  # fmt: skip
        assert everything(graph, room.project, [document(number), *map(finding, stated)]) == [[]] * 4
        assert graph.contradictions(room.project, other) == []

    def test_a_withdrawn_relation_goes_and_a_changed_one_changes(
        self, graph: Graph, room: Room, connection: psycopg.Connection
    ) -> None:
        _, (one,) = room.document("a.pdf", 12)
        _, (other,) = room.document("b.pdf", 11)
        _, (third,) = room.document("c.pdf", 10)
        room.relate("CONTRADICTS", one, other, "open")
        room.relate("CONTRADICTS", one, third, "open")
        graph.project(room.project)
        connection.execute("UPDATE relations SET status = 'explained' WHERE target = %s", (other,))
        connection.execute("DELETE FROM relations WHERE target = %s", (third,))
        connection.commit()
        graph.project(room.project)
        assert [(edge.target.id, edge.status) for edge in graph.contradictions(room.project, one)] == [
            (other, "explained")
        ]

    def test_projects_do_not_see_each_other(self, graph: Graph, room: Room, other_room: Room) -> None:
        number, (stated,) = room.document("a.pdf", 12)
        theirs, (their_finding,) = other_room.document("b.pdf", 11)
        graph.project(room.project)
        graph.project(other_room.project)
        graph.project(room.project)
        assert graph.counts(other_room.project)["Document"] == 1
        assert graph.neighbours(room.project, finding(their_finding)) == []
        assert graph.supersession(room.project, document(theirs)) == []
        assert len(graph.neighbours(other_room.project, finding(their_finding))) == 1
        graph.forget(other_room.project)
        assert len(graph.neighbours(room.project, document(number))) == 2
        assert stated != their_finding

    def test_an_insight_that_holds_no_longer_leaves_the_record(
        self, graph: Graph, room: Room, connection: psycopg.Connection
    ) -> None:
        room.document("report.pdf", 10, 12, 15)
        refresh_insights(connection, room.project)
        remove_document(connection, room.project, "report.pdf")
        connection.commit()
        assert list_insights(connection, room.project) == []
        left = connection.execute("SELECT count(*) FROM insights WHERE project_id = %s", (room.project,))
        assert left.fetchone() == (0,)
        graph.project(room.project)
        assert graph.counts(room.project)["Insight"] == 0
