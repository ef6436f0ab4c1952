package import FlowModel

/// What the rows of a catalogue mean in a reading.
package struct RowMeanings: Sendable {
  /// The catalogue.
  package let catalogue: Catalogue
  /// The reading.
  package let reading: Reading
  private var meanings: [Row: RowMeaning] = [:]
  private var prints: [Row: String] = [:]

  /// The meanings of all rows of a catalogue.
  package init(_ catalogue: Catalogue, as reading: Reading) {
    (self.catalogue, self.reading) = (catalogue, reading)
    for flow in catalogue.flows {
      for row in flow.rows where row.has(reading) {
        let meaning = RowMeaning(row, as: reading, in: catalogue)
        meanings[row] = meaning
        prints[row] = meaning.print
      }
    }
  }

  /// The meaning of a row. Nil if the reading does not have it.
  package subscript(_ row: Row) -> RowMeaning? { meanings[row.original] }

  /// The fingerprint of a row. Nil if the reading does not have it.
  package func print(of row: Row) -> String? { prints[row.original] }

  /// A row as a proof names it. Nil if the reading does not have it.
  package func stamp(of row: Row) -> Stamp? {
    print(of: row).map { Stamp(id: row.original.qualified, print: $0) }
  }

  /// The fingerprint of all rows of a flow.
  package func stamp(of flow: Flow) -> Stamp {
    let all = flow.rows.compactMap { prints[$0] }.joined(separator: " ")
    let meaning = RowMeaning(parts: [RowMeaning.Part(name: "rows", value: all)])
    return Stamp(id: flow.id, print: meaning.print)
  }

  /// The rows of a flow, in document order.
  package func stamps(of flow: Flow) -> [Stamp] { flow.rows.compactMap { stamp(of: $0) } }

  /// The row with an id such as `UC1:1.2b`, if the reading has it.
  package func row(named id: String) -> Row? {
    let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let row = catalogue.flow(id: parts[0])?.row(parts[1]) else {
      return nil
    }
    return prints[row] == nil ? nil : row
  }
}

/// A row, flow or rule with the fingerprint that it had at some time.
package struct Stamp: Hashable, Sendable {
  /// The id at that time: `UC1:1.2b`.
  package let id: String
  /// The fingerprint.
  package let print: String

  /// A stamp with these values.
  package init(id: String, print: String) {
    (self.id, self.print) = (id, print)
  }
}
