internal import FlowModel
internal import YAMLTree

// The keys of flow files: each is described once, here. Values are stored in this order.
extension FlowReader {
  static let flow = Schema(.flow, flowEntries, vocabulary)
  static let section = Schema(.section, sectionEntries, vocabulary)
  static let step = Schema(.step, stepEntries, vocabulary)
  static let line = Schema(.line, lineEntries, vocabulary)
  static let `extension` = Schema(.extension, extensionEntries, vocabulary)
  static let row = Schema(.row, rowEntries, vocabulary)
  static let input = Schema(.input, inputEntries, vocabulary)

  /// The kinds of mapping in a flow file.
  static var mappings: [Mapping] {
    [flow.mapping, section.mapping, step.mapping, line.mapping, `extension`.mapping, row.mapping]
      + [input.mapping, TreeReader.rule.mapping]
  }

  /// All words of flow files, and of house rules.
  static let vocabulary = Vocabulary(
    flowEntries.map(\.key.word) + sectionEntries.map(\.key.word) + stepEntries.map(\.key.word)
      + lineEntries.map(\.key.word) + extensionEntries.map(\.key.word)
      + rowEntries.map(\.key.word) + inputEntries.map(\.key.word) + TreeReader.ruleWords)

  private static let flowEntries: [Entry<FlowReader, FlowDraft>] = [
    .text("flow", role: .required, "the document's id") { $0.header.id = $1 },
    Entry("language", .pattern("^1$", isNumber: true), "the version of the language: 1") {
      reader, node, _ in reader.checkLanguage(node)
    },
    .text("alias", "a second name for the command line, lower case with hyphens") {
      $0.header.alias = $1
    },
    Entry(
      "kind", .choice(Flow.Kind.allCases.map(\.rawValue)), "use case, partial flow or error flow"
    ) { $2.header.kind = $0.flowKind($1) },
    .text("title", role: .required, "the document's title") { $0.header.title = $1 },
    .text("outline", role: .choice, outlineAbout) { $0.header.outline = $1 },
    .text("summary", "the flow in a few sentences") { $0.header.summary = $1 },
    .text("goal", "what the user wants") { $0.header.goal = $1 },
    .text("actor", "who starts it") { $0.header.actor = $1 },
    .texts("preconditions", of: "a precondition", "what must hold before") {
      $0.header.preconditions = $1
    },
    .texts("postconditions", of: "a postcondition", "what holds afterwards") {
      $0.header.postconditions = $1
    },
    .texts("triggered by", of: "what triggers a flow", "what starts it") {
      $0.header.triggeredBy = $1
    },
    .texts("used by", of: "a flow", "the flows that call it") { $0.header.usedBy = $1 },
    .texts("documentation", of: "documentation", "where more is written") {
      $0.header.documentation = $1
    },
    .texts("tests", of: "a test case", "the logical test cases of the document") {
      $0.header.tests = $1
    },
    .texts("notes", of: "a note", "footnotes") { $0.header.notes = $1 },
    .texts("errors", of: "an error flow", "the error flows that may happen") {
      $0.header.errors = $1
    },
    .texts("parameters", of: "a parameter", "the inputs that a caller passes") {
      $0.header.parameters = $1
    },
    .texts("results", of: "a result", "the results that it can return") { $0.header.results = $1 },
    Entry("facts", .values, "the facts that rows depend on: a list of words, or 0..5") {
      $2.facts = $1
    },
    .text("slip", "a slip of the document that no target can repair") { $0.header.slip = $1 },
    .allow { _ in .flow },
    Entry("rules", .list(.rule), "house rules about runs that start here") { $2.rules = $1 },
    Entry("sections", .list(.section), role: .choice, "the table") { $2.sections = $1 },
    Entry(
      "steps", .list(.step), role: .choice, "the steps of a main scenario, or of user stories"
    ) { $2.steps = $1 },
    Entry(
      "extensions", .list(.extension, isNeverEmpty: false), "the extensions of a main scenario"
    ) { $2.extensions = $1 },
    Entry("anywhere", anywhere, "rows that hold at any time in the flow, by their ids: *a") {
      $2.anywhere = $1
    },
  ]

  private static let outlineAbout =
    "what the flow will do, if it is named but not yet written"

  private static let sectionEntries: [Entry<FlowReader, SectionDraft>] = [
    .text("section", role: .required, "the document's id") { $0.record.id = $1 },
    .text("title", role: .required, "the heading") { $0.record.title = $1 },
    Entry("steps", .list(.step), role: .required, "the steps below it") { $2.steps = $1 },
    Entry("anywhere", anywhere, "rows that hold at any time in the section, by their ids: *a") {
      $2.anywhere = $1
    },
  ]

  private static let anywhere = Shape.named(.row, isNeverEmpty: true)

  private static let inputEntries: [Entry<FlowReader, InputRecord>] = [
    Entry("secret", .flag, "never shown or stored") { $2.isSecret = $0.reader.flag($1) ?? false },
    Entry("digits", length, "only 0-9: how many, 6 or 4..12") {
      $2.isDigits = true
      $0.readLength($1, of: &$2)
    },
    Entry("name", name, "the name in code, if that is another one") {
      $2.codeName = $0.codeName($1)
    },
    Entry("length", length, "any characters: how many, 6 or 4..12") {
      $0.readLength($1, of: &$2)
    },
  ]

  private static let length = Shape.pattern(#"^[0-9]+(\.\.[0-9]+)?$"#, isNumber: true)
}

// Inlined, so that an entry is a single function instead of one that calls another.
extension Entry where Reader == FlowReader {
  /// One text.
  @inline(__always)
  static func text(
    _ word: String, role: Key.Role = .optional, _ about: String,
    store: @escaping @Sendable (inout Record, PooledText) -> Void
  ) -> Entry {
    Entry(word, .text, role: role, about) { store(&$2, $0.reader.text($1)) }
  }

  /// A list of texts, or with `.textOrTexts` a single text in its place. `what` describes an entry.
  @inline(__always)
  static func texts(
    _ word: String, _ shape: Shape = .texts, role: Key.Role = .optional, of what: String,
    _ about: String, store: @escaping @Sendable (inout Record, TableRange) -> Void
  ) -> Entry {
    Entry(word, shape, role: role, about) { store(&$2, $0.reader.list($1, what)) }
  }

  static func allow(
    _ owner: @escaping @Sendable (borrowing FlowReader) -> AllowanceRecord.Owner
  ) -> Entry {
    Entry("allow", .words, "rules of the check that may be broken here, each with its reason") {
      reader, node, _ in
      reader.readAllowances(node, of: owner(reader))
    }
  }
}
