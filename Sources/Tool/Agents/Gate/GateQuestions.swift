internal import CryptoCore
internal import Databases
internal import Dates
internal import Encodings
internal import LoopbackHTTP
internal import Markup

/// The questions to people, in the store, so that another program can answer them too: the
/// page of this process, or `flowrun gate confirm`.
///
/// A question is about one row of one run at one place of its log, with what was entered there. It
/// is void once the run has gone on, something else is entered, or the tables are others.
package actor GateQuestions {
  private let store: GateStore
  private var server: HTTPServer?

  package init(_ store: GateStore) { self.store = store }

  package enum Decision: String, Sendable {
    case granted, refused
  }

  /// What a person is asked: an agreement is for exactly this.
  struct Subject: Sendable {
    let row: String
    let run: String
    /// The code of the last line of the run's log.
    let head: String
    /// The tables, the step, the facts and what was entered, as the person sees them in ``words``.
    let circumstances: String
    let words: String
  }

  /// A question that waits for a person.
  package struct Open: Sendable {
    package let id: String
    /// The row, in words.
    package let words: String
  }

  /// The number of a question: whoever asks the same again gets the same.
  private nonisolated func id(_ subject: Subject) -> String {
    let place = "question \(subject.run) \(subject.head)"
    return String(
      store.code(of: "\(subject.row)\n\(subject.circumstances)", after: place).prefix(32))
  }

  private nonisolated func read(_ id: String) -> GateDatabase.Question? {
    GateStore.isNumber(id) ? try? store.database.question(id) : nil
  }

  /// What a person has decided. Nil if nobody has.
  nonisolated func answer(to subject: Subject) -> Decision? {
    read(id(subject))?.decision.flatMap(Decision.init)
  }

  /// The questions that nobody has answered, of runs that have not gone on.
  package nonisolated var open: [Open] {
    ((try? store.database.openQuestions()) ?? []).map { Open(id: $0.id, words: $0.words) }
  }

  /// Decides a question, once.
  package nonisolated func decide(_ id: String, _ decision: Decision) throws(AgentRefusal) {
    guard (try? store.database.decide(id, decision.rawValue)) == true else {
      throw AgentRefusal("the question is not open any more")
    }
  }

  /// Asks, and serves a page at which a person decides.
  func ask(_ subject: Subject) throws(AgentRefusal) -> AgentAnswer.Question {
    let id = id(subject)
    guard let bytes = try? Random.bytes(24) else { throw AgentRefusal("no random numbers") }
    let token = Base64.urlEncoded(bytes)
    let hash = Hexadecimal.text(Hash.sha256.digest(of: Array(token.utf8)))
    let question = GateDatabase.Question(
      id: id, run: subject.run, head: subject.head, words: subject.words, token: hash)
    do throws(DatabaseError) {
      try store.database.ask(question, time: SystemTime.milliseconds())
    } catch { throw AgentRefusal("the question cannot be written: \(error.reason)") }
    if server == nil {
      do throws(HTTPServerError) {
        server = try HTTPServer { [self] in self.serve($0) }
      } catch { throw AgentRefusal("the page for people cannot be served: \(error)") }
    }
    let port = server?.port ?? 0
    return AgentAnswer.Question(
      message: "The assistant wants to take \(subject.words).",
      url: "http://127.0.0.1:\(port)/\(id)?token=\(token)", id: id)
  }

  // MARK: The page

  /// A page that only shows the question, and is answered by a form: an address that is only
  /// fetched decides nothing.
  private nonisolated func serve(_ request: HTTPRequest) -> HTTPResponse {
    let id = String(request.path.dropFirst())
    let token = request.target.split(separator: "=", maxSplits: 1).dropFirst().first ?? ""
    let hash = Hexadecimal.text(Hash.sha256.digest(of: Array(token.utf8)))
    guard let question = read(id), question.token == hash else {
      return page(404, "There is no such question.")
    }
    guard question.decision == nil, open.contains(where: { $0.id == id }) else {
      return page(410, "This was decided already.")
    }
    let words = XML.escaped(question.words)
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
