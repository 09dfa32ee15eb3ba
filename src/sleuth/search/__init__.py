"""Hybrid retrieval: words and vectors, fused.

`hybrid.py` is the way in: `query.py` understands the question, `fusion.py` mixes, `ranking.py` orders, `reranking.py`
asks a reranker. `findings.py` searches what documents state.
"""
