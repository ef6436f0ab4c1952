// A page of a file may not start a worker, which the search is. There, a hidden frame takes its place.
// Material for MkDocs looks for these names, and would otherwise load them from a public server.
if (location.protocol === "file:") {
  const inside = `
    self.postMessage = (data) => parent.postMessage(data, "*");
    self.importScripts = (...urls) => urls.reduce((before, url) => before.then(() =>
      new Promise((done, failed) => {
        const script = document.createElement("script");
        Object.assign(script, { src: url, onload: () => done(), onerror: failed });
        document.body.append(script);
      })), Promise.resolve());`;

  class IFrameWorker extends EventTarget {
    #frame = document.createElement("iframe");
    #last = new Promise((done) => this.#frame.addEventListener("load", () => done()));

    constructor(url) {
      super();
      this.onmessage = null;
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const page = this.#frame.contentWindow.document;
      page.open();
      page.write(`<body><script>${inside}<\/script><script src="${url}"><\/script></body>`);
      page.close();
      addEventListener("message", (event) => {
        if (event.source !== this.#frame.contentWindow) return;
        const told = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(told);
        this.onmessage?.(told);
      });
    }

    /** What is sent before the script has loaded waits for it. */
    postMessage(data) {
      this.#last = this.#last.then(() =>
        this.#frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }
  }

  Object.assign(globalThis, { IFrameWorker, Worker: IFrameWorker });
}
