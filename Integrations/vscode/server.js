// The connection to `flowrun lsp`: messages with a length before each, as the Language Server
// Protocol frames them, on the standard input and output of a process.
"use strict";
const { spawn } = require("node:child_process");

/** What a message may have at most, in bytes. The server's own limit is the same. */
const LIMIT = 64 << 20;

class Server {
  /**
   * Starts the program.
   * @param on `notification(method, params)`, `request(method, params)` and `closed(reason)`; the
   *   last is called once, also where the program cannot be started.
   */
  constructor(program, folder, on) {
    this.on = on;
    this.waiting = new Map();
    this.next = 0;
    this.buffer = Buffer.alloc(0);
    this.process = spawn(program, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout.on("data", (bytes) => this.read(bytes));
    this.errors = "";
    this.process.stderr.on("data", (bytes) => (this.errors = (this.errors + bytes).slice(-2000)));
    this.process.stdin.on("error", () => {});
    this.process.on("error", (error) => this.close(error.message));
    this.process.on("exit", (status) =>
      this.close(this.errors.trim() || `it ended with status ${status}`));
  }

  close(reason) {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    this.on.closed(reason);
  }

  write(message) {
    if (this.isClosed) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.write({ method, params });
  }

  /** Asks, and cancels the question when the editor no longer wants the answer. */
  ask(method, params, cancellation) {
    if (this.isClosed) return Promise.resolve(null);
    const id = ++this.next;
    cancellation?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.write({ id, method, params });
    });
  }

  read(bytes) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, bytes]) : bytes;
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const header = this.buffer.toString("latin1", 0, end);
      const length = Number(/^Content-Length: *(\d+)$/im.exec(header)?.[1] ?? NaN);
      if (!(length <= LIMIT)) {
        this.close("it sent a message without a length");
        this.process.kill();
        return;
      }
      if (this.buffer.length < end + 4 + length) return;
      const text = this.buffer.toString("utf8", end + 4, end + 4 + length);
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.take(JSON.parse(text));
    }
  }

  take({ id, method, params, result, error }) {
    if (method !== undefined) {
      if (id === undefined) return this.on.notification(method, params);
      return this.write({ id, result: this.on.request(method, params) ?? null });
    }
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    // -32800: cancelled by ourselves, so nobody waits for the answer.
    if (error && error.code !== -32800) asked?.reject(new Error(error.message));
    else asked?.resolve(result ?? null);
  }

  /** Ends the program as the protocol says; kills it if it does not end within two seconds. */
  async stop() {
    if (this.isClosed) return;
    const late = setTimeout(() => this.process.kill(), 2000);
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    await this.ask("shutdown", null).catch(() => {});
    this.notify("exit", null);
    await ended;
    clearTimeout(late);
  }
}

module.exports = { Server };
