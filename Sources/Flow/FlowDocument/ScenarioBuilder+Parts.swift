internal import Diagnostics
internal import FlowModel

/// What somebody does in a step that is a heading.
struct StepParts {
  /// The place of the step, and how many have been read.
  let step: Int
  var count = 0
  /// Who does what stands in the lines below, until the first of them, and how far that stands in.
  var subject: String?
  var indent: Int?
}

// Steps that are headings above what the user and the system do: each is a step, the first with the
// number of the heading.
extension ScenarioBuilder {
  /// Notes that the last step is a heading.
  mutating func beginParts() {
    parts = steps.isEmpty ? nil : StepParts(step: steps.count - 1)
  }

  /// Adds what the system or the user does: `**Actor**: The guest pays`.
  ///
  /// - Parameter deed: empty if it stands in the lines below.
  mutating func addPart(isOfSystem: Bool, _ deed: String, _ span: Span) {
    parts?.subject = isOfSystem ? "System" : "User"
    parts?.indent = nil
    guard !deed.isEmpty else { return }
    addDeed(deed, span)
  }

  /// Adds a line below that: what is done as well, or a remark about it.
  mutating func addToPart(_ line: DocumentLine) {
    let (cleaned, isBullet) = ScenarioBuilder.cleaned(line)
    let numbered = ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(cleaned))
    var deed = numbered?.rest ?? cleaned
    while let last = deed.last, ".;:".contains(last) { deed.removeLast() }
    guard !deed.isEmpty, let parts else { return }
    if parts.subject != nil {
      addDeed(deed, line.fragment.span)
      self.parts?.indent = line.indent
    } else if let last = steps.indices.last, let indent = parts.indent, line.indent <= indent,
      isBullet || numbered != nil, let said = steps[last].said, said.utf8.count < 2_000
    {
      var joined = step(
        steps[last].id, "\(said); \(ScenarioBuilder.lowered(deed, "System"))", steps[last].span)
      joined.note = steps[last].note
      steps[last] = joined
    } else if !steps.isEmpty {
      steps[steps.count - 1].addNote(deed)
    }
  }

  private mutating func addDeed(_ deed: String, _ span: Span) {
    guard let parts, let subject = parts.subject, steps.indices.contains(parts.step) else { return }
    let isWhole = [ScenarioWords.people, ScenarioWords.systems, systems].contains {
      ScenarioWords.split(deed, after: $0) != nil
    }
    let sentence = isWhole ? deed : "\(subject) \(ScenarioBuilder.lowered(deed, subject))"
    let heading = steps[parts.step]
    if parts.count == 0 {
      var first = step(heading.id, sentence, span)
      first.addNote(heading.subject)
      steps[parts.step] = first
    } else {
      addStep("\(heading.id).\(parts.count)", sentence, span)
    }
    self.parts?.count += 1
    self.parts?.subject = nil
  }

  /// Takes what is done in a step from the line below its name: `**P1. Search**`, `The guest enters
  /// a word.`
  mutating func takeDeed(_ text: String, ofNamed place: Int, _ line: DocumentLine) -> Bool {
    let name = steps[place]
    guard name.activity == .outside, name.next == nil, name.rows.isEmpty,
      !line.fragment.text.hasPrefix("**"), ScenarioBuilder.numbered(text) == nil
    else { return false }
    var deed = step(name.id, text, line.fragment.span)
    // `Search`, and not `The order is stored.`
    let isName = !name.subject.hasSuffix(".") && PlainWords.words(name.subject).count < 7
    guard deed.activity != .outside || isName && text.hasSuffix(".") else { return false }
    deed.addNote(name.subject)
    steps[place] = deed
    return true
  }
}
