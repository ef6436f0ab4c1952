extension WebsitePages {
  /// The page's side of Web eID: messages to the extension's script in the page, and what comes
  /// back.
  ///
  /// These are the messages of the protocol, so any website's library and any extension that speak
  /// it understand each other.
  static let script = """
    "use strict";
    const outcome = document.getElementById("outcome");

    // Asks the extension. Its first answer, `-ack`, only says that it is there.
    function ask(action, details) {
      return new Promise((resolve, reject) => {
        const silent = setTimeout(() => finish(reject, { code: "no extension" }), 3000);
        function finish(settle, value) {
          removeEventListener("message", hear);
          clearTimeout(silent);
          settle(value);
        }
        function hear(event) {
          const message = event.data;
          if (event.source !== window || event.origin !== location.origin) return;
          switch (message && message.action) {
          case `web-eid:${action}-ack`: return clearTimeout(silent);
          case `web-eid:${action}-success`: return finish(resolve, message);
          case `web-eid:${action}-failure`: return finish(reject, message.error);
          }
        }
        addEventListener("message", hear);
        postMessage({ action: `web-eid:${action}`, libraryVersion: "2.0.2", ...details }, \
    location.origin);
      });
    }

    async function send(path, body) {
      const answer = await fetch(path, body === undefined ? {} : {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
      });
      if (!answer.ok) throw { code: `${path}: ${answer.status}` };
      return answer.json();
    }

    async function logIn() {
      const { nonce } = await send("/challenge");
      const token = await ask("authenticate", { challengeNonce: nonce });
      delete token.action;
      return send("/web-eid/answer", token);
    }

    async function sign() {
      const chosen = await ask("get-signing-certificate", {});
      const prepared = await send("/web-eid/certificate", {
        certificate: chosen.certificate,
        supportedSignatureAlgorithms: chosen.supportedSignatureAlgorithms,
      });
      const signed = await ask("sign", { certificate: chosen.certificate, ...prepared });
      return send("/web-eid/answer", {
        signature: signed.signature, signatureAlgorithm: signed.signatureAlgorithm,
      });
    }

    async function press(work) {
      outcome.textContent = "...";
      try {
        const received = await work();
        outcome.textContent = received.refusal
          ? `refused: ${received.refusal}` : `${received.kind}: ${received.name}, \
    ${received.subject}`;
      } catch (error) {
        const { code, message } = error || {};
        outcome.textContent = `failed: ${code || ""} ${message || error}`;
        await send("/web-eid/answer", { error: { code: `${code}` } }).catch(() => {});
      }
    }
    document.getElementById("log-in").addEventListener("click", () => press(logIn));
    document.getElementById("sign").addEventListener("click", () => press(sign));
    """
}
