package import Diagnostics
internal import FlowModel

/// A file that holds a flow: a flow file, or a document of which one was made.
package struct FlowSource: Sendable {
  /// The file that people see: diagnostics name it, and all places are in it.
  package let file: SourceFile
  /// The flow file that was made of a document. Nil for a flow file.
  package let made: Made?
  /// What tells it from other sources. Several flows of a document have its path in common.
  package let key: String

  /// A flow file that was made of a document, and where its parts stand there.
  package struct Made: Sendable {
    /// The flow file, with the path of its document.
    package let file: SourceFile
    /// The places of its parts in the document.
    package let places: FlowPlaces
    /// The file beside the document that says what the document cannot say. Nil without one.
    package let binding: SourceFile?
    /// What is wrong with that file, apart from what the loader finds.
    package let diagnostics: [Diagnostic]
    /// What was read of the flow file, if it was read before.
    let reading: MadeReading?

    /// A flow file that was made of a document.
    package init(
      _ file: SourceFile, _ places: FlowPlaces, binding: SourceFile? = nil,
      diagnostics: [Diagnostic] = [], reading: MadeReading? = nil
    ) {
      (self.file, self.places, self.reading) = (file, places, reading)
      (self.binding, self.diagnostics) = (binding, diagnostics)
    }
  }

  /// A flow file.
  package init(_ file: SourceFile) {
    (self.file, made, key) = (file, nil, file.path)
  }

  /// A flow of a document.
  ///
  /// - Parameter number: the number of the flow in it, from 0.
  package init(_ document: SourceFile, _ made: Made, number: Int) {
    (file, self.made) = (document, made)
    // In the order of the document, and after a file of the same path.
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
    key = "\(document.path)\u{0}\(zeros)\(digits)"
  }

  /// Whether its flow file is the same, at the same places.
  func isSame(as other: FlowSource) -> Bool {
    file.bytes == other.file.bytes && made?.file.bytes == other.made?.file.bytes
      && made?.places.entries == other.made?.places.entries
      && made?.binding?.bytes == other.made?.binding?.bytes
      && made?.diagnostics == other.made?.diagnostics
  }
}

extension FlowReader {
  /// The tables of a source, and everything that is wrong with it. Places in a flow file that was
  /// made are those of its document.
  mutating func read(_ source: FlowSource) -> FlowReading {
    guard let made = source.made else { return read(source.file) }
    var reading = made.reading?.reading ?? read(made.file)
    reading.tables = reading.tables.map { FlowTables($0.all.moved(to: made.places)) }
    reading.salvage = reading.salvage.map { FlowTables($0.all.moved(to: made.places)) }
    // The document's name says nothing about the ids in it.
    reading.diagnostics = made.diagnostics + reading.diagnostics.map { made.places.moved($0) }
    return reading
  }
}

extension FlowTables {
  /// Whether the flow stands in a document, as its path says.
  var isOfDocument: Bool { !all.path.hasSuffix(".yaml") && !all.path.hasSuffix(".yml") }
}
