internal import Diagnostics
internal import FlowModel

// One alternative whose lines have the numbers of the steps in whose place they stand.
extension ScenarioBuilder {
  /// Makes one alternative of what stands below `Alternative flow`, if its numbers go on from a
  /// later step than the first: `3. The guest pays cash`, `4. The waiter gives change`.
  mutating func joinContinued() {
    takeLinesByID()
    // `1. CardRefused`, above `### Alternative flow: Pay:CardRefused`
    func plain(_ text: some StringProtocol) -> String { String(text.filter { $0 != " " }) }
    let names = Set(
      extensions.flatMap { $0.label.split(separator: ":").dropFirst().map { plain($0) } })
    extensions.removeAll { found in
      found.isListed && found.lines.isEmpty && found.label.utf8.count > 2
        && names.contains(plain(found.label))
    }
    let people = subjects()
    var joined: [ExtensionDraft] = []
    var place = 0
    while place < extensions.count {
      let first = extensions[place]
      var end = place + 1
      if let number = continuing(first), number > 1 {
        while end < extensions.count, extensions[end].section == first.section,
          continuing(extensions[end]) == number + end - place
        {
          end += 1
        }
        if let one = one(of: extensions[place..<end], number, people) {
          joined.append(one)
          place = end
          continue
        }
      }
      if let count = dottedLines(below: place) {
        joined.append(withDottedLines(place, count))
        place += count + 1
        continue
      }
      if let count = headed(from: place) {
        var one = extensions[place]
        one.lines = extensions[(place + 1)..<(place + count)].enumerated().map {
          withActor(step("\($0 + 1)", $1.label, $1.span), of: people)
        }
        joined.append(one)
        place += count
        continue
      }
      if let count = lettered(from: place) {
        joined.append(named(extensions[place..<(place + count)]))
        place += count
        continue
      }
      joined.append(withLetter(first))
      place += 1
    }
    extensions = joined
  }

  /// Gives alternatives that are names in a list the lines that stand below their ids: `1a. The
  /// card is gone`, and later `### 1a`.
  private mutating func takeLinesByID() {
    var firsts: [String: Int] = [:]
    for (place, found) in extensions.enumerated() {
      if found.lines.isEmpty, firsts[found.id] == nil { firsts[found.id] = place }
      guard !found.lines.isEmpty, let first = firsts[found.label],
        extensions[first].lines.isEmpty, extensions[first].label != found.label
      else { continue }
      extensions[first].lines = found.lines
      extensions[place].lines = []
      extensions[place].label = ""
    }
    extensions.removeAll { found in
      found.lines.isEmpty && found.label.isEmpty && !found.id.contains(where: \.isLowercase)
    }
  }

  /// How many alternatives from one on are it and its lines, which count on from its step: `3a. The
  /// clerk says no` and `4a. System tells the guest` below `### 3a. No`. Nil for another one.
  private func headed(from place: Int) -> Int? {
    let found = extensions[place]
    guard found.lines.isEmpty, let step = found.steps?.lowerBound, found.steps?.count == 1,
      let letter = found.id.last, letter.isLetter, place + 1 < extensions.count,
      extensions[place + 1].id == found.id
    else { return nil }
    let lines = extensions[(place + 1)...].enumerated().prefix { offset, line in
      line.id == "\(step + offset)\(letter)" && line.lines.isEmpty
        && !ScenarioBuilder.isCondition(line.label)
    }.count
    return lines > 0 ? lines + 1 : nil
  }

  /// How many alternatives from one on are lines of it: `3c. ...`, `4c. ...`, `5c. ...` below the
  /// heading `Flow c`. Nil for another one.
  private func lettered(from place: Int) -> Int? {
    guard let heading = extensions[place].heading, let letter = extensions[place].id.last,
      letter.isLowercase, heading.lowercased().split(separator: " ").last == "\(letter)",
      let first = extensions[place].steps?.lowerBound
    else { return nil }
    var last = first - 1
    let count = extensions[place...].prefix { found in
      // `5c. ...` and `7c. ...` below `C. Alternative C`
      guard let step = found.steps?.lowerBound, found.id == "\(step)\(letter)", step > last,
        found.lines.count < 2, heading.count == 1 || step == last + 1,
        found.heading == nil || last < first
      else { return false }
      last = step
      return true
    }.count
    return count > 1 ? count : nil
  }

  /// The alternative whose lines these are.
  private mutating func named(_ found: ArraySlice<ExtensionDraft>) -> ExtensionDraft {
    var one = found[found.startIndex]
    let heading = one.heading ?? ""
    let isNamed = heading.count > 1
    let texts = (isNamed ? found : found.dropFirst()).flatMap { line -> [(String, Span)] in
      let lead = line.label.hasPrefix("\(heading): ") ? heading.count + 2 : 0
      let label = String(line.label.dropFirst(lead))
      let said = line.lines.map { ($0.said ?? $0.subject, $0.span) }
      let isSaid = said.first.map { $0.0.hasPrefix(label) || label == heading } ?? false
      return isSaid ? said : [(label, line.span)] + said
    }
    one.lines = texts.enumerated().map { step("\($0 + 1)", $1.0, $1.1) }
    if isNamed { one.label = heading }
    return one
  }

  /// The number of an entry below `Alternative flow` that says no more than one sentence.
  private func continuing(_ found: ExtensionDraft) -> Int? {
    guard found.single != nil, found.isListed, found.lines.isEmpty, found.at == nil else {
      return nil
    }
    return Int(counted: found.id)
  }

  /// The alternative of these entries, if they say what is done, and not when.
  private mutating func one(
    of found: ArraySlice<ExtensionDraft>, _ number: Int, _ people: [[Substring]: String?]
  ) -> ExtensionDraft? {
    guard found.count > 1, var one = found.first, stepIDs.contains("\(number)") else { return nil }
    var labels = found.map(\.label)
    let letter = labels[0].prefix(2)
    if labels.allSatisfy({ letteredLabel($0) != nil && $0.hasPrefix(letter) }) {
      labels = labels.map { String($0.dropFirst(2)) }
    }
    // `2. a [The PIN is wrong]` above `3. a System says so`
    let condition = labels[0].hasPrefix("[") && labels[0].hasSuffix("]") ? labels[0] : nil
    let entries = zip(labels, found.map(\.span)).dropFirst(condition == nil ? 0 : 1)
    let lines = entries.enumerated().map { withActor(step("\($0 + 1)", $1.0, $1.1), of: people) }
    let done = lines.count { $0.activity != .outside || $0.next != nil }
    guard done >= lines.count - 1, let first = lines.first, first.activity != .outside,
      !labels.contains(where: ScenarioBuilder.isCondition)
    else { return nil }
    (one.id, one.label) = ("\(number)a", condition ?? one.single ?? one.label)
    one.lines = lines
    (one.steps, one.isListed) = (number...number, false)
    return one
  }

  /// Who acts in the steps of people, by their first words: `Le capitaine`, `Gerente`.
  private func subjects() -> [[Substring]: String?] {
    Dictionary(
      steps.lazy.filter { $0.activity == .user }.map { (Self.subject(of: $0), $0.who) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func subject(of line: StepDraft) -> [Substring] {
    let words = (line.said ?? line.subject).prefix(80).split(separator: " ")
    let article = words.first.map { PlainWords.folded(String($0)) } ?? ""
    return Array(words.prefix(ScenarioWords.articleWords.contains(article) ? 2 : 1))
  }

  /// A line that nobody does, as one of who acts in a step with the same first words: `Le capitaine
  /// clique`.
  private func withActor(_ line: StepDraft, of people: [[Substring]: String?]) -> StepDraft {
    let own = Self.subject(of: line)
    guard line.activity == .outside, let last = own.last, let said = line.said,
      let who = people[own]
    else { return line }
    var found = line
    found.subject = CellText.collapsed(String(said[last.endIndex...]))
    if let last = found.subject.last, ".;".contains(last) { found.subject.removeLast() }
    guard !found.subject.isEmpty else { return line }
    (found.activity, found.who) = (.user, who)
    return found
  }

  /// `a` of the words of `3. a The manager says no`. Nil for other words.
  private func letteredLabel(_ label: String) -> Character? {
    guard let letter = label.first, "abcd".contains(letter), label.dropFirst().first == " ",
      let next = label.dropFirst(2).first, next.isUppercase || next == "["
    else { return nil }
    return letter
  }

  /// Gives `3. a The card is old` the id `3a`.
  private func withLetter(_ found: ExtensionDraft) -> ExtensionDraft {
    guard found.isListed, Int(found.id) != nil, let letter = letteredLabel(found.label),
      let number = Int(found.id), stepIDs.contains(found.id)
    else { return found }
    var own = found
    (own.id, own.label) = ("\(found.id)\(letter)", String(found.label.dropFirst(2)))
    (own.steps, own.isListed) = (number...number, false)
    return own
  }

  /// Leads alternatives of a step that stand in a row, each with a colon, to the lines below the
  /// last of them: `1b. The card is old:`, `1c. The card is unknown:`, `1c1. System says so.`
  mutating func shareLines() {
    var shared: StepDraft?
    for place in extensions.indices.dropLast().reversed() {
      let (found, next) = (extensions[place], extensions[place + 1])
      guard found.lines.isEmpty, found.isAboveLines, next.isAboveLines,
        let first = next.lines.first,
        found.section == next.section, let step = found.steps?.lowerBound,
        next.steps?.lowerBound == step, found.outer == next.outer
      else {
        shared = nil
        continue
      }
      var line = StepDraft(
        id: "1", activity: .outside, subject: shared?.subject ?? "As in \(next.id)",
        span: found.span)
      line.next = shared?.next ?? "\(next.id).\(first.id)"
      extensions[place].lines = [line]
      shared = line
    }
  }
}
