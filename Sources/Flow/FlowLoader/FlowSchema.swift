internal import JSON

/// The flow language as a JSON Schema (draft 7), for editors. It is made from the loader's own
/// table.
///
/// A schema cannot express everything: for example, that a target exists or that an id is used
/// once.
public enum FlowSchema: String, Sendable, CaseIterable {
  /// The files below `Flows`.
  case flows
  /// The files below `Flows/paths`.
  case paths
  /// The files below `Flows/rules`.
  case rules
  /// The files below `Flows/texts`.
  case texts

  /// The version of the language. A file that is valid in it stays valid, with its meaning
  /// (docs/promises.md).
  public static let version = 1

  /// The schema as indented JSON, keys in the order of the table.
  public var text: String {
    let (title, mappings): (String, [Mapping])
    switch self {
    case .flows: (title, mappings) = ("A flow", FlowReader.mappings)
    case .paths: (title, mappings) = ("The paths of a flow", ScriptReader.mappings)
    case .rules: (title, mappings) = ("House rules", TreeReader.ruleMappings)
    case .texts: return text(FlowSchema.ofTexts)
    }
    let definitions = mappings.map { ($0.kind.word, FlowSchema.definition(of: $0)) }
    return text([
      ("title", .string(title)),
      ("allOf", .array([FlowSchema.reference(mappings[0].kind)])),
      ("definitions", .object(members: definitions)),
    ])
  }

  private func text(_ members: Members) -> String {
    let head: Members = [
      ("$schema", .string("http://json-schema.org/draft-07/schema#")),
      ("$id", .string("urn:flowrun:language:\(FlowSchema.version):\(rawValue)")),
    ]
    return FlowSchema.indented(.object(members: head + members)) + "\n"
  }

  typealias Members = [(String, JSONValue)]

  private static func definition(of mapping: Mapping) -> JSONValue {
    let required = mapping.keys.filter { $0.role == .required }.map(\.word)
    let properties = mapping.keys.map { key in
      let about = ("description", JSONValue.string(key.about))
      return (key.word, JSONValue.object(members: [about] + rules(for: key.shape)))
    }
    let choices = mapping.choices.map { JSONValue.object(["required": .strings([$0])]) }
    return .object([
      "type": .string("object"), "additionalProperties": .bool(false),
      "required": required.isEmpty ? nil : .strings(required),
      "properties": .object(members: properties),
      "oneOf": choices.isEmpty ? nil : .array(choices),
    ])
  }

  /// The rules for one text.
  static let scalar: Members = [
    ("type", .strings(["string", "number", "boolean"])), ("minLength", .number("1")),
  ]

  /// The rules for a value of this shape. A scalar is text as written; since editors read `1.10` as
  /// a number and `no` as a flag, the schema allows these too.
  private static func rules(for shape: Shape) -> Members {
    let texts: Members = [type("array"), ("items", .object(members: scalar))]
    func textOrTexts(_ isNeverEmpty: Bool) -> Members {
      let least: Members = isNeverEmpty ? [("minItems", .number("1"))] : []
      return [("anyOf", .array([.object(members: scalar), .object(members: texts + least)]))]
    }
    switch shape {
    case .text: return scalar
    case .choice(let words): return [("enum", .strings(words))]
    case .pattern(let pattern, let isNumber):
      return (isNumber ? scalar : [type("string")]) + [("pattern", .string(pattern))]
    case .flag:
      let words = ["yes", "no", "true", "false"].map(JSONValue.string)
      return [("enum", .array([.bool(true), .bool(false)] + words))]
    case .texts: return texts
    case .textOrTexts(let isNeverEmpty): return textOrTexts(isNeverEmpty)
    case .events: return [type("array")]
    case .mapping(let kind): return [("$ref", path(of: kind))]
    case .list(let kind, let isNeverEmpty):
      let least: Members = isNeverEmpty ? [("minItems", .number("1"))] : []
      return [type("array")] + least + [("items", reference(kind))]
    case .words: return mapping(of: .object(members: scalar))
    case .values: return mapping(of: .object(members: textOrTexts(false)))
    case .named(let kind, let isNeverEmpty):
      return mapping(of: reference(kind), isNeverEmpty: isNeverEmpty)
    case .settings: return [type("object")]
    }
  }

  private static func type(_ name: String) -> (String, JSONValue) { ("type", .string(name)) }

  private static func mapping(of value: JSONValue, isNeverEmpty: Bool = false) -> Members {
    let least: Members = isNeverEmpty ? [("minProperties", .number("1"))] : []
    return [type("object")] + least + [("additionalProperties", value)]
  }

  private static func path(of kind: MappingKind) -> JSONValue {
    .string("#/definitions/\(kind.word)")
  }

  private static func reference(_ kind: MappingKind) -> JSONValue {
    .object(["$ref": path(of: kind)])
  }

  /// JSON with one member per line, indented by two spaces per level. Short lists stay on one line.
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
