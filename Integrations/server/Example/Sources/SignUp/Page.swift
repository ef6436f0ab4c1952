import FlowKit
import FlowStore

/// Pages made from situations: no page knows a step of the flow.
enum Page {
  /// A run where it stands, as a form for each row that the user may take.
  static func of(_ run: StoredRun, token: String, note: String? = nil) -> String {
    var body = ""
    if let note { body += "<p role=alert>\(escaped(note))</p>" }
    guard let situation = run.situation else {
      if run.end == StoredRun.givenUp { return givenUp(token: token) }
      return html("Done", body + "<p>That is all. <a href=/login>Log in</a></p>")
    }
    if let problem = run.problem { body += "<p role=status>\(escaped(problem))</p>" }
    if let message = situation.message { body += "<p>\(escaped(message))</p>" }
    for choice in situation.choices where choice.isEnabled && choice.row.kind == .user {
      body += "<form method=post action=/sign-up>"
      body += hidden("token", token) + hidden("seen", "\(run.version)")
      body += hidden("row", choice.row.qualifiedName)
      for input in situation.inputs where choice.row.enters.contains(input.name) {
        let kind = input.isSecret ? "password" : "text"
        body += "<label>\(escaped(input.name)) "
        body += "<input name=\"\(escaped(input.name))\" type=\(kind) required></label>"
      }
      body += "<button>\(escaped(choice.row.text))</button></form>"
    }
    // A run that goes on by itself is looked at again.
    if situation.isWorking || run.problem != nil {
      body += "<meta http-equiv=refresh content=2>"
    }
    return html(situation.title, body)
  }

  /// What a visitor is told whose run cannot go on, since the flow is another one now.
  static func changed(token: String) -> String {
    again("This sign-up has changed meanwhile, and cannot go on where you were.", token)
  }

  /// What a visitor is told who comes back too late.
  static func givenUp(token: String) -> String {
    again("This sign-up has waited for too long.", token)
  }

  private static func again(_ reason: String, _ token: String) -> String {
    html(
      "Please start again",
      "<p>\(reason) Nothing was lost but what you had entered here.</p>"
        + "<form method=post action=/sign-up/again>" + hidden("token", token)
        + "<button>Start again</button></form>")
  }

  static func logIn(token: String, note: String? = nil) -> String {
    html(
      "Log in",
      (note.map { "<p role=alert>\(escaped($0))</p>" } ?? "")
        + "<form method=post action=/login>" + hidden("token", token)
        + "<label>mail <input name=mail required></label>"
        + "<label>password <input name=password type=password required></label>"
        + "<button>Log in</button></form><p><a href=/sign-up>Sign up</a></p>")
  }

  static func home(_ mail: String, token: String) -> String {
    html(
      "Hello",
      "<p>You are \(escaped(mail)).</p><form method=post action=/logout>"
        + hidden("token", token) + "<button>Log out</button></form>")
  }

  static func html(_ title: String, _ body: String) -> String {
    "<!doctype html><html lang=en><meta charset=utf-8><title>\(escaped(title))</title>"
      + "<h1>\(escaped(title))</h1>\(body)</html>"
  }

  private static func hidden(_ name: String, _ value: String) -> String {
    "<input type=hidden name=\(name) value=\"\(escaped(value))\">"
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
  }
}
