"""One folder an agent; agents never import each other."""

from sleuth.agents.postponed import postpone

postpone("langsmith.types", "langgraph_sdk")
