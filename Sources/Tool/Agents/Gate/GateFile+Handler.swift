internal import Diagnostics
internal import FlowLoader
internal import LoopbackHTTP

/// What is wrong with an entry of a gate's file.
struct GateFileProblem: Error {
  /// The rest of a sentence that begins with the entry.
  let words: String
  let help: String
  let span: Span?
}

extension GateFile.Handler {
  private static let forms =
    "write `{ run: PROGRAM }`, `{ mcp: PROGRAM, tool: NAME }` or `{ host: http://127.0.0.1:PORT/ }`"

  /// Reads the value of an action.
  init(_ value: TextMapping.Value) throws(GateFileProblem) {
    guard case .mapping(let keys) = value else {
      throw GateFileProblem(words: "needs what performs it", help: Self.forms, span: nil)
    }
    var texts: [String: String] = [:]
    for entry in keys.entries {
      guard case .text(let text) = entry.value, !text.isEmpty,
        ["run", "mcp", "tool", "host", "changes"].contains(entry.key)
      else {
        throw GateFileProblem(
          words: "has `\(entry.key)`, which is no text that performs it",
          help: Self.forms + ", and `changes: no` if it changes nothing", span: entry.span)
      }
      texts[entry.key] = text
    }
    guard [nil, "yes", "no"].contains(texts["changes"]) else {
      throw GateFileProblem(
        words: "changes the world or not", help: "write `changes: yes` or `changes: no`", span: nil)
    }
    changes = texts["changes"] != "no"
    let words = { (text: String) in text.split(separator: " ").map(String.init) }
    switch (texts["run"], texts["mcp"], texts["tool"], texts["host"]) {
    case (let run?, nil, nil, nil): kind = .command(words(run))
    case (nil, let server?, let tool?, nil): kind = .server(words(server), tool: tool)
    case (nil, nil, nil, let address?):
      let path = address.dropFirst(7).drop { $0 != "/" }
      guard let host = HTTPClient.Host(loopback: address), path.utf8.allSatisfy({ $0 > 32 }) else {
        throw GateFileProblem(
          words: "has a host that is not on this machine",
          help: "write `host: http://127.0.0.1:PORT/`; other machines are reached by a command",
          span: nil)
      }
      kind = .host(host, path: path.isEmpty ? "/" : String(path))
    default:
      throw GateFileProblem(
        words: "needs one thing that performs it", help: Self.forms, span: nil)
    }
    if case .command(let words) = kind, words.isEmpty {
      throw GateFileProblem(words: "has an empty `run`", help: "name a program", span: nil)
    }
    if case .server(let words, _) = kind, words.isEmpty {
      throw GateFileProblem(words: "has an empty `mcp`", help: "name a program", span: nil)
    }
  }
}
