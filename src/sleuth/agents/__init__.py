"""One folder an agent; agents never import each other."""
