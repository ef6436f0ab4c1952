internal import JSON

/// The flow language as a JSON Schema (draft 7), for editors: printed from the loader's own table.
///
/// What a schema cannot say - that a target exists, that an id is used once - only the loader knows.
public enum FlowSchema: String, Sendable, CaseIterable {
  /// The files below `Flows`.
  case flows
  /// The files below `Flows/paths`.
  case paths

  /// The schema as indented JSON, keys in the order of the table.
  public var text: String {
    let root: Schema.Kind = self == .flows ? .flow : .scripts
    let kinds: [Schema.Kind] =
      self == .flows
      ? [.flow, .section, .step, .line, .extension, .row, .input] : [.scripts, .path, .expectation]
    let schema: JSONValue = .object([
      .init(key: "$schema", value: .string("http://json-schema.org/draft-07/schema#")),
      .init(key: "title", value: .string(self == .flows ? "A flow" : "The paths of a flow")),
      .init(key: "allOf", value: .array([FlowSchema.reference(root)])),
      .init(
        key: "definitions",
        value: .object(
          kinds.map { .init(key: $0.key, value: FlowSchema.definition(of: .of($0))) })),
    ])
    return FlowSchema.indented(schema) + "\n"
  }

  private static func definition(of schema: Schema) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "type", value: .string("object")),
      .init(key: "additionalProperties", value: .bool(false)),
    ]
    let required = schema.fields.filter(\.isRequired).map { JSONValue.string($0.key.word) }
    if !required.isEmpty { members.append(.init(key: "required", value: .array(required))) }
    members.append(
      .init(
        key: "properties",
        value: .object(schema.fields.map { .init(key: $0.key.word, value: value(of: $0)) })))
    if let choice = choice(of: schema.kind) {
      members.append(
        .init(
          key: "oneOf",
          value: .array(
            Key.allCases.filter(choice.contains).map { key in
              .object([.init(key: "required", value: .array([.string(key.word)]))])
            })))
    }
    return .object(members)
  }

  /// The keys of which exactly one must be there.
  private static func choice(of kind: Schema.Kind) -> KeySet? {
    switch kind {
    case .flow: [.sections, .steps, .outline]
    case .step, .line: FlowReader.activities
    case .row: FlowReader.kinds
    case .section, .extension, .input, .scripts, .path, .expectation: nil
    }
  }

  private static func value(of field: Schema.Field) -> JSONValue {
    var members: [JSONValue.Member] = [.init(key: "description", value: .string(field.about))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    // What stands in a world is the wallet's to say (docs/wallet.md), not the language's.
    switch field.key {
    case .world, .stored, .received, .exceptions:
      add("type", .string("object"))
      return .object(members)
    case .expect:
      members.append(.init(key: "$ref", value: .string("#/definitions/expectation")))
      return .object(members)
    default: break
    }
    switch field.shape {
    case .text: members += scalar(field.key)
    case .flag:
      add(
        "enum",
        .array([.bool(true), .bool(false)] + ["yes", "no", "true", "false"].map(JSONValue.string)))
    case .texts:
      add("type", .string("array"))
      // A row of a world's steps may say what is entered: `1.3a: { pin: 142536 }`.
      if field.key != .steps { add("items", .object(scalar(nil))) }
    case .textOrTexts: add("anyOf", oneOrMore)
    case .list(let kind):
      add("type", .string("array"))
      if ![Key.extensions, .paths].contains(field.key) { add("minItems", .number("1")) }
      add("items", reference(kind))
    case .mapping: add("type", .string("object"))
    case .words:
      add("type", .string("object"))
      add("additionalProperties", .object(scalar(nil)))
    case .named(let kind):
      add("type", .string("object"))
      if kind == .row { add("minProperties", .number("1")) }
      add("additionalProperties", reference(kind))
    case .values:
      add("type", .string("object"))
      add("additionalProperties", .object([.init(key: "anyOf", value: oneOrMore)]))
    }
    return .object(members)
  }

  private static var oneOrMore: JSONValue {
    .array([
      .object(scalar(nil)),
      .object([
        .init(key: "type", value: .string("array")),
        .init(key: "items", value: .object(scalar(nil))),
      ]),
    ])
  }

  /// One scalar. Editors take `1.10` for a number and `no` for a flag; the loader takes the text.
  private static func scalar(_ key: Key?) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "type", value: .array(["string", "number", "boolean"].map(JSONValue.string))),
      .init(key: "minLength", value: .number("1")),
    ]
    if key == .kind {
      let kinds = ["use case", "partial flow", "error flow"]
      members = [.init(key: "enum", value: .array(kinds.map(JSONValue.string)))]
    } else if let pattern = pattern(key) {
      // A duration is no number in any reading; a length may be.
      if key == .after || key == .takes {
        members = [.init(key: "type", value: .string("string"))]
      }
      members.append(.init(key: "pattern", value: .string(pattern)))
    }
    return members
  }

  private static func pattern(_ key: Key?) -> String? {
    let number = #"[0-9]+(\.[0-9]{1,3})?"#
    let unit = "(ms|s|seconds?|min|minutes?)"
    return switch key {
    case .after: "^\(number) \(unit)$"
    case .takes: "^\(number)(-\(number))? \(unit)$"
    case .digits, .length: #"^[0-9]+(\.\.[0-9]+)?$"#
    default: nil
    }
  }

  private static func reference(_ kind: Schema.Kind) -> JSONValue {
    .object([.init(key: "$ref", value: .string("#/definitions/\(kind.key)"))])
  }

  /// JSON with a line for every member, two spaces a level; short lists stay on one line.
  private static func indented(_ value: JSONValue, _ margin: String = "") -> String {
    if value.text.utf8.count <= 60 { return value.text }
    let inner = margin + "  "
    switch value {
    case .object(let members):
      let lines = members.map {
        "\(inner)\(JSONValue.string($0.key).text): \(indented($0.value, inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
    case .array(let values):
      let lines = values.map { inner + indented($0, inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(margin)]"
    case .string, .number, .bool, .null: return value.text
    }
  }
}

extension Schema.Kind {
  /// Its name in the JSON Schema.
  fileprivate var key: String { "\(self)" }
}
