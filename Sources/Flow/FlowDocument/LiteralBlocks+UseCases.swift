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
}
