package import FlowModel
internal import FlowRuntime
internal import FlowTesting

/// Where runs in a log differ from the flows, in the words of the document.
package struct Deviation: Hashable, Sendable {
  /// How they differ.
  package enum Kind: String, Hashable, Sendable {
    /// The app took another row than the flows have there.
    case other
    /// The app took a row that the flows do not have there.
    case extra
    /// The log lacks a row that the flows have there.
    case missing
    /// The log names a row that no flow has.
    case unknown
    /// The run ended in another way.
    case end
  }

  /// How they differ.
  package let kind: Kind
  /// The last row before, which the log and the flows both have. Nil at the beginning.
  package let after: Row?
  /// The row that the app took. Nil if it took none, or one that no flow has.
  package let taken: Row?
  /// The row that the flows have in its place. Nil if no row stands there.
  package let expected: Row?
  /// The sentence.
  package let text: String

  /// The deviations of an alignment, in order. Those with no common row between them are one.
  static func all(
    in alignment: Alignment, of run: EventLog.Case, _ log: EventLog, _ aligner: Aligner
  ) -> [Deviation] {
    var found: [Deviation] = []
    var after: Row?
    var group: [Alignment.Move] = []
    let program = aligner.program
    func close(next: Alignment.Move?) {
      if group.contains(where: \.kind.isDeviation) {
        found.append(
          Deviation(group, after: after, next: next, run, log, aligner))
      }
      group = []
    }
    for move in alignment.moves {
      guard move.kind == .both else {
        group.append(move)
        continue
      }
      close(next: move)
      after = program.row(ofCell: move.cell).original
    }
    close(next: nil)
    return found
  }

  private init(
    _ moves: [Alignment.Move], after: Row?, next: Alignment.Move?, _ run: EventLog.Case,
    _ log: EventLog, _ aligner: Aligner
  ) {
    let program = aligner.program
    let logged = moves.filter { $0.kind == .log }
    let expected = moves.first { $0.kind == .flows }.map { program.row(ofCell: $0.cell).original }
    let name = logged.first.map { log.names[Int(run.events[Int($0.event)].name)] }
    let taken = logged.first.flatMap { aligner.row(of: run.events[Int($0.event)]) }
    let before = after.map { "after `\($0.qualified)`" } ?? "at the beginning"
    // Where the flows wait next for something that an app logs.
    let place = (moves.first { $0.kind == .flows } ?? next ?? logged.first ?? moves.last)
    let step = place.flatMap { $0.block < 0 ? nil : program.step(at: $0.block) }
    let stands = step.map { "`\($0.qualified)`" } ?? "that the run is over"
    let rest = logged.count > 1 ? ", and \(logged.count - 1) more that do not fit" : ""
    (self.after, self.taken, self.expected) = (after, taken, expected)
    if let name, taken == nil {
      kind = .unknown
      text = "\(before) the log has `\(name)`, which no flow has\(rest)"
    } else if let taken {
      let places = taken.copies.map { $0.step(program.reading) }
      // The flows go on by another row of the same step.
      let rival = moves.first { move in
        (move.kind == .flows || move.kind == .filled)
          && move.block >= 0 && places.contains(program.step(at: move.block))
      }.map { program.row(ofCell: $0.cell).original }
      kind = (rival ?? expected) == nil ? .extra : .other
      if let rival {
        text =
          "\(before) the app took `\(Deviation.words(taken))` and went on as after "
          + "`\(rival.qualified)`\(rest)"
      } else if step.map({ !places.contains($0) }) ?? true {
        text =
          "\(before) the app went to `\(taken.step.qualified)` "
          + "(`\(taken.reference) \(taken.text)`); the table says \(stands)\(rest)"
      } else {
        let needs = taken.needs.isEmpty ? "" : ": it needs \(taken.needs)"
        text =
          "\(before) the app took `\(Deviation.words(taken))`, which the table does not "
          + "allow there\(needs)\(rest)"
      }
    } else if let expected {
      kind = .missing
      text = "\(before) the table says `\(Deviation.words(expected))`; the log does not have it"
    } else {
      kind = .end
      let end = run.end.map { "ended with `\($0)`" } ?? "did not end"
      text = "\(before) the run \(end); the table says \(stands)"
    }
  }

  private static func words(_ row: Row) -> String { "\(row.qualified) \(row.text)" }
}
