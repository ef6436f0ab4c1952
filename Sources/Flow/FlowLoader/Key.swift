internal import YAMLTree

/// Every key of the flow language.
enum Key: UInt8, CaseIterable {
  case flow = 1
  case alias, kind, title, outline, summary, goal, actor, preconditions, postconditions
  case triggeredBy, usedBy, documentation, tests, notes, errors, parameters, results, facts, slip
  case sections, steps, extensions
  case section, step, line, `extension`, at, meantAt, lines, proposal
  case screen, prompt, notice, determine, validate, execute, system, os, call, await, user, outside
  case message, note, loading, input, buttons, items, takes, cancelable, action, with, count
  case unless, meantCall, rows
  case `case`, result, event, error, next, meant, why, meantID, on, `if`, after, enters, set
  case reset, does, answer
  case secret, digits, length
  case path, paths, about, `as`, from, only, inputs, clock, end
  case allow

  /// As it is written in a file.
  var word: String {
    switch self {
    case .triggeredBy: "triggered by"
    case .usedBy: "used by"
    case .meantAt: "meant at"
    case .meantCall: "meant call"
    case .meantID: "meant id"
    default: "\(self)"
    }
  }

  static let vocabulary = Vocabulary(allCases.map(\.word))
}
