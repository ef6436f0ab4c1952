// `flowrun studio`, started once for the workspace, and the addresses of its pages.
"use strict";
const { spawn } = require("node:child_process");

class Studio {
  /** `program` and `folder` are asked when the studio is started. */
  constructor(program, folder, failed) {
    Object.assign(this, { program, folder, failed, running: null });
  }

  /** The address of a line of a flow. The first one carries the token, which works once. */
  async address(flow, line) {
    const isFirst = !this.running;
    this.running ??= this.start(flow);
    const first = await this.running;
    if (!first) return null;
    const hash = line ? `#${encodeURIComponent(line)}` : "";
    if (isFirst) return first + hash;
    return new URL(`/${encodeURIComponent(flow)}.html${hash}`, first).href;
  }

  /** The address that the studio prints; null if it does not start. */
  start(flow) {
    return new Promise((resolve) => {
      const words = ["studio", flow, "--no-open", "--port", "0"];
      const child = spawn(this.program(), words, { cwd: this.folder() });
      this.child = child;
      let said = "";
      const take = (bytes) => {
        said = (said + bytes).slice(-4000);
        const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said);
        if (found) resolve(found[0]);
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      const ended = (reason) => {
        this.running = null;
        resolve((this.failed(reason), null));
      };
      child.on("error", (error) => ended(error.message));
      child.on("exit", () => {
        if (this.child === child && !this.isStopped) ended(said.trim() || "it ended");
      });
    });
  }

  stop() {
    this.isStopped = true;
    this.child?.kill();
  }
}

module.exports = { Studio };
