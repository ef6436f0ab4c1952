internal import Diagnostics
internal import FlowModel

/// A flow as read from a document, before it is written as a file.
struct FlowDraft {
  var id = ""
  var kind = Flow.Kind.useCase
  var title = ""
  /// The title that the name of the file gives.
  var fileTitle = ""
  /// Whether the document gives no id, so that one was made up.
  var hasMadeUpID = false
  /// Whether the id is that of the name of the file.
  var isIDOfFile = false
  /// Whether its heading says that it is a use case.
  var isNamed = false
  var texts: [HeaderText: String] = [:]
  var lists: [HeaderList: [String]] = [:]
  var sections: [SectionDraft] = []
  /// The steps of a main scenario, or of user stories.
  var steps: [StepDraft] = []
  var extensions: [ExtensionDraft] = []
  /// The rows that hold anywhere in the flow.
  var anywhere: [RowDraft] = []
  /// How many words of the title make the alias.
  var aliasWords = 6
  var span = Span.top
  /// The place in the document where the use case ends.
  var end = 0
  /// The places of the header's parts in the document, in the order of the entries of each part.
  var headerPlaces: [HeaderPlace] = []
  /// What a binding says about the flow itself, with the steps and extensions that it adds.
  var bound = Bound()
  /// The path of the binding.
  var binding = ""

  /// The first place of a part of the header in the document. Nil if it has none.
  func span(of part: HeaderPart) -> Span? { headerPlaces.first { $0.part == part }?.span }

  /// The places of the lines of the printed table, in its order.
  var lineSpans: [Span] {
    func spans(_ steps: [StepDraft]) -> [Span] {
      steps.flatMap { [$0.span] + $0.rows.map(\.span) }
    }
    return sections.flatMap { [$0.span] + spans($0.steps) } + spans(steps)
      + extensions.flatMap { [$0.span] + spans($0.lines) }
  }

  /// The places of the cells of the lines of a table, in its order. Nil for a line that is not a
  /// row.
  var lineCells: [RowCells?] {
    func cells(_ steps: [StepDraft]) -> [RowCells?] {
      steps.flatMap { [$0.cells] + $0.rows.map(\.cells) }
    }
    return sections.flatMap { [$0.isMadeUp ? nil : $0.cells] + cells($0.steps) } + cells(steps)
      + extensions.flatMap { [nil] + cells($0.lines) }
  }

  var isScenario: Bool { sections.isEmpty && !steps.isEmpty }
}

/// The places of the cells of a row in the document.
struct RowCells {
  var id: Span
  var text: Span
  var next: Span
}

struct SectionDraft {
  var id: String
  var title: String
  var steps: [StepDraft] = []
  /// The rows that hold anywhere in the section.
  var anywhere: [RowDraft] = []
  var span: Span
  /// Whether the section has no heading in the document.
  var isMadeUp = false
  var cells: RowCells?
  /// The steps that a binding adds.
  var bound = Bound()
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
  /// The whole sentence.
  var said: String?
  /// Who acts, if the sentence names a person.
  var who: String?
  /// Where the step leads if its target is not named.
  var turn: Turn?
  var does: String?
  var answer: String?
  var span: Span
  var cells: RowCells?
  /// What a binding says.
  var bound = Bound()

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
  /// What the called flow calls the result, if the row spells it otherwise.
  var outcome: String?
  var next: String
  var does: String?
  var after: String?
  var message: String?
  var answer: String?
  var span: Span
  var cells: RowCells?
  /// What a binding says.
  var bound = Bound()
}

struct ExtensionDraft {
  var id: String
  var label: String
  /// The step it belongs to, if its number does not say so.
  var at: String?
  var lines: [StepDraft] = []
  var span: Span
  /// The extension of another step whose lines it leads to.
  var copied: String?
  /// The steps it belongs to, as its number says; 0 for every step.
  var steps: ClosedRange<Int>?
  /// What a binding says, with the lines that it adds.
  var bound = Bound()
  /// The alternative to one of whose lines it belongs, by its id.
  var outer: String?
  /// The heading of extensions below which it stands.
  var section = ""
  /// Whether its line is in bold.
  var isBold = false
  /// The name in bold that its line begins with, before more words.
  var boldName: String?
  /// The heading that names it, above its id: `Flow c` above `3c. ...`.
  var heading: String?
  /// Whether a colon stands behind its text, above its lines.
  var isAboveLines = false
  /// The heading of one alternative below which it stands: `Alternative flow`.
  var single: String?
  /// Whether its id is a plain number, as entries of a list have: `2.` and not `Step 2:`.
  var isListed = false
  /// Whether its line begins with the word for a step: `Step 2: The card is unknown`.
  var isOfStep = false
  /// Whether the document does not say at which step it begins.
  var isPlaceGuessed = false
  /// Whether it was made of a condition below a step that checks several: `The system asks for the
  /// kind:` above `- If it is a boat, ...`.
  var isOfSeveral = false

  /// Whether its name is in brackets: `[No card] If, in step 3, there is none`.
  var isNamedInBrackets: Bool { label.hasPrefix("[") && label.contains("]") }
}
