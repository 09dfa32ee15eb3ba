"""An answer as it is written: in a thread that keeps no one waiting, with a limit on every silence."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import Future
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from langchain_core.messages import AIMessageChunk

T = TypeVar("T")
Write = Callable[[], "Iterator[AIMessageChunk]"]


class Silence(Exception):  # noqa: N818 - what happened, and no fault of the program
    """The server said nothing for as long as it may."""


async def pieces(write: Write, seconds: float) -> "AsyncGenerator[AIMessageChunk]":
    """The pieces of an answer as they come. Raises Silence after `seconds` without one, and what `write` raises.

    The thread is left to itself then; it ends with the next piece, or with the connection.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[AIMessageChunk | BaseException | None] = asyncio.Queue()
    stopped = Event()

    def put(item: "AIMessageChunk | BaseException | None") -> None:
        if not stopped.is_set() and not loop.is_closed():
            loop.call_soon_threadsafe(queue.put_nowait, item)

    def run() -> None:
        try:
            for piece in write():
                if stopped.is_set():
                    return
                put(piece)
            put(None)
        except BaseException as error:  # noqa: BLE001 - raised where the answer is awaited
            put(error)

    Thread(target=run, name="sleuth-chat", daemon=True).start()
    try:
        while True:
            try:
                item = await asyncio.wait_for(queue.get(), seconds)
            except TimeoutError as error:
                raise Silence from error
            if item is None:
                return
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stopped.set()


async def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work returns, from a thread that keeps no one waiting: not whoever stops the program, nor for longer.

    Raises Silence where it takes longer than `seconds`.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
            done.set_exception(error)

    Thread(target=run, name="sleuth-chat", daemon=True).start()
    try:
        return await asyncio.wait_for(asyncio.wrap_future(done), seconds)
    except TimeoutError as error:
        raise Silence from error
