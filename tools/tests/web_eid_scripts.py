"""What a website does in tools/tests/web-eid-test: asks the extension, and its own server."""

ASK = """async ([action, details]) => new Promise((resolve) => {
  addEventListener("message", (event) => {
    const ends = [`web-eid:${action}-success`, `web-eid:${action}-failure`];
    if (ends.includes(event.data.action)) resolve(event.data);
  });
  postMessage({ action: `web-eid:${action}`, ...details }, location.origin);
})"""
POST = """async (body) => (await fetch("/web-eid/answer", {
  method: "POST", headers: { "content-type": "application/json" },
  body: JSON.stringify(body) })).json()"""
NONCE = "async () => (await (await fetch('/challenge')).json()).nonce"
