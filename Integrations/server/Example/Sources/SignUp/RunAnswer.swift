import FlowKit
import FlowStore

/// A run as the JSON API shows it.
struct RunAnswer: Encodable, Sendable {
  struct Field: Encodable, Sendable {
    let name: String
    let secret: Bool
    let requirement: String
  }

  struct Choice: Encodable, Sendable {
    let row: String
    let text: String
    let enters: [String]
  }

  let version: Int64
  var title: String?
  var message: String?
  var fields: [Field] = []
  var choices: [Choice] = []
  var due: Int64?
  var problem: String?
  var end: String?
  /// Why what was asked for was not done.
  var error: String?

  /// A run that cannot go on: `POST /api/sign-up/again` starts another one.
  init(error: String) { (version, self.error) = (0, error) }

  init(_ run: StoredRun, error: String? = nil) {
    (version, due, problem, end) = (run.version, run.due, run.problem, run.end)
    self.error = error
    guard let situation = run.situation else { return }
    (title, message) = (situation.title, situation.message)
    fields = situation.inputs.map {
      Field(name: $0.name, secret: $0.isSecret, requirement: $0.requirement)
    }
    choices = situation.choices.filter { $0.isEnabled && $0.row.kind == .user }.map {
      Choice(row: $0.row.qualifiedName, text: $0.row.text, enters: $0.row.enters)
    }
  }
}
