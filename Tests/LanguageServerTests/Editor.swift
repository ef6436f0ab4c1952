import Files
import JSON
import LanguageServer
import TestSupport
import Testing

/// An editor that talks with the server message by message, about a folder of flows.
struct Editor {
  let folder: Folder
  var server: LanguageServer
  private var lastID = 0

  static let hotel = """
    flow: A
    title: Book a room
    facts:
      tries: 0..2
      member: [no, yes]
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Room
            buttons: [Go]
            input: { name: { length: 1..40 } }
            rows:
              a: { user: selects Go, enters: name, next: 1.2 }
          - step: 1.2
            execute: the hold
            action: room.hold
            count: { tries: taken }
            rows:
              a: { case: Held, on: held, if: { member: yes }, next: 2 }
              b: { case: Held, on: held, if: { member: no }, next: goto B:1.1 }
              c: { case: Taken, on: taken, next: 1.1 }
      - section: 2
        title: Payment
        steps:
          - step: 2.1
            call: C
            rows:
              a: { result: Paid, next: end }
              b: { result: Refused, reset: tries, next: 1.1 }

    """
  static let offer = """
    flow: B
    title: Offer
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            notice: Become a member 🏨
            next: goto A:1.2
          - step: 1.2
            screen: Why
            buttons: [Back]
            rows:
              a: { user: selects Back, next: goto A:1.2c }

    """
  static let payment = """
    flow: C
    title: Pay
    kind: partial flow
    results: [Paid, Refused]
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            execute: the payment
            action: card.charge
            rows:
              a: { case: Charged, on: charged, next: result Paid }
              b: { case: Refused, on: refused, next: result Refused }

    """

  /// A running server for a folder with these flows.
  ///
  /// - Parameters:
  ///   - settings: the file `flowrun.yaml`.
  ///   - baseline: the lines of the file `known.txt`.
  init(
    _ files: [String: String] = ["A": hotel, "B": offer, "C": payment], starts: Bool = true,
    settings: String? = nil, baseline: [String] = []
  ) throws {
    folder = try Folder()
    if let settings { try folder.write(settings, to: "flowrun.yaml") }
    if !baseline.isEmpty {
      try folder.write(baseline.map { "\($0)\n" }.joined(), to: "known.txt")
    }
    for (name, text) in files { try folder.write(text, to: "Flows/\(Editor.file(name))") }
    server = LanguageServer()
    guard starts else { return }
    _ = try request("initialize", .object(["capabilities": .object([:])]))
    try notify("initialized", .object([:]))
  }

  // MARK: Messages

  static func framed(_ message: JSONValue) -> [UInt8] { framed(message.text) }

  static func framed(_ text: String) -> [UInt8] {
    Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  static func messages(_ bytes: [UInt8]) throws -> [JSONValue] {
    var messages: [JSONValue] = []
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      let length = try #require(Int(head.dropFirst("Content-Length: ".count)))
      messages.append(try JSONReader.read(Array(rest[end.upperBound...].prefix(length))))
      rest = rest[(end.upperBound + length)...]
    }
    #expect(rest.isEmpty)
    return messages
  }

  static func request(_ method: String, _ params: JSONValue, id: Int) -> JSONValue {
    .object([
      "jsonrpc": .string("2.0"), "id": .integer(id), "method": .string(method), "params": params,
    ])
  }

  static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    .object(["jsonrpc": .string("2.0"), "method": .string(method), "params": params])
  }

  /// Sends bytes, and returns what the server answers.
  mutating func send(_ bytes: [UInt8]) throws -> [JSONValue] {
    try Editor.messages(server.receive(bytes))
  }

  mutating func send(_ messages: [JSONValue]) throws -> [JSONValue] {
    try send(messages.flatMap { Editor.framed($0) })
  }

  mutating func notify(_ method: String, _ params: JSONValue) throws {
    #expect(try send([Editor.notification(method, params)]) == [])
  }

  /// The whole answer to a request.
  mutating func answer(_ method: String, _ params: JSONValue) throws -> JSONValue {
    lastID += 1
    let answers = try send([Editor.request(method, params, id: lastID)])
    try #require(answers.count == 1)
    #expect(answers[0]["id"]?.integer == Int64(lastID))
    return answers[0]
  }

  /// The result of a request.
  mutating func request(_ method: String, _ params: JSONValue) throws -> JSONValue {
    let answer = try answer(method, params)
    return try #require(answer["result"], "\(answer.text)")
  }

  mutating func close() { server.close() }

  // MARK: Documents

  /// The file of a name: that of a flow, unless it has an ending.
  private static func file(_ name: String) -> String { name.contains(".") ? name : "\(name).yaml" }

  func uri(_ name: String) -> String { "file://" + folder.path("Flows/\(Editor.file(name))") }

  func document(_ name: String) -> JSONValue { .object(["uri": .string(uri(name))]) }

  mutating func open(_ name: String, _ text: String) throws {
    try notify(
      "textDocument/didOpen",
      .object([
        "textDocument": .object([
          "uri": .string(uri(name)), "languageId": .string("yaml"), "version": .integer(1),
          "text": .string(text),
        ])
      ]))
  }

  mutating func change(_ name: String, _ changes: [JSONValue], version: Int = 2) throws {
    try notify(
      "textDocument/didChange",
      .object([
        "textDocument": .object(["uri": .string(uri(name)), "version": .integer(version)]),
        "contentChanges": .array(changes),
      ]))
  }

  /// The new diagnostics: for each file, their lines from 0, severities and messages.
  mutating func diagnostics() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for message in try Editor.messages(server.diagnostics()) {
      #expect(message["method"]?.string == "textDocument/publishDiagnostics")
      let uri = message["params"]?["uri"]?.string ?? ""
      let name = uri.split(separator: "/").last.map(String.init) ?? ""
      found[name] = (message["params"]?["diagnostics"]?.array ?? []).map { diagnostic in
        let start = diagnostic["range"]?["start"]
        let place = "\(start?["line"]?.integer ?? -1):\(start?["character"]?.integer ?? -1)"
        let first = diagnostic["message"]?.string?.split(separator: "\n").first ?? ""
        return "\(place) \(diagnostic["severity"]?.integer ?? 0) \(first)"
      }
    }
    return found
  }

  // MARK: Questions about a place

  /// The place of the first character of `word` in the line of `text` that holds `line`.
  static func place(_ word: String, in line: String, of text: String, after: Int = 0) -> JSONValue {
    for (number, content) in text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard content.contains(line), let found = content.firstRange(of: word) else { continue }
      let unit = content[..<found.lowerBound].utf16.count + after
      return .object(["line": .integer(number), "character": .integer(unit)])
    }
    Issue.record("there is no line with `\(line)`")
    return .null
  }

  mutating func ask(
    _ question: String, _ name: String, _ place: JSONValue,
    _ more: KeyValuePairs<String, JSONValue?> = [:]
  ) throws -> JSONValue {
    let params = JSONValue.object(["textDocument": document(name), "position": place])
    let members = (params.members ?? []) + (JSONValue.object(more).members ?? [])
    return try answer("textDocument/\(question)", .object(members))
  }

  /// The locations in an answer: file, line from 0, first and last character.
  static func locations(_ answer: JSONValue) -> [String] {
    (answer["result"]?.array ?? []).map { location in
      let file = location["uri"]?.string?.split(separator: "/").last ?? ""
      return "\(file) \(range(location["range"]))"
    }
  }

  static func range(_ range: JSONValue?) -> String {
    let (start, end) = (range?["start"], range?["end"])
    func number(_ place: JSONValue?, _ key: String) -> String {
      place?[key]?.integer.map { "\($0)" } ?? "?"
    }
    return "\(number(start, "line")):\(number(start, "character"))"
      + "-\(number(end, "line") == number(start, "line") ? "" : number(end, "line") + ":")"
      + number(end, "character")
  }

  /// The labels that are proposed at a place.
  mutating func proposals(_ name: String, _ place: JSONValue) throws -> [String] {
    let answer = try ask("completion", name, place)
    return (answer["result"]?["items"]?.array ?? []).compactMap { $0["label"]?.string }
  }
}
