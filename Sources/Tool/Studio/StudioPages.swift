internal import Diagnostics
internal import Encodings
internal import FlowModel
internal import JSON
internal import LoopbackHTTP

/// What the studio answers.
///
/// An actor, since a token is used up.
actor StudioPages {
  private let book: LiveBook
  private let folder: String
  private let start: String
  private let engine: [UInt8]
  private let questions: StudioQuestions?
  private let revisions: StudioServer.Revisions
  private let compare: StudioServer.Comparison
  private var port: UInt16 = 0
  /// Opens the studio once.
  private var token: String?
  /// What browsers that were let in send as a cookie.
  private nonisolated let session = StudioPages.secret()
  /// What runs that report have in the address.
  private let key = StudioPages.secret()

  init(
    _ book: LiveBook, folder: String, start: String, engine: [UInt8],
    questions: StudioQuestions? = nil, revisions: @escaping StudioServer.Revisions,
    compare: @escaping StudioServer.Comparison
  ) {
    self.book = book
    self.folder = folder
    self.start = start
    self.engine = engine
    self.questions = questions
    self.revisions = revisions
    self.compare = compare
  }

  /// Accepts requests to this port. Returns the token.
  func begin(port: UInt16) -> String {
    self.port = port
    let token = StudioPages.secret()
    self.token = token
    return token
  }

  /// The path to which runs report.
  var reportPath: String { "/runs/\(key)" }

  /// 128 random bits of the system.
  private static func secret() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  // The port is in the name, since a browser sends cookies to all ports of a host.
  private var cookie: String { "flowrun-\(port)=\(session)" }

  /// How large the body of a request may be, in bytes: a document of 8 MiB if it comes from a
  /// browser that was let in.
  nonisolated func largestBody(of request: HTTPRequest) -> Int {
    let isKnown = (request.headers["cookie"] ?? "").contains(session)
    return isKnown && request.path == "/read" ? 1 << 23 : HTTPServer.maximumBody
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "GET" || request.method == "POST" else { return refusal(405, "") }
    let own = ["http://127.0.0.1:\(port)", "http://localhost:\(port)"]
    if let origin = request.headers["origin"], !own.contains(origin) {
      return refusal(403, "This page is for the browser that has opened it.")
    }
    let (path, query) = StudioPages.parts(request.target)
    if path == reportPath { return await report(request) }
    if path == "/", let given = query["token"] { return enter(given) }
    let cookies = (request.headers["cookie"] ?? "").split(separator: ";").map {
      $0.drop { $0 == " " }
    }
    guard cookies.contains(where: { $0 == cookie }) else {
      return refusal(403, "Open the address that `flowrun studio` prints. It works once.")
    }
    let name = String(path.dropFirst())
    if name.hasSuffix(".html") || name.isEmpty {
      return await page(name.isEmpty ? start : String(name.dropLast(5)))
    }
    // Everything else is asked for by a page of this server, and by no other site.
    guard ["same-origin", nil].contains(request.headers["sec-fetch-site"]) else {
      return refusal(403, "This is for the pages of the studio.")
    }
    if request.method == "POST" { return await change(request, name, query) }
    switch name {
    case "engine.wasm": return file(engine, "application/wasm")
    case "flows.json":
      guard let revision = query["revision"] else {
        return file(Array(await book.text(of: query["page"]).utf8), "application/json")
      }
      return await version(revision) { versions in
        let isNew = query["side"] == "new"
        let book = isNew ? versions.new : versions.old
        return LiveBook.text(LiveBook.Shown(book.compiled, book.text))
      }
    case "line":
      let line = await book.line(query["line"] ?? "", of: query["flow"] ?? "")
      return line.map { file(Array($0.text.utf8), "application/json") }
        ?? refusal(404, "This line cannot be changed here.")
    case "fix":
      return file(Array(await book.fixText(query["finding"] ?? "").text.utf8), "application/json")
    case "questions.json":
      let open = questions?.open().map {
        JSONValue.object(["id": .string($0.id), "words": .string($0.words)])
      }
      return file(Array((open.map(JSONValue.array) ?? .null).text.utf8), "application/json")
    case "proofs.json": return file(Array(await book.proofs().utf8), "application/json")
    case "events":
      let known = request.headers["last-event-id"] ?? query["after"] ?? ""
      let news = await book.news(after: known, of: query["page"])
      return file(Array(news.utf8), "text/event-stream")
    case "revisions.json":
      switch await revisions() {
      case .success(let known): return file(Array(known.json.text.utf8), "application/json")
      case .failure(let refusal): return self.refusal(409, refusal.reason)
      }
    case "diff": return await version(query["revision"] ?? "HEAD") { $0.report }
    default:
      guard let found = (PageFiles.modules + PageFiles.styles).first(where: { $0.name == name })
      else { return refusal(404, "There is no such page.") }
      return file(found.bytes, found.type)
    }
  }

  /// What a page gets of the versions that a revision means, as JSON.
  private func version(
    _ revision: String, _ text: (StudioVersions) async -> String
  ) async -> HTTPResponse {
    switch await compare(revision) {
    case .success(let versions):
      return file(Array(await text(versions).utf8), "application/json")
    case .failure(let refusal): return self.refusal(409, refusal.reason)
    }
  }

  /// Exchanges the token for the cookie.
  private func enter(_ given: String) -> HTTPResponse {
    guard let token, given == token else {
      return refusal(
        403,
        "This address was used already. `flowrun studio` prints a new one when it is started again."
      )
    }
    self.token = nil
    var response = refusal(303, "")
    response.headers["location"] = "/\(start).html"
    response.headers["set-cookie"] = "\(cookie); HttpOnly; SameSite=Lax; Path=/"
    return response
  }

  private func page(_ name: String) async -> HTTPResponse {
    let flow = await book.flow(ofPage: name)
    guard flow != nil || name == "index" else { return refusal(404, "There is no such flow.") }
    return file(
      PageFiles.page(
        flow.map { "\($0.id) \($0.title)" } ?? "Flows", flow: flow?.id ?? "",
        language: await book.shownLanguage,
        scripts: "<script type=\"module\" src=\"main.js\"></script>\n"), "text/html")
  }

  /// Takes a report. A browser sends none: it would have said from where.
  private func report(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.method == "POST", request.isJSON, request.headers["origin"] == nil,
      await book.take(report: request.body)
    else { return refusal(400, "This is not a report of a run.") }
    return refusal(200, "")
  }

  /// Writes files: a named path, or a change of a flow.
  private func change(
    _ request: HTTPRequest, _ name: String, _ query: [String: String]
  ) async -> HTTPResponse {
    do throws(StudioRefusal) {
      let changed: JSONValue
      switch name {
      case "keep": return await keep(request)
      case "decide":
        guard request.isJSON, let json = JSONValue(parsing: request.body),
          let id = json["id"]?.string, let agrees = json["agrees"]?.bool
        else { return refusal(400, "This is not a decision.") }
        guard questions?.decide(id, agrees) == true else {
          return refusal(409, "The question is not open any more.")
        }
        return refusal(200, "")
      case "edit":
        guard request.isJSON, let json = JSONValue(parsing: request.body),
          let edit = StudioEdit(json)
        else { return refusal(400, "This is not a change.") }
        changed = try await book.change(edit)
      case "read":
        // No form of another page can send this type without asking first.
        guard request.headers["content-type"] == "application/octet-stream",
          let flow = query["flow"], let document = query["name"], !request.body.isEmpty
        else { return refusal(400, "This is not a document.") }
        changed = try await book.change(
          StudioEdit(reading: SourceFile(path: document, bytes: request.body), beside: flow))
      case "accept": changed = try await book.accept()
      case "mend":
        guard request.isJSON, let json = JSONValue(parsing: request.body),
          let finding = json["finding"]?.string
        else { return refusal(400, "This is not a finding.") }
        changed = try await book.mend(finding)
      case "undo": changed = try await book.undo(again: false)
      case "redo": changed = try await book.undo(again: true)
      default: return refusal(404, "")
      }
      return file(Array(changed.text.utf8), "application/json")
    } catch { return refusal(409, error.reason) }
  }

  private func keep(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.isJSON, let json = JSONValue(parsing: request.body),
      let flow = json["flow"]?.string, let name = json["name"]?.string,
      let entry = json["entry"]?.string, let catalogue = await book.catalogue
    else { return refusal(400, "This is not a path.") }
    guard catalogue.flow(id: flow) != nil else {
      return refusal(409, "There is no flow `\(flow)`.")
    }
    let kept = KeptPath(flow: flow, name: name, entry: entry)
      .write(to: "\(folder)/paths", catalogue, page: await book.page(of: flow))
    return refusal(kept.isDone ? 200 : 409, kept.text)
  }

  private func file(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    let text = ["application/wasm"].contains(type) ? type : "\(type); charset=utf-8"
    return guarded(HTTPResponse(200, headers: ["content-type": text], body: bytes))
  }

  private func refusal(_ status: Int, _ text: String) -> HTTPResponse {
    guarded(HTTPResponse(status, text, type: "text/plain"))
  }

  /// Nothing is loaded from elsewhere, no script stands in a page, and no other page shows this one
  /// in a frame.
  private func guarded(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers["content-security-policy"] =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    response.headers["referrer-policy"] = "no-referrer"
    response.headers["cross-origin-resource-policy"] = "same-origin"
    return response
  }

  /// The path of a target, and the values of its query by name.
  private static func parts(_ target: String) -> (path: String, query: [String: String]) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var query: [String: String] = [:]
    for part in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { query[decoded(pair[0])] = decoded(pair[1]) }
    }
    return (decoded(halves[0]), query)
  }

  /// A text without its percent encoding. One that is not encoded right stays as it is.
  private static func decoded(_ text: Substring) -> String {
    PercentEncoding.bytes(text).map { String(decoding: $0, as: UTF8.self) } ?? String(text)
  }
}
