internal import Diagnostics
internal import FlowModel

/// A flow as read from a document, before it is written as a file.
struct FlowDraft {
  var id = ""
  var kind = Flow.Kind.useCase
  var title = ""
  var texts: [HeaderText: String] = [:]
  var lists: [HeaderList: [String]] = [:]
  var sections: [SectionDraft] = []
  /// The steps of a main scenario, or of user stories.
  var steps: [StepDraft] = []
  var extensions: [ExtensionDraft] = []
  var span = Span.top

  var isScenario: Bool { sections.isEmpty && !steps.isEmpty }
}

struct SectionDraft {
  var id: String
  var title: String
  var steps: [StepDraft] = []
  var span: Span
  /// Whether the section has no heading in the document.
  var isMadeUp = false
}

struct StepDraft {
  var id: String
  var activity: Activity
  var subject: String
  var message: String?
  var note: String?
  var loading: String?
  var inputs: [InputDraft] = []
  var buttons: [String] = []
  var items: [String] = []
  var takes: String?
  var isCancelable: Bool?
  var rows: [RowDraft] = []
  /// The target of a step without rows.
  var next: String?
  var does: String?
  var answer: String?
  var span: Span

  mutating func addNote(_ text: String) {
    note = note.map { "\($0); \(text)" } ?? text
  }
}

struct InputDraft {
  var name: String
  var isSecret: Bool
  /// The limit of the input: `digits: 6` or `length: 4..12`. Nil for any text.
  var limit: (key: String, value: String)?
}

struct RowDraft {
  /// The key in the file: a letter or a whole id, with `#2` for the second use.
  var key: String
  var id: String
  var kind: Row.Kind
  var label: String
  var next: String
  var does: String?
  var after: String?
  var message: String?
  var answer: String?
  var span: Span
}

struct ExtensionDraft {
  var id: String
  var label: String
  /// The step it belongs to, if its number does not say so.
  var at: String?
  var lines: [StepDraft] = []
  var span: Span
}
