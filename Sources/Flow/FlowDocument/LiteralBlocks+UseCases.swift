// Use cases that are written in blocks of code.
extension LiteralBlocks.Markdown {
  /// Whether a block with its first and last line has a use case, and nothing else has one.
  ///
  /// - Parameter isPlain: whether it has no language, or that of a shell. Other blocks of that kind
  ///   do not count then: each may be a use case.
  mutating func isUseCase(_ block: ClosedRange<Int>, isPlain: Bool) -> Bool {
    if isPlain, plainBlocks == nil { plainBlocks = findPlainBlocks() }
    return isUseCase(block, besides: isPlain ? plainBlocks ?? [] : [])
  }

  private func isUseCase(_ block: ClosedRange<Int>, besides left: Set<Int>) -> Bool {
    let others = lines.indices.lazy.filter {
      !block.contains($0) && !isLiteral[$0] && !left.contains($0)
    }
    return LiteralBlocks.isUseCase(
      block.dropFirst().dropLast().lazy.map(text), outside: others.map(text))
  }

  private mutating func findPlainBlocks() -> Set<Int> {
    var found: Set<Int> = []
    var (line, hasOpenComment) = (0, false)
    while line < lines.count {
      guard let fence = fence(line), let end = end(of: fence, from: line) else {
        // A comment is no use case either.
        let words = text(line)
        if !hasOpenComment, let open = words.ranges(of: "<!--").last,
          !words[open.upperBound...].contains("-->")
        {
          let end = lines.indices[line...].dropFirst().first { text($0).contains("-->") }
          hasOpenComment = end == nil
          found.formUnion(line...(end ?? line))
          line = end ?? line
        }
        line += 1
        continue
      }
      if LiteralBlocks.plainNames.contains(fence.name) { found.formUnion(line...end) }
      line = end + 1
    }
    return found
  }

  /// Whether a block has the steps of the scenario whose heading is above it: it begins with a
  /// number, and nothing else stands below that heading.
  func hasSteps(_ block: Range<Int>, from start: Int, to end: Int) -> Bool {
    func isText(_ line: Int) -> Bool { !isLiteral[line] && !isBlank(line) }
    guard let above = lines.indices[..<start].last(where: isText),
      case .heading(isScenario: true) = readLead(above),
      let first = block.first(where: { !isBlank($0) }),
      ScenarioBuilder.numbered(ScenarioBuilder.withPlainNumber(text(first))) != nil
    else { return false }
    guard let below = lines.indices[(end + 1)...].first(where: isText) else { return true }
    if case .heading = readLead(below) { return true } else { return false }
  }

  /// Whether a block has the words of the step above it, which ends in a colon: a few lines, none
  /// of which is a step itself.
  func isMessage(_ block: Range<Int>, from start: Int) -> Bool {
    guard start > 0, (1...8).contains(block.count),
      let above = lines.indices[..<start].last(where: { !isBlank($0) }), !isLiteral[above],
      text(above).hasSuffix(":"), LiteralBlocks.Lead.isItem(text(above))
    else { return false }
    return block.allSatisfy { line in
      guard !isBlank(line) else { return false }
      switch LiteralBlocks.Lead(text(line)) {
      case .paragraph, .heading(isScenario: false): return text(line).first != "#"
      case .heading(isScenario: true), .item: return false
      }
    }
  }

  /// Whether an indented line is `3.1. ...` below `3 The name is unknown`.
  func isBelow(_ line: Int, _ above: Int) -> Bool {
    let number = text(above).prefix { $0.isASCII && $0.isNumber }
    return (1...2).contains(number.count) && text(line).hasPrefix("\(number).1")
  }
}
