"""Clients over HTTP; used by mcp-test.py."""

import asyncio
import http.client
import json
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from mcp_client import call, check, fail, http_client, http_server


def ask(settings, body, method="POST", path="/mcp", **headers):
    """What is answered to a request that no client of the protocol would send."""
    address = urlsplit(settings["url"])
    connection = http.client.HTTPConnection("127.0.0.1", address.port, timeout=30)
    all = {**settings["headers"], "Content-Type": "application/json"}
    for name, value in headers.items():
        all[name.replace("_", "-")] = value
    connection.request(
        method, path, body, {name: value for name, value in all.items() if value is not None}
    )
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def strangers(settings):
    """Who has not the token, or is a website, gets nothing; what is no message is refused."""
    ping = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    check("a client with the token", ask(settings, ping)[0], 200)
    for headers, expected in [
        ({"Authorization": None}, 401),
        ({"Authorization": "Bearer x"}, 401),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Content_Type": "text/plain"}, 415),
        ({"MCP_Protocol_Version": "1999-01-01"}, 400),
    ]:
        check(f"{headers}", ask(settings, ping, **headers)[0], expected)
    check("GET", ask(settings, None, "GET")[0], 405)
    check("another path", ask(settings, ping, path="/")[0], 404)
    for body in ["", "{", "[]", "null", "[" * 100_000, '{"jsonrpc":"2.0","id":[],"method":"x"}']:
        check(f"{body[:20]}", ask(settings, body)[0], 400)
    check("too long a body", ask(settings, "x", Content_Length="2000000")[0], 413)
    status, text = ask(settings, '{"jsonrpc":"2.0","id":7,"method":"tools/list"}')
    check("without a greeting", (status, json.loads(text)["id"]), (400, 7))


async def hurried(open_session):
    """Progress grows, and a request that is taken back ends at once."""
    told = []

    async def progress(done, total, words):
        told.append((done, total))

    async with open_session() as session:
        result = await session.call_tool("flow_prove", {}, progress_callback=progress)
        check("the proof", bool(result.is_error), False)
        check("progress grows", [one for one, _ in told], sorted({one for one, _ in told}))
        check("progress by rule", len(told) > 20 and told[-1][0] == told[-1][1], True)
        task = asyncio.create_task(session.call_tool("flow_prove", {}))
        await asyncio.sleep(0.05)
        task.cancel()
        try:
            await task
            fail("a request that was taken back has an answer")
        except asyncio.CancelledError:
            pass
        _, refused, _ = await call(session, "flow_list")
        check("the next request", refused, False)


async def token_file():
    """With a file of the token, a client needs to be told once."""
    with tempfile.TemporaryDirectory() as name:
        path = str(Path(name) / "token")
        with http_server(".", "--token-file", path) as settings:
            first = settings["headers"]
        check("only its owner reads the token", Path(path).stat().st_mode & 0o077, 0)
        with http_server(".", "--token-file", path) as settings:
            check("the token stays", settings["headers"], first)
            async with http_client(settings) as session:
                await call(session, "flow_list")
