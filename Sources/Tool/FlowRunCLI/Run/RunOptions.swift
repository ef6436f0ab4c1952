/// How a trace is printed.
enum TraceFormat: String, CaseIterable, Sendable {
  case json, text
}

/// What a run is told by the command line; `RunCommand` says what each of it means.
struct RunOptions: Hashable, Sendable {
  var flow: String
  var rows: String?
  var script: String?
  var from: String?
  var fact: [String] = []
  var only = false
  var asMeant = false
  var world: String?
  var website: String?
  var account: String?
  var state: String?
  var authority: String?
  var reader: String?
  var trust: [String] = []
  var byItself = false
  var byHand = false
  var trace: TraceFormat?
  var folder: String?

  init(flow: String) { self.flow = flow }
}

extension RunOptions {
  /// What a plain command line says: a flow, then options in full, each with its value behind it.
  ///
  /// Nil for every other one, be it right or wrong. ArgumentParser reads those, and says what is
  /// wrong with them; it would read this one to the same options, which a test holds, in half of the
  /// time to the first prompt.
  init?(plain arguments: [String]) {
    guard let flow = arguments.first, RunOptions.isPlain(flow), !RunOptions.mayBeCommand(flow)
    else {
      return nil
    }
    self.init(flow: flow)
    var seen: [String] = []
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      if setFlag(name) { continue }
      guard let value = rest.popFirst(), RunOptions.isPlain(value) else { return nil }
      switch name {
      case "--fact": fact.append(value)
      case "--trust": trust.append(value)
      default:
        // Which of two counts is not for here to say.
        guard !seen.contains(name), set(name, to: value) else { return nil }
        seen.append(name)
      }
    }
  }

  private static func isPlain(_ argument: String) -> Bool {
    !argument.isEmpty && argument.utf8.first != UInt8(ascii: "-")
  }

  /// Commands are named by one word of small letters; so may a flow be, and is then read the long way.
  static func mayBeCommand(_ name: String) -> Bool {
    name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private mutating func setFlag(_ name: String) -> Bool {
    switch name {
    case "--only": only = true
    case "--as-meant": asMeant = true
    case "--by-itself": byItself = true
    case "--by-hand": byHand = true
    default: return false
    }
    return true
  }

  private mutating func set(_ name: String, to value: String) -> Bool {
    switch name {
    case "--rows": rows = value
    case "--script": script = value
    case "--from": from = value
    case "--world": world = value
    case "--website": website = value
    case "--account": account = value
    case "--state": state = value
    case "--authority": authority = value
    case "--reader": reader = value
    case "--flows": folder = value
    case "--trace":
      trace = TraceFormat(rawValue: value)
      return trace != nil
    default: return false
    }
    return true
  }
}
