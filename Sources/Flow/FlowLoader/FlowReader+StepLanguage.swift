internal import FlowModel
internal import YAMLTree

// The keys of steps, lines, extensions and rows: each is described once, here.
extension FlowReader {
  typealias StepEntry = Entry<FlowReader, StepDraft>
  typealias ExtensionEntry = Entry<FlowReader, ExtensionDraft>
  typealias RowEntry = Entry<FlowReader, RowDraft>

  static let stepEntries: [StepEntry] =
    [.text("step", role: .required, "the document's id") { $0.record.id = $1 }] + stepTail

  static let lineEntries: [StepEntry] =
    [.text("line", role: .required, "the line's letter") { $0.record.id = $1 }] + stepTail

  static let extensionEntries: [ExtensionEntry] =
    [
      .text("extension", role: .required, "the document's id") { $0.row.record.id = $1 },
      .text("case", role: .required, "when it happens") { $0.row.record.label = $1 },
      Entry("at", .text, "the step it belongs to, if its number does not say so, or `any`") {
        $2.at = $1
      },
      Entry("meant at", .text, "the step that must have been meant") { $2.meantAt = $1 },
      Entry("proposal", .text, "why an extension that the document lacks must have been meant") {
        $2.proposal = $1
      },
      Entry("name", name, nameAbout) { $2.row.rare.name = $0.codeName($1) },
      Entry("lines", .list(.line), role: .required, "what happens then") { $2.lines = $1 },
    ]
    + rowTail.filter { !notOfExtensions.contains($0.key.word) }.map { entry in
      Entry(entry.key) { entry.store(&$0, $1, &$2.row) }
    }

  private static let notOfExtensions: Set = ["next", "meant", "enters", "answer", "by"]

  static let rowEntries: [RowEntry] =
    [
      kind(.user, "the user does it"),
      kind(.case, "the action answers"),
      kind(.result, "the called flow returns"),
      kind(.event, "a timer or an outside event"),
      kind(.error, "the action fails"),
      Entry("message", .text, "the text shown when the row is taken") {
        $2.rare.message = $0.shown($1, &$2.rare.showsValues)
      },
      .text("meant id", "the id that must have been meant") { $0.rare.meantID = $1 },
      Entry("name", name, nameAbout) { $2.rare.name = $0.codeName($1) },
    ] + rowTail

  private static func kind(_ kind: Row.Kind, _ about: String) -> RowEntry {
    Entry(kind.key, .text, role: .choice, about) { $0.readKind(kind, $1, into: &$2) }
  }

  private static func activity(_ activity: Activity, _ about: String) -> StepEntry {
    Entry(activity.key, .text, role: .choice, about) { $0.readActivity(activity, $1, into: &$2) }
  }

  private static let number = #"[0-9]+(\.[0-9]{1,3})?"#
  private static let unit = "(ms|s|seconds?|min|minutes?|h|hours?|d|days?)"
  private static let duration = Shape.pattern("^\(number) \(unit)$", isNumber: false)
  private static let span = Shape.pattern("^\(number)(-\(number))? \(unit)$", isNumber: false)
  private static let outcomeAbout =
    "the outcome of the action, or the result of the call, for which the row is taken"

  static let name = Shape.pattern(CodeName.pattern, isNumber: false)
  static let nameAbout = "the name in code, logs and translations: signOut"
  private static let byAbout =
    "who decides to take it: an agent may, or a person must; at a step, for all its rows"

  /// The keys of a row of any kind.
  private static let rowTail: [RowEntry] = [
    .text("on", role: .own, outcomeAbout) { $0.record.outcome = $1 },
    Entry("if", .values, "facts that must hold") { $2.record.conditions = $0.readConditions($1) },
    Entry("after", duration, role: .own, "a timer from entering the step: 90 s, 5 min, 24 h") {
      $2.rare.after = $0.reader.duration($1)
    },
    Entry(
      "restarts", .flag, role: .own, "the timer begins again when a suspended run is resumed"
    ) { $2.rare.restarts = $0.reader.flag($1) ?? false },
    .texts(
      "enters", .textOrTexts(), role: .own, of: "an input",
      "the inputs the user fills in to take it"
    ) {
      $0.rare.enters = $1
    },
    Entry("next", .text, role: .own, "the document's target") {
      $2.record.next = $0.reader.target($1)
    },
    Entry("meant", .text, role: .own, "the target that must have been meant") {
      $2.rare.meant = $0.reader.target($1)
    },
    .text("why", "why something else must have been meant") { $0.rare.why = $1 },
    Entry("set", .words, role: .own, "facts that get a value") { $0.readSet($1, into: &$2) },
    Entry("reset", .textOrTexts(), role: .own, "facts that go back to their first value") {
      $0.readReset($1, into: &$2)
    },
    Entry("by", .choice(Taker.allCases.map(\.rawValue)), byAbout) {
      $2.rare.byAgent = $0.taker($1)
    },
    .text("does", role: .own, "a side effect, in words") { $0.rare.does = $1 },
    .text("answer", role: .own, "the code that goes back to the caller") { $0.rare.answer = $1 },
    .text("slip", "a slip of the document that no target can repair") { $0.rare.slip = $1 },
    .allow { .row(Int32($0.tables.rows.count)) },
  ]

  private static let stepTail: [StepEntry] =
    [
      Entry("name", name, nameAbout) {
        $2.rare.name = $0.codeName($1)
        $2.row.rare.name = $2.rare.name
      },
      activity(.screen, "shows a screen; Back can return to it"),
      activity(.prompt, "shows a prompt"),
      activity(.notice, "shows a message"),
      activity(.determine, "the system determines"),
      activity(.validate, "the system validates"),
      activity(.execute, "the system executes"),
      activity(.system, "the system does anything else"),
      activity(.os, "the operating system does it"),
      activity(.call, "calls a flow, by its id"),
      activity(.await, "waits for something outside"),
      activity(.user, "the user does it"),
      activity(.outside, "a sentence about somebody or something else"),
      Entry("message", .text, "the text of the screen") {
        $2.record.message = $0.shown($1, &$2.record.showsValues)
      },
      .text("note", "a remark") { $0.rare.note = $1 },
      Entry("loading", .text, "the loading message shown meanwhile") {
        $2.rare.loading = $0.shown($1, &$2.record.showsValues)
      },
      Entry("input", .named(.input), "the fields the user fills in") {
        $2.record.inputs = $0.readInputs($1)
      },
      .texts("buttons", of: "a button", "the buttons") { $0.record.buttons = $1 },
      Entry("items", .texts, "the entries of a list") { reader, node, step in
        step.rare.items = reader.reader.list(node, "an item")
        for place in step.rare.items.range {
          reader.noteBraces(reader.reader.texts[place], &step.record.showsValues)
        }
      },
      Entry("takes", span, "how long it takes: 0.0-0.1 s") { $2.rare.takes = $0.reader.takes($1) },
      Entry("cancelable", .flag, "whether the user can cancel it") {
        $2.rare.cancelable = $0.reader.flag($1)
      },
      .text("action", "the handler that does the work") { $0.record.action = $1 },
      Entry("with", .words, "the inputs passed to the call or the action") {
        $2.rare.arguments = $0.readArguments($1)
      },
      .texts("values", of: "a value", "what the action or the called flow returns to be shown") {
        $0.rare.values = $1
      },
      Entry("trace", .flag, "whether traces have the values") {
        $2.rare.isTraced = $0.reader.flag($1) ?? false
      },
      Entry("count", .words, "a fact goes up by one on this outcome") {
        $2.record.counts = $0.readCounts($1)
      },
      Entry("unless", .values, "the step is passed over if one of these facts holds") {
        $2.rare.unless = $0.readConditions($1)
      },
      .text("meant call", "the flow that must have been meant") { $0.rare.meantCall = $1 },
      Entry(
        "rows", .named(.row, isNeverEmpty: true), "the outcomes, by their letter or their whole id"
      ) { $2.rows = $1 },
    ] + rowTail.filter { $0.key.word != "if" }.map(ofOwnRow)

  /// Turns a key of a row into a key of the step, for the step's own row. Values that belong to the
  /// step as well are stored with both.
  private static func ofOwnRow(_ entry: RowEntry) -> StepEntry {
    switch entry.key.word {
    case "why": .text("why", entry.key.about) { ($0.rare.why, $0.row.rare.why) = ($1, $1) }
    case "slip": .text("slip", entry.key.about) { ($0.rare.slip, $0.row.rare.slip) = ($1, $1) }
    case "by":
      Entry(entry.key) {
        $2.rare.byAgent = $0.taker($1)
        $2.row.rare.byAgent = $2.rare.byAgent
      }
    case "allow": .allow { .step(Int32($0.tables.steps.count)) }
    default: Entry(entry.key) { entry.store(&$0, $1, &$2.row) }
    }
  }
}
