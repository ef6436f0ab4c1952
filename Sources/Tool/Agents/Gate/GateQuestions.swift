internal import CryptoCore
internal import Dates
internal import Encodings
internal import Files
internal import JSON
internal import LoopbackHTTP
internal import Markup

/// The questions to people, as files of the store, so that another program can answer them too: the
/// page of this process, or `flowrun gate confirm`.
///
/// A question is about one row of one run at one place of its log. It is void once the run has gone
/// on.
package actor GateQuestions {
  private let store: GateStore
  private var server: HTTPServer?

  package init(_ store: GateStore) { self.store = store }

  package enum Decision: String, Sendable {
    case granted, refused
  }

  /// A question that waits for a person.
  package struct Open: Sendable {
    package let id: String
    /// The row, in words.
    package let words: String
  }

  private nonisolated func path(_ id: String) -> String { "\(store.folder)/questions/\(id).json" }

  /// The number of a question: whoever asks the same again gets the same.
  private nonisolated func id(_ row: String, _ run: String, _ head: String) -> String {
    String(store.code(of: row, after: "question \(run) \(head)").prefix(32))
  }

  private nonisolated func read(_ id: String) -> JSONValue? {
    guard GateStore.isNumber(id), let bytes = try? FileSystem.read(path(id)) else { return nil }
    return JSONValue(parsing: bytes)
  }

  /// What a person has decided. Nil if nobody has.
  nonisolated func answer(
    to row: String, run: String, head: String
  ) throws(AgentRefusal) -> Decision? {
    read(id(row, run, head)).flatMap { $0["decision"]?.string.flatMap(Decision.init) }
  }

  /// The questions that nobody has answered, of runs that have not gone on.
  package nonisolated var open: [Open] {
    FileSystem.names(in: store.folder + "/questions").sorted().compactMap { name in
      let id = String(name.dropLast(5))
      guard let question = read(id), question["decision"] == nil,
        let words = question["words"]?.string, let run = question["run"]?.string,
        let log = try? FileSystem.read(store.path(of: run)),
        GateLog.head(of: log) == question["head"]?.string
      else { return nil }
      return Open(id: id, words: words)
    }
  }

  /// Decides a question, once.
  package nonisolated func decide(_ id: String, _ decision: Decision) throws(AgentRefusal) {
    let closed = AgentRefusal("the question is not open any more")
    do {
      let lock = try FileLock(store.folder + "/lock")
      guard let question = read(id), question["decision"] == nil else { throw closed }
      let members = (question.members ?? []).map { ($0.key, $0.value) }
      let text = JSONValue.object(
        members: members + [("decision", .string(decision.rawValue))]
      ).text
      try FileSystem.writePrivately(Array(text.utf8), to: path(id))
      _ = consume lock
    } catch { throw closed }
  }

  /// Asks, and serves a page at which a person decides.
  func ask(
    _ row: String, _ words: String, run: String, head: String
  ) throws(AgentRefusal) -> AgentAnswer.Question {
    let id = id(row, run, head)
    guard let bytes = try? Random.bytes(24) else { throw AgentRefusal("no random numbers") }
    let token = Base64.urlEncoded(bytes)
    let hash = Hexadecimal.text(Hash.sha256.digest(of: Array(token.utf8)))
    let question = JSONValue.object([
      "row": .string(row), "words": .string(words), "run": .string(run), "head": .string(head),
      "token": .string(hash), "time": .integer(SystemTime.milliseconds()),
    ])
    do throws(FileError) {
      try FileSystem.writePrivately(Array(question.text.utf8), to: path(id))
    } catch { throw AgentRefusal("the question cannot be written: \(error)") }
    if server == nil {
      do throws(HTTPServerError) {
        server = try HTTPServer { [self] in self.serve($0) }
      } catch { throw AgentRefusal("the page for people cannot be served: \(error)") }
    }
    let port = server?.port ?? 0
    return AgentAnswer.Question(
      message: "The assistant wants to take \(words).",
      url: "http://127.0.0.1:\(port)/\(id)?token=\(token)", id: id)
  }

  // MARK: The page

  /// A page that only shows the question, and is answered by a form: an address that is only
  /// fetched decides nothing.
  private nonisolated func serve(_ request: HTTPRequest) -> HTTPResponse {
    let id = String(request.path.dropFirst())
    let token = request.target.split(separator: "=", maxSplits: 1).dropFirst().first ?? ""
    let hash = Hexadecimal.text(Hash.sha256.digest(of: Array(token.utf8)))
    guard let question = read(id), question["token"]?.string == hash else {
      return page(404, "There is no such question.")
    }
    guard question["decision"] == nil, open.contains(where: { $0.id == id }) else {
      return page(410, "This was decided already.")
    }
    let words = XML.escaped(question["words"]?.string ?? "")
    guard request.method == "POST" else {
      return page(
        200,
        """
        The assistant wants to take</p><h1>\(words)</h1><form method="post">
        <button name="do" value="granted">Take it</button>
        <button name="do" value="refused">Refuse</button></form><p>
        """)
    }
    let body = String(decoding: request.body, as: UTF8.self)
    guard let decision = Decision(rawValue: String(body.dropFirst(3))), body.hasPrefix("do=") else {
      return page(400, "Nothing was decided.")
    }
    guard (try? decide(id, decision)) != nil else { return page(410, "This was decided already.") }
    return page(200, decision == .granted ? "It may be taken, once." : "It was refused.")
  }

  private nonisolated func page(_ status: Int, _ text: String) -> HTTPResponse {
    var response = HTTPResponse(
      status,
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>flowrun</title>
      <style>body{font:18px system-ui;max-width:40em;margin:4em auto;padding:0 1em}\
      button{font:inherit;padding:.5em 1em;margin-right:1em}</style><p>\(text)</p></html>
      """, type: "text/html")
    response.headers["content-security-policy"] =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
    response.headers["referrer-policy"] = "no-referrer"
    return response
  }
}
