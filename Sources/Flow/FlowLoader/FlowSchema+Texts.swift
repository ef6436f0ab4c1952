internal import FlowModel
internal import JSON

// The files of texts in other languages, whose keys are those of the flows.
extension FlowSchema {
  static var ofTexts: Members {
    let text = JSONValue.object(members: scalar)
    let pattern = ("pattern", JSONValue.string("\\{\\}"))
    let words = TableWords.keys.map { key in
      let gap = key == TableWords.anytime ? [] : [pattern]
      return (key, JSONValue.object(members: scalar + gap))
    }
    let translation = object([
      ("required", .strings(["text"])), ("additionalProperties", .bool(false)),
      (
        "properties",
        .object([
          "of": about(
            "The fingerprint of the words that are translated.",
            [("type", .string("string")), ("pattern", .string("^[b-df-hj-np-tv-xz]{6}$"))]),
          "text": about("The words in the language.", scalar),
        ])
      ),
    ])
    // What has `text` or `of` is a text of the header, and not a part.
    let names = ["text", "of"].map { JSONValue.object(["required": .strings([$0])]) }
    return [
      ("title", .string("The texts of flows in a language")),
      ("type", .string("object")),
      (
        "properties",
        .object([
          "words": about(
            "The words of the printed table; {} is where those of the flow stand.",
            [
              ("type", .string("object")), ("additionalProperties", .bool(false)),
              ("properties", .object(members: words)),
            ])
        ])
      ),
      ("additionalProperties", definition("flow")),
      (
        "definitions",
        .object([
          "flow": object([
            (
              "additionalProperties",
              .object(["anyOf": .array([definition("text"), definition("part")])])
            )
          ]),
          "part": object([
            ("not", .object(["anyOf": .array(names)])),
            ("additionalProperties", definition("text")),
          ]),
          "text": .object(["anyOf": .array([text, translation])]),
        ])
      ),
    ]
  }

  private static func object(_ members: Members) -> JSONValue {
    .object(members: [("type", .string("object"))] + members)
  }

  private static func about(_ text: String, _ rules: Members) -> JSONValue {
    .object(members: [("description", .string(text))] + rules)
  }

  private static func definition(_ name: String) -> JSONValue {
    .object(["$ref": .string("#/definitions/\(name)")])
  }
}
