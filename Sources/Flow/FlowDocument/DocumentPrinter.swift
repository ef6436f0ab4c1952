public import FlowModel
internal import Markup

/// Prints a flow as a use-case document in Markdown: the overview, then the table or the main
/// scenario with its extensions.
///
/// Actions, facts and conditions are not part of a document, since only machines need them.
public struct DocumentPrinter {
  let flow: Flow
  private let title: (String) -> String?

  /// A printer for `flow`.
  ///
  /// - Parameter title: returns the title of another flow for its id.
  public init(_ flow: Flow, title: @escaping (String) -> String?) {
    self.flow = flow
    self.title = title
  }

  /// The document.
  public var markdown: String {
    var text = "# \(heading)\n"
    let aspects = aspects
    if !aspects.isEmpty {
      text += "\n## Overview\n\n| Aspect | Description |\n| --- | --- |\n"
      for (name, value) in aspects { text += "| **\(name)** | \(value) |\n" }
    }
    switch flow.form {
    case .table where !flow.isOutline: text += "\n## Flow\n\n\(table)"
    case .table: break
    case .scenario: text += scenario
    }
    if !flow.notes.isEmpty {
      text += "\n## Notes\n\n"
      for (index, note) in flow.notes.enumerated() { text += "\(index + 1). \(linked(note))\n" }
    }
    return text
  }

  /// What the document is headed, without its mark.
  var heading: String {
    let lead: String
    switch flow.kind {
    case .useCase: lead = "Use Case"
    case .partialFlow: lead = "Partial flow"
    case .errorFlow: lead = "Error flow"
    }
    let isPlain = FlowName.isID(flow.id)
    var id = isPlain ? flow.id : "'\(flow.id)'"
    let own = flow.kind == .partialFlow ? "PF" : "UC"
    if flow.kind != .errorFlow, flow.id.hasPrefix(own), isPlain,
      flow.id.dropFirst(2).allSatisfy({ $0.isNumber || $0 == "." })
    {
      id = String(flow.id.dropFirst(2))
    }
    return "\(lead) \(id) \(escaped(flow.title))"
  }

  private var aspects: [(String, String)] {
    let lists = HeaderList.allCases.filter { $0 != .notes && !flow[$0].isEmpty }
    return HeaderText.allCases.compactMap { text in
      flow[text].map {
        (text.rawValue.prefix(1).uppercased() + text.rawValue.dropFirst(), linked($0))
      }
    } + lists.map { ($0.traits.title, bullets(flow[$0], linked)) }
  }

  private func bullets(_ texts: [String], _ escaped: (String) -> String) -> String {
    "<ul>\(texts.map { "<li>\(escaped($0))</li>" }.joined())</ul>"
  }

  // MARK: The table

  private var table: String {
    var text = "| # | Description | Next |\n| --- | --- | --- |\n"
    for line in flow.lines { text += row(line) }
    return text
  }

  /// A line of the table.
  func row(_ line: Line) -> String {
    let (id, text, next) = cells(line)
    return "| \(id) | \(text) |\(cell(next))|\n"
  }

  /// The cells of a line of the table.
  func cells(_ line: Line) -> (id: String, text: String, next: String) {
    switch line {
    case .section(let section):
      return ("**\(escaped(section.id))**", "**\(escaped(section.title))**", "")
    case .step(let step):
      let details = details(step)
      let list = details.isEmpty ? "" : bullets(details, escaped)
      return (
        "**\(escaped(step.id))**", "**\(sentence(step))**\(list)",
        step.ownRow.flatMap(explicitTarget) ?? ""
      )
    case .row(let row):
      let details =
        (row.message.map { ["Message: \(ShownText.read($0))"] } ?? [])
        + (row.answer.map { ["Answer: \($0)"] } ?? [])
      let list = details.isEmpty ? "" : bullets(details, escaped)
      return (escaped(row.id), "\(sentence(row))\(list)", target(row.next))
    case .anywhere(let id): return ("**\(escaped(id))**", "**\(Line.atAnyTime)**", "")
    }
  }

  private func cell(_ text: String) -> String { text.isEmpty ? " " : " \(text) " }

  private func sentence(_ step: Step) -> String {
    var text = step.text
    if step.activity == .call, let title = title(step.subject), FlowName.isID(step.subject) {
      text += " \(title)"
    }
    return escaped(text) + (step.loading == nil ? "" : ", displays loading message")
  }

  private func sentence(_ row: Row) -> String {
    escaped(row.text) + (row.does.map { " -> \(escaped($0))" } ?? "")
  }

  private func details(_ step: Step) -> [String] {
    var details: [String] = []
    if let message = step.message { details.append("Message: \(ShownText.read(message))") }
    details += step.inputs.map { input in
      let what = input.isDigits ? "digits (0-9) " : "characters "
      let length = input.length
      let limit =
        length == 0...4096 && !input.isDigits
        ? ""
        : length.lowerBound == length.upperBound
          ? "\(length.lowerBound) \(what)" : "\(length.lowerBound) to \(length.upperBound) \(what)"
      return "Input: \(limit)\(input.name) field"
    }
    details += list("Action", step.buttons) + list("Item", step.items.map(ShownText.read))
    if let takes = step.takes {
      let least = StepDraft.seconds(takes.lowerBound)
      details.append("Duration: \(least)-\(StepDraft.seconds(takes.upperBound)) s")
    }
    if let isCancelable = step.isCancelable {
      details.append(isCancelable ? "Cancelable" : "Not cancelable")
    }
    if let loading = step.loading, loading != StepSentence.plainLoading {
      details.append("Loading message: \(ShownText.read(loading))")
    }
    if let row = step.ownRow {
      if let does = row.does { details.append("Effect: \(does)") }
      if let answer = row.answer { details.append("Answer: \(answer)") }
    }
    if let note = step.note { details.append(note) }
    return details
  }

  /// `Actions: A, B`, or one line per text if a text contains a comma.
  private func list(_ word: String, _ texts: [String]) -> [String] {
    guard !texts.isEmpty else { return [] }
    if texts.contains(where: { $0.contains(",") }) { return texts.map { "\(word): \($0)" } }
    return ["\(word)s: \(texts.joined(separator: ", "))"]
  }

  // MARK: The main scenario

  private var scenario: String {
    var text = "\n## Main scenario\n\n"
    var hasExtensions = false
    var isCopy = false
    for line in flow.lines {
      switch line {
      case .section: break
      case .step(let step) where step.isLine && isCopy: break
      case .step(let step):
        let indent = step.isLine ? "   " : ""
        let id = step.isLine ? step.id.split(separator: ".").last.map(String.init) ?? "" : step.id
        text += "\(indent)\(escaped(id)). \(sentence(step))\n"
        for detail in details(step) { text += "\(indent)   - \(escaped(detail))\n" }
        if let next = step.ownRow.flatMap(explicitTarget) {
          text += "\(indent)   - Next: \(next)\n"
        }
      case .row(let row) where row.kind == .extension:
        isCopy = self.isCopy(row)
        if isCopy { break }
        if !hasExtensions { text += "\n## Extensions\n" }
        hasExtensions = true
        let digits = row.id.prefix { $0.isNumber }
        let at =
          row.isAnywhere
          ? row.id.hasPrefix("*") ? "" : " (at any step)"
          : row.step.id == digits ? "" : " (at step \(row.step.id))"
        text += "\n**\(escaped(row.id)).** \(escaped(row.label))\(at)\n\n"
      case .row(let row):
        let next = row.next.map { " (next: \(target($0).isEmpty ? "Stay" : target($0)))" } ?? ""
        text += "   - \(escaped(row.id)). \(sentence(row))\(next)\n"
      case .anywhere: text += "\n## \(Line.atAnyTime)\n\n"
      }
    }
    return text
  }

  /// Whether an extension only leads to another one, of which the import made it: `2-4a (3)`.
  private func isCopy(_ row: Row) -> Bool {
    guard row.id.hasSuffix(")"), let range = row.id.ranges(of: " (").last else { return false }
    let lines = flow.sections.first { $0.extensionRow == row }?.steps
    return lines.map(Array.init)?.map(\.subject) == ["As in \(row.id[..<range.lowerBound])"]
  }

  // MARK: Targets

  /// The target of a step's own row. Nil if it is simply the next step.
  private func explicitTarget(_ row: Row) -> String? {
    guard let next = row.next else { return nil }
    let steps = row.step.section.steps
    if next.kind == .step, let place = steps.firstIndex(of: row.step),
      place + 1 < steps.count, steps[place + 1].id == next.name
    {
      return nil
    }
    let text = target(next)
    return text.isEmpty ? "Stay" : text
  }

  private func target(_ target: Target?) -> String {
    guard let target, target.kind.destination != .itself else { return "" }
    let isFlow = target.kind.destination == .flow && FlowName.isID(target.name)
    return escaped(target.heading + (isFlow ? title(target.name).map { " \($0)" } ?? "" : ""))
  }

  func escaped(_ text: String) -> String { plain(CellText.collapsed(text)) }

  private func plain(_ raw: some StringProtocol) -> String {
    // Entities first: what Markdown escapes has no `&` in it but that of `<`.
    let text = String(raw).replacing("&", with: "&amp;").replacing("•", with: "&#8226;")
    return Markdown.escaped(text, escaping: Markdown.special.subtracting(["]"]))
  }

  /// A text of the header, in which `[text](address)` stays a link.
  func linked(_ text: String) -> String {
    var result = ""
    var rest = Substring(CellText.collapsed(text))
    while let middle = rest.firstRange(of: "]("),
      let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      let address = rest[middle.upperBound..<end].replacing("|", with: "\\|")
      let words = rest[rest.index(after: start)..<middle.lowerBound]
      result += "\(plain(rest[..<start]))[\(plain(words))](\(address))"
      rest = rest[rest.index(after: end)...]
    }
    return result + plain(rest)
  }
}
