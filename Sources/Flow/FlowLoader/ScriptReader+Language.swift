internal import FlowModel
internal import YAMLTree

// The keys of scripts: each is described once, here. Values are stored in this order.
extension ScriptReader {
  typealias ScriptEntry = Entry<ScriptReader, ScriptDraft>

  static let scripts = Schema(.scripts, fileEntries, vocabulary)
  static let path = Schema(.path, pathEntries, vocabulary)
  static let expectation = Schema(.expectation, expectationEntries, vocabulary)

  /// The kinds of mapping in a file of scripts.
  static var mappings: [Mapping] { [scripts.mapping, path.mapping, expectation.mapping] }

  /// All words of scripts.
  static let vocabulary = Vocabulary(
    fileEntries.map(\.key.word) + pathEntries.map(\.key.word)
      + expectationEntries.map(\.key.word))

  private static let fileEntries: [ScriptEntry] =
    [
      Entry("flow", .text, role: .required, "the flow to run, by its id or alias") {
        $2.script.flow = $0.mention($1, .flow, in: "")
        $2.nameScript($2.script.flow, at: $0.reader.tree.span($1))
      },
      Entry("paths", .list(.path, isNeverEmpty: false), "several runs") { $2.paths = $1 },
      Entry("exceptions", .settings, "rows that cannot be taken in any world, each with the reason")
      {
        $2.script.exceptions = $0.exceptions($1, in: $2.script.flow)
      },
    ] + tail

  private static let pathEntries: [ScriptEntry] =
    [
      Entry("path", .text, role: .required, "its name") {
        $2.nameScript($0.reader.string($1), at: $0.reader.tree.span($1))
      },
      Entry("flow", .text, role: .optional, "the flow to run, if it differs from the file's") {
        $2.script.flow = $0.mention($1, .flow, in: "")
      },
    ] + tail

  private static let expectationEntries: [Entry<ScriptReader, Script>] = [
    Entry("rows", .texts, "the rows that must be taken, in order") {
      $2.expectedRows = $0.expectedRows($1, in: $2.flow)
    },
    Entry("end", .text, role: .optional, "how the run must end") {
      $2.end = $0.mention($1, in: $2.flow)
    },
    Entry("stored", .settings, "what must be stored at the end: yes or no") {
      $2.stored = $0.expectedPairs($1)
    },
    Entry("received", .settings, "what the website or app must have received") {
      $2.received = $0.expectedPairs($1)
    },
  ]

  /// The keys of a run.
  private static let tail: [ScriptEntry] = [
    .text("about", "what the path shows") { $0.script.about = $1 },
    Entry("as", .text, role: .own, "written or meant") { $2.script.reading = $0.reading($1) },
    Entry("from", .text, role: .own, "the step to enter at") {
      $2.script.from = $0.mention($1, in: $2.script.flow)
    },
    Entry("only", .flag, role: .own, "stop where the run leaves the flow") {
      $2.script.only = $0.reader.flag($1) ?? false
    },
    Entry("facts", .words, role: .own, "first values of facts") {
      $2.script.facts = $0.facts($1, in: $2.script.flow)
    },
    Entry("rows", .texts, role: .own, "the rows to take, in order") {
      $2.rows = $1
      $0.readMoves($1, into: &$2.script)
    },
    Entry("inputs", .words, role: .own, "what the user fills in") {
      $2.script.inputs = $0.words($1)
    },
    Entry("clock", .text, role: .own, "milliseconds at the start") {
      $2.script.clock = $0.clock($1)
    },
    Entry("end", .text, role: .own, "how the run ends") {
      $2.script.end = $0.mention($1, in: $2.script.flow)
    },
    Entry("world", .settings, role: .own, "the world to run in, with real handlers") {
      $2.world = $1
      $2.script.world = $0.settings($1)
    },
    Entry("steps", .events, role: .own, "what happens from outside, in a world") {
      $2.steps = $1
      $2.script.events = $0.events($1, in: $2.script.flow)
    },
    Entry("expect", .mapping(.expectation), role: .own, "what must be true at the end") {
      $2.expect = $1
      $0.read($1, expectation, into: &$2.script)
    },
  ]
}

extension Entry where Reader == ScriptReader {
  /// One text.
  fileprivate static func text(
    _ word: String, role: Key.Role = .own, _ about: String,
    store: @escaping @Sendable (inout Record, String) -> Void
  ) -> Entry {
    Entry(word, .text, role: role, about) { store(&$2, $0.reader.string($1)) }
  }
}
