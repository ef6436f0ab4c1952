internal import Diagnostics
internal import YAMLTree

/// The binding file of a flow as it should be: a first one, or the one that is there with entries
/// that have followed their rows and with new questions. Answers and comments stay.
package struct BindingDraft: Sendable {
  /// The id of the flow.
  package let flow: String
  /// The path of the document.
  package let document: String
  /// The path of the binding file. Nil if there is none yet.
  package let path: String?
  /// The text of the file. Nil if there is nothing to write.
  package private(set) var text: String?
  /// How many questions are new.
  package private(set) var newCount = 0
  /// How many questions are open.
  package private(set) var openCount = 0
  /// The entries that followed their rows: `2 -> 3`.
  package private(set) var moved: [String] = []
  /// The rows whose words are written down again.
  package private(set) var reworded: [String] = []
  /// Why it cannot be written. Nil if it can.
  package private(set) var problem: String?

  /// - Parameter binding: the file that is there.
  init(_ draft: FlowDraft, of document: String, _ binding: BindingFile?) {
    (flow, self.document, path) = (draft.id, document, binding?.file.path)
    guard let binding else {
      let questions = BindingQuestions(draft).found
      (newCount, openCount) = (questions.count, questions.count)
      if !questions.isEmpty { text = BindingDraft.first(draft, document, questions) }
      return
    }
    let bound = BoundDraft(draft, binding)
    let questions = BindingQuestions(bound.draft).found
    openCount = questions.count
    var update = BindingUpdate(bound)
    update.follow()
    update.ask(questions)
    (moved, reworded, newCount) = (update.moved, update.reworded, update.asked)
    problem = update.problem
    guard problem == nil, let new = update.text else { return }
    // What the file said has to be what it says.
    let file = BindingFile(SourceFile(path: binding.file.path, bytes: Array(new.utf8)))
    guard file.entries.count >= binding.entries.count,
      file.diagnostics == binding.diagnostics
        || file.diagnostics.count == binding.diagnostics.count
    else {
      problem = "the file is written in an unusual way; write each entry on lines of its own"
      return
    }
    text = new
  }

  /// A first file.
  private static func first(
    _ draft: FlowDraft, _ document: String, _ questions: [BindingQuestion]
  ) -> String {
    let rows = draft.bindable
    let name = document.split(separator: "/").last.map(String.init) ?? document
    var lines = [
      "# What \(name) does not say about \(draft.id), \(draft.title).",
      "# To answer a question, remove the `#` before the line below it and write what holds.",
      "# A question whose answer is no may stay as it is. docs/documents.md says more.",
      "flow: \(YAMLScalar.text(draft.id))",
    ]
    if questions.contains(where: { $0.key == "if" }) {
      lines += ["# facts: { platform: [ios, android], tries: 0..3 }"]
    }
    let actors = draft.doubtfulActors
    if !actors.isEmpty {
      lines += actors.map { "# Is \($0) a person who uses the app, or another system?" }
      let answers = actors.map { "\(YAMLScalar.text($0)): outside" }.joined(separator: ", ")
      lines.append("# actors: { \(answers) }")
    }
    lines += ["", "rows:"]
    var last = -1
    for question in questions {
      if question.row != last {
        lines.append("  \(BindingDraft.key(rows[question.row].reference)):")
        lines.append("    \(words(of: question.row, in: rows))")
      }
      last = question.row
      lines += BindingDraft.lines(question, "    ")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `says: System shows the price`
  static func words(of row: Int, in rows: [BindableRow]) -> String {
    "\(BindingFile.words): \(YAMLScalar.text(kept(row, rows)))"
  }

  /// The words of a row as a binding keeps them: with those around it if another row has the same.
  static func kept(_ row: Int, _ rows: [BindableRow]) -> String {
    let row = rows[row]
    let isAlone = rows.count { BindingWords.isSame($0.text, row.text) } == 1
    return BindingWords.kept(isAlone ? row.text : row.longText)
  }

  /// A key of an entry. Ids are quoted, since others would take `1.10` for a number.
  static func key(_ id: String) -> String {
    let isName = id.first?.isNumber == true && id.contains(where: \.isLetter)
    return isName && !id.contains("#") ? YAMLScalar.text(id) : YAMLScalar.quoted(id)
  }

  /// A question as comments.
  static func lines(_ question: BindingQuestion, _ indent: String) -> [String] {
    ["\(indent)# \(question.text)", "\(indent)# \(question.key): \(question.answer)"]
  }
}
