// In every page: passes the page's requests to the extension, and the answers back.
"use strict";

addEventListener("message", async (event) => {
  const action = event.data && event.data.action;
  if (event.source !== window || typeof action !== "string") return;
  if (!["status", "authenticate", "get-signing-certificate", "sign"].some((name) => action === `web-eid:${name}`)) return;
  postMessage({ action: `${action}-ack` }, event.origin);
  let answer;
  try {
    answer = await chrome.runtime.sendMessage(event.data);
  } catch (error) {
    answer = { action: `${action}-failure`, error: { code: "ERR_WEBEID_UNKNOWN_ERROR", message: `${error.message}` } };
  }
  postMessage(answer, event.origin);
});
