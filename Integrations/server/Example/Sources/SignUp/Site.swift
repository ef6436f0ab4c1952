import Crypto
import FlowKit
import FlowStore
import Foundation
import HTTPTypes
import Hummingbird

/// The sign-up as pages and as a JSON API: both take a run from the store, and show where it
/// stands.
struct Site: Sendable {
  typealias Context = SignUpContext

  let runs: Runs
  let accounts: Accounts
  let key: SymmetricKey
  /// Addresses and clients that have tried to log in.
  let attempts = RateLimit<Context>(most: 10, perSecond: 0.1)

  private static let secrets: Set<String> = ["code", "password"]

  var router: Router<Context> {
    let router = Router(context: Context.self)
    router.add(middleware: RateLimit<Context>(most: 30, perSecond: 3))
    router.get("/") { request, _ in Response.redirect(to: "/sign-up") }
    router.get("/sign-up") { request, _ in try await page(request) }
    router.post("/sign-up") { request, context in try await decide(request, context) }
    router.post("/sign-up/again") { request, context in try await again(request, context) }
    router.get("/login") { request, _ in try await home(request) }
    router.post("/login") { request, context in try await logIn(request, context) }
    router.post("/logout") { request, context in try await logOut(request, context) }
    router.get("/api/sign-up") { request, _ in try await state(request) }
    router.post("/api/sign-up/again") { request, context in
      try await againByAPI(request, context)
    }
    router.post("/api/sign-up") { request, context in try await decideByAPI(request, context) }
    return router
  }

  // MARK: Sessions

  private func session(_ request: Request) -> Session {
    let cookie = request.cookies["session"]?.value
    return cookie.flatMap { Session(cookie: $0, key) } ?? Session()
  }

  /// A response that carries the session on.
  private func response(
    _ status: HTTPResponse.Status = .ok, _ body: String = "", type: String = "text/html",
    to place: String? = nil, _ session: Session
  ) -> Response {
    var response = Response(
      status: status, headers: [.contentType: "\(type); charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
    if let place { response.headers[.location] = place }
    response.headers[.contentSecurityPolicy] =
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'"
    response.setCookie(
      Cookie(
        name: "session", value: session.cookie(key), path: "/", httpOnly: true,
        sameSite: .strict))
    return response
  }

  /// The form of a request, if it comes from a page of this session.
  private func form(
    _ request: Request, _ context: Context, _ session: Session, token: String? = nil
  ) async throws -> Form {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    let form = Form(body, secrets: Site.secrets)
    guard let sent = token ?? form.values["token"],
      Array(sent.utf8).withUnsafeBytes({ Accounts.isSame($0, Array(session.token(key).utf8)) })
    else { throw HTTPError(.forbidden, message: "this form is not of your session") }
    return form
  }

  // MARK: Sign-up

  /// The run of a visitor as a page shows it. Whoever only looks makes no run.
  private func look(_ session: Session) async throws -> StoredRun {
    do { return try await runs.look(session.visitor) } catch StoreError.unknown {
      return try await runs.preview("UC1")
    }
  }

  /// The run of a visitor who decides: the one that is there, or a new one.
  private func run(of session: Session) async throws -> StoredRun {
    do { return try await runs.look(session.visitor) } catch StoreError.unknown {
      do { return try await runs.start("UC1", id: session.visitor) } catch StoreError.exists {
        return try await runs.look(session.visitor)
      }
    }
  }

  /// Takes the row of a form. Gives the run, and why the row was not taken.
  private func take(
    _ form: Form, _ session: Session
  ) async throws -> (run: StoredRun, error: String?) {
    let before = try await run(of: session)
    guard let situation = before.situation else { return (before, nil) }
    do {
      let run = try await runs.choose(
        form.values["row"] ?? "", in: session.visitor, form.entered(for: situation),
        seen: form.values["seen"].flatMap { Int64($0) } ?? before.version)
      return (run, nil)
    } catch let error as RunnerError {
      return (try await runs.look(session.visitor), error.reason)
    } catch StoreError.moved(let run) {
      return (run, "Meanwhile something else has happened")
    } catch StoreError.ended(let run) {
      return (run, nil)
    }
  }

  private func page(_ request: Request) async throws -> Response {
    let session = session(request)
    return try await answering(session) {
      let run = try await look(session)
      return response(.ok, Page.of(run, token: session.token(key)), session)
    }
  }

  private func decide(_ request: Request, _ context: Context) async throws -> Response {
    let session = session(request)
    let form = try await form(request, context, session)
    return try await answering(session) {
      let (run, error) = try await take(form, session)
      // After a row was taken, a page that is loaded again takes none.
      guard let error else { return response(.seeOther, to: "/sign-up", session) }
      let page = Page.of(run, token: session.token(key), note: error)
      return response(.unprocessableContent, page, session)
    }
  }

  /// Starts another run for a visitor whose run cannot go on.
  private func again(_ request: Request, _ context: Context) async throws -> Response {
    let session = session(request)
    _ = try await form(request, context, session)
    return response(.seeOther, to: "/sign-up", session.anew())
  }

  /// A database that is away is no fault of the visitor's, nor is a flow that has changed.
  ///
  /// - Parameter isAPI: whether a run that cannot go on with the flows of this process is told as
  ///   JSON.
  private func answering(
    _ session: Session, isAPI: Bool = false, _ body: () async throws -> Response
  ) async throws -> Response {
    do { return try await body() } catch StoreError.otherFlows(_, _) {
      if isAPI { return try changed(session) }
      return response(.conflict, Page.changed(token: session.token(key)), session)
    } catch let error as StoreError where error.isTransient {
      var response = response(
        .serviceUnavailable,
        Page.html("One moment", "<p>Please try again.</p><meta http-equiv=refresh content=3>"),
        session)
      response.headers[.retryAfter] = "3"
      return response
    }
  }

  // MARK: The API

  private func state(_ request: Request) async throws -> Response {
    let session = session(request)
    return try await answering(session, isAPI: true) {
      try json(.ok, RunAnswer(try await look(session)), session)
    }
  }

  /// Takes `row`, `seen` and the fields as a form; the token is in the header `X-Token`, which a
  /// page of another site cannot set.
  private func decideByAPI(_ request: Request, _ context: Context) async throws -> Response {
    let session = session(request)
    let token = request.headers[.token] ?? ""
    let form = try await form(request, context, session, token: token)
    return try await answering(session, isAPI: true) {
      let (run, error) = try await take(form, session)
      return try json(
        error == nil ? .ok : .conflict, RunAnswer(run, error: error), session)
    }
  }

  private func againByAPI(_ request: Request, _ context: Context) async throws -> Response {
    let session = session(request)
    _ = try await form(request, context, session, token: request.headers[.token] ?? "")
    let new = session.anew()
    return try await answering(new) { try json(.ok, RunAnswer(try await look(new)), new) }
  }

  private func changed(_ session: Session) throws -> Response {
    let error = "the sign-up has changed meanwhile; start again"
    return try json(.gone, RunAnswer(error: error), session)
  }

  private func json(
    _ status: HTTPResponse.Status, _ answer: RunAnswer, _ session: Session
  ) throws -> Response {
    let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
    var response = response(status, text, type: "application/json", session)
    response.headers[.token] = session.token(key)
    return response
  }

  // MARK: Log in

  private func home(_ request: Request) async throws -> Response {
    let session = session(request)
    let token = session.token(key)
    let page = session.mail.map { Page.home($0, token: token) } ?? Page.logIn(token: token)
    return response(.ok, page, session)
  }

  private func logIn(_ request: Request, _ context: Context) async throws -> Response {
    let session = session(request)
    let form = try await form(request, context, session)
    let mail = form.values["mail"] ?? ""
    // Both the address and the client may only try so often.
    guard attempts.allows("mail \(mail)"), attempts.allows(context.client) else {
      return response(
        .tooManyRequests, Page.logIn(token: session.token(key), note: "Too many tries"), session)
    }
    return try await answering(session) {
      guard let password = form.entries.secret("password"),
        try await accounts.logIn(mail, password)
      else {
        let note = "The address or the password is wrong"
        return response(
          .unauthorized, Page.logIn(token: session.token(key), note: note), session)
      }
      // Another session than the one before, which somebody may have set.
      var known = Session()
      known.mail = mail
      return response(.seeOther, to: "/login", known)
    }
  }

  private func logOut(_ request: Request, _ context: Context) async throws -> Response {
    _ = try await form(request, context, session(request))
    return response(.seeOther, to: "/login", Session())
  }
}

extension HTTPField.Name {
  static let token = HTTPField.Name("X-Token") ?? .authorization
}
