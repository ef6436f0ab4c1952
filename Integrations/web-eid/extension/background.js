// Starts the host for each request of a page, and tells it who asks.
"use strict";

const HOST = "flowrun.web_eid";

// The origin of the page. As in builds of the real extension for developers, a page that was loaded
// from this machine by http counts as one by https.
function originOf(sender) {
  const url = new URL(sender.url);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return isLoopback ? url.origin.replace(/^http:/, "https:") : url.origin;
}

// One request to the host: it speaks first and says its version; then it gets the request and answers.
function ask(request, tab) {
  return new Promise((resolve, reject) => {
    const port = chrome.runtime.connectNative(HOST);
    let version;
    const closed = (id) => { if (id === tab) port.disconnect(); };
    chrome.tabs.onRemoved.addListener(closed);
    port.onMessage.addListener((message) => {
      if (version === undefined) {
        version = message.version;
        return port.postMessage(request);
      }
      chrome.tabs.onRemoved.removeListener(closed);
      message.error ? reject(message.error) : resolve({ version, ...message });
    });
    port.onDisconnect.addListener(() => {
      chrome.tabs.onRemoved.removeListener(closed);
      const { message } = chrome.runtime.lastError || {};
      reject(version === undefined
        ? { code: "ERR_WEBEID_NATIVE_UNAVAILABLE", message: message || "the host did not say its version" }
        : { code: "ERR_WEBEID_UNKNOWN_ERROR", message: "the host closed the connection before it answered" });
    });
  });
}

const COMMANDS = {
  "web-eid:status": () => ({ command: "quit", arguments: {} }),
  "web-eid:authenticate": ({ challengeNonce }, origin) =>
    ({ command: "authenticate", arguments: { challengeNonce, origin } }),
  "web-eid:get-signing-certificate": (_, origin) =>
    ({ command: "get-signing-certificate", arguments: { origin } }),
  "web-eid:sign": ({ certificate, hash, hashFunction }, origin) =>
    ({ command: "sign", arguments: { certificate, hash, hashFunction, origin } }),
};

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  // For tests only: the origin of another website, as a broken extension would give it.
  const origin = message.pretendsToBe || originOf(sender);
  ask(COMMANDS[message.action](message, origin), sender.tab && sender.tab.id).then(
    ({ version, ...answer }) => reply({
      action: `${message.action}-success`, ...answer,
      ...(message.action === "web-eid:status" ? { nativeApp: version } : {}),
    }),
    (error) => reply({ action: `${message.action}-failure`, error }));
  return true;
});
