import Foundation
import JSON
import LanguageServer
import TestSupport
import Testing

@testable import FlowRunCLI

// What commands, the editor and pages show, as lines.
extension OneFolderTests {
  /// The command of the hook, which runs if a file of the folder is among those of a commit.
  func hook() throws -> [String] {
    let text = try #require(
      InitFiles.all.first { $0.path == ".pre-commit-config.yaml" }.map {
        String(decoding: $0.bytes, as: UTF8.self)
      })
    let entry = try #require(text.firstMatch(of: /entry: flowrun (check.*)/)).1
    let files = try #require(text.firstMatch(of: /files: (.*)/)).1
    let pattern = try Regex(String(files))
    for path in ["specs/UC1.yaml", "Flows/UC1.yml", "flowrun.yaml"] {
      #expect(path.firstMatch(of: pattern) != nil, "\(path)")
    }
    return entry.split(separator: " ").map { String($0) }
  }

  /// The first report of `check --watch`.
  func watched(_ arguments: String..., in place: String) async throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: builtFlowrun)
    process.arguments = ["check", "--watch"] + arguments
    process.currentDirectoryURL = URL(filePath: folder.path(place))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let identifier = process.processIdentifier
    let limit = Task.detached {
      try await Task.sleep(for: .seconds(90))
      kill(identifier, SIGKILL)
    }
    defer {
      limit.cancel()
      if process.isRunning { kill(identifier, SIGKILL) }
    }
    let reader = output.fileHandleForReading
    let text = try await onOwnThread {
      var text = ""
      while text.firstMatch(of: /\d flows: .*\n/) == nil {
        let more = reader.availableData
        if more.isEmpty { break }
        text += String(decoding: more, as: UTF8.self)
      }
      return text
    }
    return try Self.told(text)
  }

  func proven(_ arguments: [String], in place: String) async throws -> [String] {
    let (out, status) = try await run(["prove", "--format", "sarif"] + arguments, in: place)
    #expect(status == 1)
    let results = JSONValue(parsing: out)?["runs"]?.array?.first?["results"]?.array ?? []
    return results.filter { $0["suppressions"] == nil }.map { result in
      let place = result["locations"]?.array?.first?["physicalLocation"]
      let message = result["message"]?["text"]?.string?.split(separator: "\n").first ?? ""
      return Self.line(
        place?["artifactLocation"]?["uri"]?.string ?? "",
        place?["region"]?["startLine"]?.integer, result["ruleId"]?.string ?? "",
        result["level"]?.string ?? "", String(message))
    }.sorted()
  }

  /// Everything that the editor is told, after it has opened a file.
  func edited(_ name: String, in specs: String) throws -> [String] {
    var server = LanguageServer()
    func send(_ method: String, _ params: JSONValue, id: Int64? = nil) {
      let message = JSONValue.object([
        "jsonrpc": .string("2.0"), "id": id.map { .integer($0) }, "method": .string(method),
        "params": params,
      ]).text
      _ = server.receive(Array("Content-Length: \(message.utf8.count)\r\n\r\n\(message)".utf8))
    }
    send("initialize", .object(["capabilities": .object([:])]), id: 1)
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: "\(specs)/\(name)")), as: UTF8.self)
    send(
      "textDocument/didOpen",
      .object([
        "textDocument": .object([
          "uri": .string("file://\(specs)/\(name)"), "version": .integer(1), "text": .string(text),
        ])
      ]))
    var shown: [String: [String]] = [:]
    while server.isBehind {
      let text = String(decoding: server.diagnostics(), as: UTF8.self)
      for part in text.split(separator: /Content-Length: \d+\r\n\r\n/) {
        let params = try #require(JSONValue(parsing: String(part))?["params"])
        let uri = params["uri"]?.string ?? ""
        shown[uri] = (params["diagnostics"]?.array ?? []).map { diagnostic in
          let severity = ["error", "warning", "note"][Int(diagnostic["severity"]?.integer ?? 1) - 1]
          let message = diagnostic["message"]?.string?.split(separator: "\n").first ?? ""
          return Self.line(
            uri, (diagnostic["range"]?["start"]?["line"]?.integer).map { $0 + 1 },
            diagnostic["code"]?.string ?? "", severity, String(message))
        }
      }
    }
    return shown.values.joined().sorted()
  }

  static func withoutFile(_ line: String) -> String {
    String(line[(line.firstIndex(of: ":") ?? line.startIndex)...])
  }

  static func shown(_ book: JSONValue) -> [String] {
    (book["findings"]?.array ?? []).filter { $0["standing"]?.string == "open" }.map {
      withoutFile(
        line(
          "", $0["line"]?.integer, $0["rule"]?.string ?? "", $0["severity"]?.string ?? "",
          $0["message"]?.string ?? ""))
    }.sorted()
  }

  static func openRules(_ proofs: JSONValue?) -> [String] {
    (proofs?["rules"]?.array ?? []).filter { $0["standing"]?.string == "open" }
      .compactMap { $0["name"]?.string }
  }
}
