package import Diagnostics
package import FlowModel

/// What was read of a flow file that was made of a document, kept so that it is read once.
package struct MadeReading: Sendable {
  let reading: FlowReading

  /// Reads a flow file with the path of its document.
  package init(_ file: SourceFile) {
    var reader = FlowReader()
    reading = reader.read(file)
  }

  /// The flow by itself. Nil if it cannot be read.
  package var flow: Flow? { reading.tables.map(Flow.init(tables:)) }
  /// What is wrong with it first.
  package var problem: String? { reading.diagnostics.first?.message }
}
