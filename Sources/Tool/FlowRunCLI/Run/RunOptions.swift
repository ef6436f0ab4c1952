internal import FlowModel
internal import FlowRuntime

/// The options of a run, as given on the command line. ``RunCommand`` explains them.
struct RunOptions: Equatable, Sendable {
  /// The options of `flowrun FLOW`, by their names on the command line.
  enum Name: String, CaseIterable, Sendable {
    case rows, script, anyway, from, fact, only, world, website, account, state, authority, reader,
      trust
    case trace, flows, inspect
    case asMeant = "as-meant"
    case byItself = "by-itself"
    case byHand = "by-hand"

    /// How many values an option takes.
    enum Arity { case none, one, many }

    var arity: Arity {
      switch self {
      case .anyway, .only, .asMeant, .byItself, .byHand, .inspect: .none
      case .fact, .trust: .many
      case .rows, .script, .from, .world, .website, .account, .state, .authority, .reader, .trace,
        .flows:
        .one
      }
    }
  }

  /// The id or alias of the flow. Nil for the scripts of any flows.
  let flow: String?
  /// The options in the order of the command line. A list, since a dictionary would make the start
  /// 3 % slower.
  private var given: [Given] = []

  private struct Given: Sendable {
    let name: Name
    let value: String
  }

  init(flow: String?) { self.flow = flow }

  /// The value of an option. Nil if it is not given.
  subscript(_ name: Name) -> String? { given.first { $0.name == name }?.value }

  /// All values of an option that may be given more than once, in order.
  func all(_ name: Name) -> [String] { given.filter { $0.name == name }.map(\.value) }

  /// Whether a flag, or any other option, is given.
  func has(_ name: Name) -> Bool { given.contains { $0.name == name } }

  /// Adds an option; the value of a flag is empty.
  mutating func add(_ name: Name, _ value: String = "") {
    given.append(Given(name: name, value: value))
  }

  /// Command lines with the same options are equal, whatever the order.
  static func == (a: RunOptions, b: RunOptions) -> Bool {
    a.flow == b.flow && Name.allCases.allSatisfy { a.all($0) == b.all($0) }
  }
}

extension RunOptions {
  /// Reads a plain command line: a flow, then options with full names, each followed by its value.
  ///
  /// Nil for every other command line, right or wrong; ArgumentParser reads those and reports
  /// errors. It would read a plain command line to the same options, as a test checks, but take
  /// half of the time to the first prompt (docs/decisions/0012).
  init?(plain arguments: [String]) {
    guard let flow = arguments.first, RunOptions.isPlain(flow), !RunOptions.mayBeCommand(flow)
    else { return nil }
    self.init(flow: flow)
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      guard let name = Name.allCases.first(where: { argument == "--\($0.rawValue)" })
      else { return nil }
      if name.arity == .none {
        add(name)
        continue
      }
      // If an option is given twice, ArgumentParser decides which value counts.
      guard let value = rest.popFirst(), RunOptions.isPlain(value),
        name.arity == .many || !has(name)
      else { return nil }
      add(name, value)
    }
    // ArgumentParser reports an unknown format.
    if has(.trace), trace == nil { return nil }
  }

  private static func isPlain(_ argument: String) -> Bool {
    !argument.isEmpty && argument.utf8.first != UInt8(ascii: "-")
  }

  /// Whether a word could be the name of a command, which is a single word in lower case, with one
  /// exception. A flow
  /// with such a name is read by ArgumentParser.
  static func mayBeCommand(_ name: String) -> Bool {
    name == "web-eid"
      || name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  var trace: TraceFormat? { self[.trace].flatMap { TraceFormat(rawValue: $0) } }
  /// The reading of the run.
  var reading: Reading { has(.asMeant) ? .meant : .written }

  /// The first values of facts.
  var facts: [String: String] {
    var facts: [String: String] = [:]
    for entry in all(.fact) {
      let parts = entry.split(separator: "=", maxSplits: 1)
      facts[parts.first?.trimmed ?? ""] = parts.count == 2 ? parts[1].trimmed : ""
    }
    return facts
  }
}

extension Substring {
  /// Without the spaces around it.
  var trimmed: String {
    var text = self.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
