"""An OpenAI-compatible server on loopback that answers as its script says: chat, embeddings and rerankings."""

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


@dataclass
class Script:
    """What the server answers, in order; the last reply is repeated. `requests` holds what it was asked."""

    url: str = ""
    replies: list[Reply] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)  # the Authorization header of each request
    headers: list[dict[str, str]] = field(default_factory=list)
    told: dict[str, object] = field(default_factory=dict)  # what GET answers, by path; 404 elsewhere
    looked_up: list[tuple[str, str | None]] = field(default_factory=list)  # the paths of GET, each with its key

    def next(self) -> Reply:
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


def says(
    answer: object, finish: str = "stop", refusal: str | None = None, usage: dict[str, int] | None = None
) -> Reply:
    """A completion whose content is `answer` as JSON, or as it is if it is a string; in pieces where that is asked."""
    content = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    message = {"role": "assistant", "content": None if refusal else content, "refusal": refusal}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "o3-mini-2025-01-31",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": usage or USAGE,
    }

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        if not request.get("stream"):
            sends(200, body)(handler, request)
            return
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += [{"refusal": refusal}] if refusal else [{"content": piece} for piece in _pieces(content)]
        streams(*deltas, finish=finish, usage=usage or USAGE)(handler, request)

    return reply


def _pieces(text: str) -> list[str]:
    """The text in pieces as a tokenizer makes them: a word and the space before it."""
    return re.findall(r"\s*\S+|\s+", text)


def streams(
    *deltas: dict[str, Any], finish: str | None = "stop", usage: dict[str, int] | None = None, wait: float = 0.0
) -> Reply:
    """A completion as server-sent events, `wait` seconds before each; with no `finish` it breaks off after the last."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 0, "model": "o3-mini-2025-01-31"}
        rows = [{**head, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
        if finish is not None:
            rows.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
            rows.append({**head, "choices": [], "usage": usage or USAGE})
        try:
            for row in rows:
                time.sleep(wait)
                _send_event(handler, json.dumps(row))
            if finish is None:
                handler.connection.close()
                return
            _send_event(handler, "[DONE]")
            handler.wfile.write(b"0\r\n\r\n")
        except (OSError, ValueError):  # whoever asked has left
            return

    return reply


def _send_event(handler: BaseHTTPRequestHandler, data: str) -> None:
    event = f"data: {data}\n\n".encode()
    handler.wfile.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
    handler.wfile.flush()


def calls(*wanted: tuple[str, dict[str, Any]], content: str = "") -> Reply:
    """A completion that calls these tools, each by name with its arguments."""
    listed = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for n, (name, arguments) in enumerate(wanted)
    ]
    message = {"role": "assistant", "content": content, "refusal": None, "tool_calls": listed}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "o3-mini-2025-01-31",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
        "usage": USAGE,
    }
    return sends(200, body)


def sends(status: int, body: object, **headers: str) -> Reply:
    """A response with this status and JSON body."""
    return sends_text(json.dumps(body), status, **headers)


def sends_text(text: str, status: int = 200, **headers: str) -> Reply:
    """A response that says it is JSON, whatever it holds."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        data = text.encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(data)))
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(data)

    return reply


def fails(status: int, code: str = "", **headers: str) -> Reply:
    """An error as OpenAI words it."""
    return sends(status, {"error": {"message": "scripted", "type": "scripted", "code": code or None}}, **headers)


def hangs(seconds: float) -> Reply:
    """No answer for a while."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        time.sleep(seconds)

    return reply


def breaks_off() -> Reply:
    """Half an answer, and then the connection is closed."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", "10000")
        handler.end_headers()
        handler.wfile.write(b'{"id": "c1", "choices": [')
        handler.wfile.flush()
        handler.connection.close()

    return reply


def embeds(dimensions: int = 64, length: float = 3.0) -> Reply:
    """Vectors in which texts of like words lie near each other, none of length 1, in an order of their own."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        rows = [
            {"object": "embedding", "index": n, "embedding": [length * x for x in bag_of_words(text, dimensions)]}
            for n, text in enumerate(request["input"])
        ]
        tokens = sum(len(text.split()) for text in request["input"])
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        sends(200, {"object": "list", "data": rows[::-1], "model": request["model"], "usage": usage})(handler, request)

    return reply


def bag_of_words(text: str, dimensions: int) -> list[float]:
    """A little of everything, and as much of each word as the text has."""
    vector = [0.01] * dimensions
    for word in re.findall(r"\w+", text.lower()):
        vector[sum(map(ord, word)) % dimensions] += 1
    return vector


def ranks(judge: Callable[[str], float], rows: str = "results") -> Reply:
    """A reranking by `judge`, best first: in Cohere's shape, or with `rows="data"` in Voyage's."""

    def reply(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        scored = [{"index": n, "relevance_score": judge(text)} for n, text in enumerate(request["documents"])]
        scored.sort(key=lambda row: -row["relevance_score"])
        spent = {"usage": {"total_tokens": 500}} if rows == "data" else {"meta": {"billed_units": {"search_units": 1}}}
        sends(200, {rows: scored, **spent})(handler, request)

    return reply


@contextmanager
def serve(*replies: Reply) -> Iterator[Script]:
    """The server, up while the block runs."""
    script = Script(replies=list(replies))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.requests.append(request)
            script.paths.append(self.path)
            script.keys.append(self.headers["Authorization"])
            script.headers.append(dict(self.headers))
            self.close_connection = True
            script.next()(self, request)

        def do_GET(self) -> None:
            script.looked_up.append((self.path, self.headers["Authorization"]))
            known = self.path in script.told
            sends(200 if known else 404, script.told.get(self.path, {"error": "not found"}))(self, {})

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
