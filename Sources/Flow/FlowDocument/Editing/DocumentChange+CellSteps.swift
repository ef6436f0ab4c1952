internal import Diagnostics
internal import FlowEdit
internal import FlowModel

// Steps that stand several in a cell or on a line: `| Main flow | 1. The user ...<br>2. ... |`
extension DocumentChange {
  /// The numbers of steps that stand on one line, in their order. Nil if they do not, or if not
  /// each has its number before its words.
  private func numbersOnLine(
    of steps: [StepDraft], in blocks: WrittenBlocks
  ) -> (numbers: [Range<Int>], line: Range<Int>)? {
    guard steps.count > 1, let line = blocks.block(of: steps[0].span, self),
      steps.allSatisfy({ blocks.block(of: $0.span, self) == line })
    else { return nil }
    var numbers: [Range<Int>] = []
    var place = line.lowerBound
    for step in steps {
      let found = written.places(of: Array(step.id.unicodeScalars), in: place..<line.upperBound)
      // `2.` or `2)`, where something ends.
      let own = found.first { letters in
        guard let first = letters.first, let last = letters.last, last + 1 < line.upperBound,
          ".):".unicodeScalars.contains(written.scalars[last + 1])
        else { return false }
        let before = written.scalars[line.lowerBound..<first].last {
          !WrittenText.isSpace($0) && !"*_".unicodeScalars.contains($0)
        }
        return before.map { !WrittenText.isLetter($0) && $0 != "," } ?? true
      }
      guard let first = own?.first, let last = own?.last else { return nil }
      numbers.append(first..<(last + 1))
      place = last + 1
    }
    return (numbers, line)
  }

  /// The ways to put a step between those of a line, with the numbers of those after it.
  ///
  /// - Parameter numbers: the numbers of the rest of the document that change.
  func insertedOnLine(
    _ new: InsertedStep, _ id: String, _ steps: [StepDraft], at index: Int,
    _ names: [String: String], besides numbers: [TextEdit], in blocks: WrittenBlocks
  ) -> [[TextEdit]]? {
    guard new.rows.isEmpty, let (own, line) = numbersOnLine(of: steps, in: blocks) else {
      return nil
    }
    let changed = steps.indices.compactMap { place in
      names[steps[place].id].map { TextEdit(written.bytes(of: own[place]), $0) }
    }
    let bytes = written.bytes(of: line.lowerBound..<(own.last?.upperBound ?? line.lowerBound))
    let rest = numbers.filter { other in
      !bytes.overlaps(other.range) && !changed.contains { $0.range == other.range }
    }
    let place = written.bytes(of: own[index]).lowerBound
    func next(_ target: String?) -> String? { target.map { names[$0] ?? $0 } }
    // Those in which the same one does something, first; the last has nothing after it.
    let order = steps.indices.dropLast()
    let all =
      order.filter { steps[$0].activity == new.activity }
      + order.filter { steps[$0].activity != new.activity }
    return all.prefix(6).flatMap { other -> [[TextEdit]] in
      let (step, piece) = (steps[other], own[other].lowerBound..<own[other + 1].lowerBound)
      func like(_ was: String, _ words: String) -> [String] {
        copies(
          of: was, step.id, step.span, as: id, words: words, from: step.next, to: next(new.next),
          in: piece
        ).map(\.text)
      }
      var texts = step.activity == new.activity ? like(step.subject, new.label) : []
      texts += like(step.said ?? step.sentence, new.activity.sentence(new.label))
      return texts.prefix(4).map { text in
        ([TextEdit(place..<place, text)] + changed + rest).sorted {
          ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
      }
    }
  }
}
