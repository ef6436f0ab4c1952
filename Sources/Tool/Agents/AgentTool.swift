package import JSON

/// An argument of a tool: the schema that an assistant sees and the check of what it sends are made
/// from it.
struct AgentField: Sendable {
  enum Kind: String, Sendable {
    case text = "string"
    case flag = "boolean"
    case object
    case texts = "array"
    /// A text, a list or an object.
    case any
  }

  let name: String
  let kind: Kind
  let about: String
  let isNeeded: Bool
  /// The only texts that it may be. Empty for any.
  let words: [String]

  init(
    _ name: String, _ about: String, _ kind: Kind = .text, needed isNeeded: Bool = false,
    words: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.about = about
    self.isNeeded = isNeeded
    self.words = words
  }

  var schema: JSONValue {
    .object([
      "type": kind == .any
        ? .strings(["string", "array", "object"]) : .string(kind.rawValue),
      "items": kind == .texts ? .object(["type": .string("string")]) : nil,
      "enum": words.isEmpty ? nil : .strings(words), "description": .string(about),
    ])
  }

  /// Why a value is not one of this argument. Nil if it is.
  func problem(_ value: JSONValue) -> String? {
    let isRight =
      switch kind {
      case .text: value.string.map { words.isEmpty || words.contains($0) } ?? false
      case .flag: value.bool != nil
      case .object: value.members != nil
      case .texts: value.array?.allSatisfy { $0.string != nil } ?? false
      case .any: value.string != nil || value.array != nil || value.members != nil
      }
    guard !isRight else { return nil }
    let kinds = words.isEmpty ? "a value of type \(kind.rawValue)" : words.joined(separator: ", ")
    return "`\(name)` must be \(kinds)"
  }
}

/// What an assistant sends to a tool, checked against its fields.
struct AgentArguments: Sendable {
  /// The largest text of an argument in bytes.
  static let longest = 512 << 10

  let json: JSONValue

  init(_ json: JSONValue?, _ fields: [AgentField]) throws(AgentRefusal) {
    let json = json ?? .object([JSONValue.Member]())
    guard let members = json.members else { throw AgentRefusal("the arguments are not an object") }
    for member in members {
      guard let field = fields.first(where: { $0.name == member.key }) else {
        let names = fields.map(\.name).joined(separator: ", ")
        throw AgentRefusal(
          "there is no argument `\(AgentArguments.short(member.key))`",
          next: names.isEmpty ? "send none" : "the arguments are: \(names)")
      }
      if let problem = field.problem(member.value) { throw AgentRefusal(problem) }
    }
    for field in fields where field.isNeeded && json[field.name] == nil {
      throw AgentRefusal("`\(field.name)` is missing: \(field.about)")
    }
    self.json = json
  }

  /// A name that somebody sent, short enough for a message.
  static func short(_ text: String) -> String {
    text.count <= 80 ? text : "\(text.prefix(80))…"
  }

  func text(_ name: String) -> String? { json[name]?.string }
  func flag(_ name: String) -> Bool { json[name]?.bool ?? false }
  func texts(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }

  /// An object of texts.
  func pairs(_ name: String) throws(AgentRefusal) -> [(name: String, text: String)] {
    var pairs: [(name: String, text: String)] = []
    for member in json[name]?.members ?? [] {
      guard let text = member.value.string else {
        throw AgentRefusal("`\(name)` must have texts as its values")
      }
      pairs.append((member.key, text))
    }
    return pairs
  }
}

/// What a tool answers.
package struct AgentAnswer: Sendable {
  /// The text for the model.
  package var text: String
  /// The same for programs. Nil if the text says everything.
  package var data: JSONValue?
  /// Whether it was refused.
  package var isError = false
  /// The address where a person decides first. Nil if nobody has to.
  package var question: Question?

  /// What a person is asked.
  package struct Question: Sendable {
    /// What it is about, in a sentence.
    package let message: String
    /// An address that works once. The model does not see it.
    package let url: String
    /// Identifies the question, without being able to answer it.
    package let id: String
  }

  init(_ text: String, data: JSONValue? = nil, next: String? = nil) {
    self.text = next.map { text + (text.hasSuffix("\n") ? "" : "\n") + "next: \($0)\n" } ?? text
    self.data = data
  }

  init(_ refusal: AgentRefusal) {
    self.init("refused: \(refusal.reason)", next: refusal.next)
    isError = true
  }
}

/// Why a tool does not do what it is asked to do.
package struct AgentRefusal: Error, Sendable {
  /// A sentence in lower case.
  package let reason: String
  /// What to do instead.
  package let next: String?

  package init(_ reason: String, next: String? = nil) {
    (self.reason, self.next) = (reason, next)
  }
}

/// A tool: its name, what it is for, its arguments, and what it does.
struct AgentTool: Sendable {
  typealias Deed = @Sendable (AgentArguments) async throws(AgentRefusal) -> AgentAnswer

  let name: String
  let title: String
  let about: String
  let fields: [AgentField]
  /// Whether it changes nothing.
  let reads: Bool
  let deed: Deed

  init(
    _ name: String, _ title: String, _ about: String, reads: Bool = true,
    _ fields: [AgentField] = [], _ deed: @escaping Deed
  ) {
    (self.name, self.title, self.about, self.fields) = (name, title, about, fields)
    (self.reads, self.deed) = (reads, deed)
  }

  /// The tool as clients list it.
  var json: JSONValue {
    .object([
      "name": .string(name), "title": .string(title), "description": .string(about),
      "inputSchema": .object([
        "type": .string("object"),
        "properties": .object(members: fields.map { ($0.name, $0.schema) }),
        "required": .strings(fields.filter(\.isNeeded).map(\.name)),
        "additionalProperties": .bool(false),
      ]),
      "annotations": .object([
        "readOnlyHint": .bool(reads), "destructiveHint": .bool(!reads),
        "openWorldHint": .bool(false),
      ]),
    ])
  }
}
