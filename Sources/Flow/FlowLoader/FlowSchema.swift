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

  /// The schema as indented JSON, keys in the order of the table.
  public var text: String {
    let (title, mappings) =
      switch self {
      case .flows: ("A flow", FlowReader.mappings)
      case .paths: ("The paths of a flow", ScriptReader.mappings)
      case .rules: ("House rules", TreeReader.ruleMappings)
      }
    let schema: JSONValue = .object([
      .init(key: "$schema", value: .string("http://json-schema.org/draft-07/schema#")),
      .init(key: "title", value: .string(title)),
      .init(key: "allOf", value: .array([FlowSchema.reference(mappings[0].kind)])),
      .init(
        key: "definitions",
        value: .object(
          mappings.map { .init(key: $0.kind.word, value: FlowSchema.definition(of: $0)) })),
    ])
    return FlowSchema.indented(schema) + "\n"
  }

  private static func definition(of mapping: Mapping) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "type", value: .string("object")),
      .init(key: "additionalProperties", value: .bool(false)),
    ]
    let required = mapping.keys.filter { $0.role == .required }.map { JSONValue.string($0.word) }
    if !required.isEmpty { members.append(.init(key: "required", value: .array(required))) }
    let properties = mapping.keys.map { key in
      let about = JSONValue.Member(key: "description", value: .string(key.about))
      return JSONValue.Member(key: key.word, value: .object([about] + rules(for: key.shape)))
    }
    members.append(.init(key: "properties", value: .object(properties)))
    let choices = mapping.choices.map { word in
      JSONValue.object([.init(key: "required", value: .array([.string(word)]))])
    }
    if !choices.isEmpty { members.append(.init(key: "oneOf", value: .array(choices))) }
    return .object(members)
  }

  /// The rules for a value of this shape. A scalar is text as written; since editors read `1.10` as
  /// a number and `no` as a flag, the schema allows these too.
  private static func rules(for shape: Shape) -> [JSONValue.Member] {
    let scalar: [JSONValue.Member] = [
      .init(key: "type", value: .array(["string", "number", "boolean"].map(JSONValue.string))),
      .init(key: "minLength", value: .number("1")),
    ]
    let texts: [JSONValue.Member] = [
      type("array"), .init(key: "items", value: .object(scalar)),
    ]
    let textOrTexts = JSONValue.Member(
      key: "anyOf", value: .array([.object(scalar), .object(texts)]))
    switch shape {
    case .text: return scalar
    case .choice(let words): return [oneOf(words.map(JSONValue.string))]
    case .pattern(let pattern, let isNumber):
      return (isNumber ? scalar : [type("string")])
        + [.init(key: "pattern", value: .string(pattern))]
    case .flag:
      let words = ["yes", "no", "true", "false"].map(JSONValue.string)
      return [oneOf([.bool(true), .bool(false)] + words)]
    case .texts: return texts
    case .textOrTexts: return [textOrTexts]
    case .events: return [type("array")]
    case .mapping(let kind): return [.init(key: "$ref", value: path(of: kind))]
    case .list(let kind, let isNeverEmpty):
      let least: [JSONValue.Member] =
        isNeverEmpty ? [.init(key: "minItems", value: .number("1"))] : []
      return [type("array")] + least + [.init(key: "items", value: reference(kind))]
    case .words: return mapping(of: .object(scalar))
    case .values: return mapping(of: .object([textOrTexts]))
    case .named(let kind, let isNeverEmpty):
      return mapping(of: reference(kind), isNeverEmpty: isNeverEmpty)
    case .settings: return [type("object")]
    }
  }

  private static func type(_ name: String) -> JSONValue.Member {
    .init(key: "type", value: .string(name))
  }

  private static func oneOf(_ values: [JSONValue]) -> JSONValue.Member {
    .init(key: "enum", value: .array(values))
  }

  private static func mapping(
    of value: JSONValue, isNeverEmpty: Bool = false
  ) -> [JSONValue.Member] {
    let least: [JSONValue.Member] =
      isNeverEmpty ? [.init(key: "minProperties", value: .number("1"))] : []
    return [type("object")] + least + [.init(key: "additionalProperties", value: value)]
  }

  private static func path(of kind: MappingKind) -> JSONValue {
    .string("#/definitions/\(kind.word)")
  }

  private static func reference(_ kind: MappingKind) -> JSONValue {
    .object([.init(key: "$ref", value: path(of: kind))])
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
