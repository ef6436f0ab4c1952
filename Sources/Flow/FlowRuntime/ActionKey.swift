/// What the keys of a run's actions are made of: its name, how many rows were decided, and how.
///
/// A snapshot has it, so after a crash the same decision gives the same keys again. Another
/// decision at the same place gives others, since a service must not take it for the first one.
package struct ActionKey: Hashable, Sendable {
  /// The name that the app has given the run.
  package let run: String
  /// How many rows were taken that a person, a timer or an action decided.
  package private(set) var visit: Int64 = 0
  /// A checksum of the decisions and answers so far.
  private var way: UInt64 = 0

  package init(run: String) { self.run = run }

  /// The key of the action that is performed next: `4711/12-9f3a1c2b7d4e0011`.
  package var text: String { "\(run)/\(visit)-\(Checksum.hexadecimal(way, digits: 16))" }

  /// A person or a timer has decided.
  ///
  /// - Parameters:
  ///   - row: the row, by its name or else its id.
  ///   - inputs: the plain inputs.
  ///   - mark: what tells this decision from others with the same row and inputs.
  package mutating func decide(
    _ row: String, inputs: [String: String] = [:], mark: String = ""
  ) {
    var sum = Checksum()
    sum.add(number: way)
    add(row, to: &sum)
    for (name, value) in inputs.sorted(by: { $0.key < $1.key }) {
      add(name, to: &sum)
      add(value, to: &sum)
    }
    add(mark, to: &sum)
    (visit, way) = (visit &+ 1, sum.sum)
  }

  /// An action has answered.
  package mutating func answer(_ outcome: String) {
    var sum = Checksum()
    sum.add(number: way)
    add(outcome, to: &sum)
    (visit, way) = (visit &+ 1, sum.sum)
  }

  private func add(_ text: String, to sum: inout Checksum) {
    sum.add(number: text.utf8.count)
    sum.add(text[...])
  }

  // MARK: In a snapshot

  /// The member of a snapshot: `"4711/12-9f3a1c2b7d4e0011"`.
  package init?(text: String) {
    guard let slash = text.lastIndex(of: "/"),
      let dash = text[slash...].firstIndex(of: "-"),
      let visit = Int64(text[text.index(after: slash)..<dash]), visit >= 0,
      let way = UInt64(text[text.index(after: dash)...], radix: 16)
    else { return nil }
    run = String(text[..<slash])
    (self.visit, self.way) = (visit, way)
    guard self.text == text else { return nil }
  }
}
