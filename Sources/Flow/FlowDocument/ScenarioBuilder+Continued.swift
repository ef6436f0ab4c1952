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
        if let one = one(of: extensions[place..<end], number) {
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
      if let count = lettered(from: place) {
        joined.append(named(extensions[place..<(place + count)]))
        place += count
        continue
      }
      joined.append(first)
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
    of found: ArraySlice<ExtensionDraft>, _ number: Int
  ) -> ExtensionDraft? {
    guard found.count > 1, var one = found.first, stepIDs.contains("\(number)") else { return nil }
    let lines = found.enumerated().map { step("\($0 + 1)", $1.label, $1.span) }
    let done = lines.count { $0.activity != .outside || $0.next != nil }
    guard done >= lines.count - 1, lines.first?.activity != .outside,
      !found.contains(where: { ScenarioBuilder.isCondition($0.label) })
    else { return nil }
    (one.id, one.label, one.lines) = ("\(number)a", one.single ?? one.label, lines)
    (one.steps, one.isListed) = (number...number, false)
    return one
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
