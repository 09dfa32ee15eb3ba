"""Keeps a graph on a server in step with the record, where one is set."""

import logging

from sleuth.errors import StoreError
from sleuth.store.ledger.graph import RecordGraph
from sleuth.store.ledger.insights import refresh_insights
from sleuth.store.server.database import Database

_log = logging.getLogger(__name__)


def project_graph(database: Database, project_id: int) -> None:
    """Project what the record holds now; nothing to do where the record is the graph. Raises StoreError."""
    with database.connection() as connection, database.graph(connection) as graph:
        if not isinstance(graph, RecordGraph):
            refresh_insights(connection, project_id)
            connection.commit()
            graph.project(project_id)


def try_project_graph(database: Database, project_id: int) -> None:
    """The same, behind work that is done and kept, whatever becomes of the graph."""
    try:
        project_graph(database, project_id)
    except StoreError as error:
        _log.warning("%s `sleuth graph` projects what was added.", error)
