"""The comments of a pull request, as the APIs of GitHub and GitLab give and take them."""

import http.server
import json
import re
import threading
import urllib.parse

TOKEN = "a-token-that-no-output-has"


class API:
    """The comments of a pull request, as GitHub and GitLab answer about them."""

    def __init__(self, may_write=True):
        # Somebody else has written 150 comments, one of them with the mark of the review.
        self.comments = [
            {
                "id": 1000 + n,
                "body": f"comment {n}",
                "user": {"login": "guest"},
                "author": {"id": 5},
            }
            for n in range(150)
        ]
        self.comments[20]["body"] = "<!-- flowrun review -->\n\nnot from flowrun"
        self.may_write = may_write
        self.requests = []
        api = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, value, status=200):
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def own(self, body):
                return {
                    "body": body,
                    "user": {"login": "github-actions[bot]"},
                    "author": {"id": 77},
                }

            def handle_request(self):
                url = urllib.parse.urlsplit(self.path)
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                api.requests.append((self.command, url.path))
                named = (self.headers.get("authorization"), self.headers.get("private-token"))
                if TOKEN not in (named[0] or "").removeprefix("Bearer ") + (named[1] or ""):
                    return self.answer({"message": "no token"}, 401)
                if url.path == "/user":
                    return self.answer({"id": 77})
                if not re.search(
                    r"/(issues/7/comments|issues/comments/\d+|notes(/\d+)?)$", url.path
                ):
                    return self.answer({"message": "not found"}, 404)
                if self.command == "GET":
                    page = int(urllib.parse.parse_qs(url.query)["page"][0])
                    return self.answer(api.comments[100 * (page - 1) : 100 * page])
                if not api.may_write:
                    return self.answer({"message": "forbidden"}, 403)
                text = json.loads(body)["body"]
                if self.command == "POST":
                    made = {"id": 2000 + len(api.comments), **self.own(text)}
                    api.comments.append(made)
                    return self.answer(made, 201)
                wanted = int(url.path.rsplit("/", 1)[1])
                [found] = [one for one in api.comments if one["id"] == wanted]
                found["body"] = text
                return self.answer(found)

            do_GET = do_POST = do_PATCH = do_PUT = handle_request

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def own(self):
        return [one["body"] for one in self.comments if one["author"]["id"] == 77]
