"""Models, local or hosted: `chat.py`, `embeddings.py` and `rerank.py` are the ways in.

`hosted.py` speaks to servers, `resilience.py` tries again and gives up, `usage.py` counts what it took.
"""
